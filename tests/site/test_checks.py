"""Wrong settings are named before they do harm."""

from typing import Any

import pytest
from django.core.checks import run_checks


def found(**kwargs: Any) -> set[str]:
    return {str(message.id) for message in run_checks(**kwargs) if str(message.id).startswith("jackpot.")}


def test_the_defaults_are_right() -> None:
    assert found() == set()


@pytest.mark.parametrize(
    ("name", "value", "identity"),
    [
        ("REMINDER_SHARE", 1.5, "jackpot.E001"),
        ("NOTICE_LEASE_SECONDS", 0, "jackpot.E002"),
        ("SITE_URL", "cards.example.org", "jackpot.E003"),
        ("BROKER", "kafka", "jackpot.E004"),
    ],
)
def test_a_wrong_setting_is_named(settings: Any, name: str, value: object, identity: str) -> None:
    setattr(settings, name, value)
    assert found() == {identity}


def test_there_is_one_kind_of_database(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    assert found() == {"jackpot.E005"}


def test_the_clock_of_a_site_that_is_not_local_cannot_be_moved(settings: Any) -> None:
    settings.CLOCK_FILE, settings.LOCAL = "/tmp/clock", False  # noqa: S108
    assert found() == {"jackpot.E006"}


def test_error_pages_for_developers_are_for_this_machine_only(settings: Any) -> None:
    settings.DEBUG, settings.ALLOWED_HOSTS = True, ["cards.example.org"]
    assert found() == {"jackpot.E007"}


def test_a_site_on_the_internet_is_told_what_it_lacks(settings: Any) -> None:
    settings.SECRET_KEY_IS_LOCAL, settings.SITE_URL = True, "http://cards.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    assert found(include_deployment_checks=True) == {"jackpot.W001", "jackpot.W002", "jackpot.W003"}
