"""Twenty rounds of killing web processes under load: what was acknowledged is in logs that lead to the snapshots."""

import os
import signal
import threading
from pathlib import Path

from games.demo.person import Person
from tests.live.conftest import MakeSite
from tests.live.play import Load
from tests.live.site import PATIENCE_SECONDS, Process, Site, wait_until

ROUNDS = 20
ACTIONS_A_ROUND = 12
# Every so often not one of the server's processes is killed but all of them.
ALL_AT_ONCE = 5
PAIRS = (("Ann", "Ben"), ("Cleo", "Dora"), ("Ann", "Dora"))


def test_no_acknowledged_action_is_lost_in_twenty_kills(make_site: MakeSite) -> None:
    site = make_site()
    web = site.start_web()
    stop = threading.Event()
    loads = [Load(site.person(first), site.person(second), stop) for first, second in PAIRS]
    threads = [threading.Thread(target=load.run, daemon=True) for load in loads]
    for thread in threads:
        thread.start()
    try:
        for number in range(1, ROUNDS + 1):
            wait_for_more(loads)
            web = kill_some_of(site, web, everything=number % ALL_AT_ONCE == 0)
        wait_for_more(loads)
    finally:
        stop.set()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    check_logs(site, loads)


def wait_for_more(loads: list[Load]) -> None:
    goal = sum(load.count for load in loads) + ACTIONS_A_ROUND
    wait_until(
        lambda: sum(load.count for load in loads) >= goal or any(load.surprises for load in loads),
        "nothing is acknowledged any more",
    )
    assert [load.surprises for load in loads] == [[] for _ in loads]


def kill_some_of(site: Site, web: Process, *, everything: bool) -> Process:
    """kill -9 of the oldest process that serves, which is replaced by itself, or of all."""
    if everything:
        web.kill()
        return site.start("web")
    victim = wait_until(lambda: serving(web), "no process serves")[0]
    os.kill(victim, signal.SIGKILL)
    return web


def serving(web: Process) -> list[int]:
    """The processes that answer requests, oldest first."""
    return [pid for pid in web.children() if b"granian" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def check_logs(site: Site, loads: list[Load]) -> None:
    reader: Person = site.person("Ann")
    codes = [code for load in loads for code in load.acknowledged]
    for load in loads:
        for code, actions in load.acknowledged.items():
            log = {item["number"]: item["action"] for item in reader.get(f"/games/{code}/actions/")["results"]}
            assert {number: log.get(number) for number in actions} == actions
    assert site.manage("replay", *codes).splitlines()[-1] == f"{len(codes)} replayed, 0 wrong."
