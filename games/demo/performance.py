"""One performance: the stage is set, the story told, the books are balanced."""

import os
import time
from collections.abc import Callable, Sequence

from games.demo.person import Person, address_of
from games.demo.report import closing_table, exact
from games.demo.stage import Stage, stage
from games.demo.story import Story, is_told_the_end
from games.demo.words import when

NAMES = ("Ann", "Ben")
Say = Callable[[str], None]


def perform(name: str, server_url: str, say: Say) -> bool:
    """Play the match on a stage of this name; whether every expected mail and no other arrived."""
    began = time.monotonic()
    say("Setting the stage: a fresh database, the web server, the worker, beat, and an SMTP server…")
    with stage(name, server_url, dict(os.environ)) as site:
        try:
            people = invite(site, NAMES)
            say(f"Web at {site.url}, SMTP at 127.0.0.1:{site.mailbox.port}, database and queue in {name}.\n")
            story = Story(site, people, say)
            story.play()
        except Exception:
            say(f"\nThe last words of the processes:\n{site.last_words()}")
            raise
    return _balance(story, time.monotonic() - began, say)


def invite(site: Stage, names: Sequence[str]) -> list[Person]:
    """People with accounts, each with a token from the command line; afterwards the site is ready."""
    site.wait_until_ready()
    return [Person(name, site.url, _token(site, name)) for name in names]


def _token(site: Stage, name: str) -> str:
    return site.manage("issue_token", name, "--create", "--email", address_of(name))


def _balance(story: Story, seconds: float, say: Say) -> bool:
    expected, arrived = story.ledger.expected, [letter for letter, _ in story.arrived]
    say("\nEvery mail that ought to come by the rules, and every mail that came:\n")
    times = [when(stop, story.began) for stop in story.ledger.stops]
    for line in closing_table(expected, arrived, times):
        say(line)
    days = (story.now - story.began).days
    well = exact(expected, arrived) and is_told_the_end(arrived)
    verdict = "Every expected mail arrived, and no other." if well else "The mails are NOT as they ought to be."
    say(f"\n{verdict} {days} days went by in {seconds:.0f} seconds.")
    return well
