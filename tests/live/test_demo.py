"""The demo's own honesty and manners; what it plays is tested by test_whole_match."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg

from games.demo.ledger import Letter
from games.demo.report import closing_table, exact
from games.demo.stage import BASE_DIR
from tests.live.site import PATIENCE_SECONDS, SERVER_URL, wait_until

LETTER = Letter(1, "Ann", ("your turn",))
OTHERS = [LETTER._replace(stop=2), LETTER._replace(who="Ben"), LETTER._replace(kinds=("started", "your turn"))]


def test_the_books_are_balanced_only_if_every_mail_and_no_other_came() -> None:
    assert exact([LETTER, *OTHERS], [*OTHERS, LETTER])
    assert not exact([LETTER, *OTHERS], OTHERS)
    assert not exact([LETTER], [LETTER, LETTER])
    for other in OTHERS:
        assert not exact([LETTER], [other])


def test_the_closing_table_names_what_is_wrong() -> None:
    lines = list(closing_table([LETTER], OTHERS[:1], ["day 1, 12:00", "day 2, 12:00"]))
    assert [line.endswith(" MISSING") for line in lines] == [False, True, False, False]
    assert [line.endswith(" NOT EXPECTED") for line in lines] == [False, False, True, False]


def test_a_demo_that_is_interrupted_leaves_nothing_behind() -> None:
    environment = dict(os.environ) | {"DATABASE_URL": SERVER_URL, "DJANGO_SETTINGS_MODULE": "jackpot_site.settings"}
    demo = subprocess.Popen(
        [sys.executable, "manage.py", "demo"], cwd=BASE_DIR, env=environment, stdout=subprocess.PIPE, text=True
    )
    name = f"jackpot_demo_{demo.pid}"
    wait_until(lambda: len(processes_of(name)) >= 4, "the demo starts no processes")
    demo.send_signal(signal.SIGINT)
    words, _ = demo.communicate(timeout=PATIENCE_SECONDS)
    assert demo.returncode == 130, words
    assert processes_of(name) == []
    assert name not in databases()


def processes_of(name: str) -> list[int]:
    """The processes that work for a database."""
    return [int(each.name) for each in Path("/proc").glob("[0-9]*") if name.encode() in environment_of(each)]


def environment_of(process: Path) -> bytes:
    try:
        return (process / "environ").read_bytes()
    except OSError:
        return b""


def databases() -> list[str]:
    with psycopg.connect(SERVER_URL) as connection:
        return [name for (name,) in connection.execute("SELECT datname FROM pg_database")]
