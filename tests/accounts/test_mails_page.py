"""/dev/mails/: the mails of a local site, and of no other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts import delivery
from accounts.models import User
from accounts.outbox import NewNotice, put

Make = Callable[..., NewNotice]


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """A local site whose mails go into this folder."""
    settings.LOCAL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "mails"
    (tmp_path / "secret.log").write_text("Subject: secret\n\nsecret")
    return Path(settings.EMAIL_FILE_PATH)


def send(user: User, notice: NewNotice) -> None:
    put([notice])
    while delivery.relay_one():
        pass


def test_mails_are_listed_newest_first_and_can_be_read(alice: User, bob: User, notice: Make, folder: Path) -> None:
    send(alice, notice(alice, "a"))
    send(bob, notice(bob, "b"))
    page = Client().get("/dev/mails/").content.decode()
    assert page.index("bob@example.org") < page.index("alice@example.org")
    name = min(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns).name
    shown = Client().get(f"/dev/mails/{name}/").content.decode()
    assert "alice, it is your turn" in shown
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in shown
    assert 'sandbox="allow-popups"' in shown
    html = Client().get(f"/dev/mails/{name}/html/")
    assert "<h1" in html.content.decode()
    assert html["Content-Security-Policy"].startswith("sandbox allow-popups; default-src 'none'")
    assert html["X-Frame-Options"] == "SAMEORIGIN"


def test_an_empty_folder_is_an_empty_page(folder: Path, db: None) -> None:
    assert b"None yet." in Client().get("/dev/mails/").content


@pytest.mark.parametrize("name", ["..%2Fsecret.log", "%2e%2e%2fsecret.log", "secret.log", "..", "no.log", "%00"])
def test_nothing_outside_the_folder_is_shown(folder: Path, db: None, name: str) -> None:
    folder.mkdir()
    assert Client().get(f"/dev/mails/{name}/").status_code == 404
    assert Client().get(f"/dev/mails/{name}/html/").status_code == 404


@pytest.mark.parametrize("address", ["", "x.log/", "x.log/html/"])
def test_other_sites_have_no_such_pages(settings: Any, db: None, address: str) -> None:
    settings.LOCAL = False
    assert Client().get(f"/dev/mails/{address}").status_code == 404
