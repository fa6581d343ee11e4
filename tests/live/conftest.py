"""Real processes with the real settings, each site on a fresh database of its own."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from games.demo.mailbox import Mailbox
from games.demo.stage import MovedClock, fresh_database
from tests.live.site import SERVER_URL, Site, make_accounts


class Template(NamedTuple):
    """A database with the tables, the queue and four accounts, to be copied; and the tokens of the four."""

    name: str
    tokens: dict[str, str]


MakeSite = Callable[..., Site]


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Template]:
    name, folder = f"jackpot_live_{os.getpid()}", tmp_path_factory.mktemp("template")
    clock = MovedClock(folder / "clock")
    with fresh_database(SERVER_URL, name) as database_url, Mailbox(clock.now) as mailbox:
        site = Site(folder, database_url, mailbox, clock)
        make_accounts(site)
        yield Template(name, site.tokens)


@pytest.fixture(scope="module")
def make_site(template: Template, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeSite]:
    """`make_site(SETTING="value", ...)`: a site without processes; all that it starts ends with the module."""
    with ExitStack() as stack:

        def make(mailbox_class: type[Mailbox] = Mailbox, **changed: str) -> Site:
            folder: Path = tmp_path_factory.mktemp("site")
            clock = MovedClock(folder / "clock")
            name = f"{template.name}_{folder.name}"
            database_url = stack.enter_context(fresh_database(SERVER_URL, name, template.name))
            mailbox = stack.enter_context(mailbox_class(clock.now))
            site = Site(folder, database_url, mailbox, clock, **changed)
            site.tokens = template.tokens
            stack.callback(site.end)
            return site

        yield make
