"""Alice and Bob have accounts and can be reached; a bot has an account and nothing to read."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from accounts import clock
from accounts.channels import safe_http
from accounts.models import Channel, User
from accounts.outbox import NewNotice
from tests.accounts.doors import Elsewhere, elsewhere


def person(name: str, **fields: Any) -> User:
    """A user with a checked e-mail address."""
    user = User.objects.create_user(name, f"{name}@example.org", **fields)
    Channel.objects.create(user=user, kind="email", address=user.email, verified_at=clock.now())
    return user


@pytest.fixture
def alice(db: None) -> User:
    return person("alice")


@pytest.fixture
def bob(db: None) -> User:
    return person("bob")


@pytest.fixture
def notice(db: None) -> Callable[..., NewNotice]:
    """Make a notice for somebody that has been due for a second; keywords override its fields."""

    def make(user: User, key: str = "prompt:k3v9x2qd:1:17", **fields: Any) -> NewNotice:
        payload = {
            "game": "k3v9x2qd",
            "url": "/games/k3v9x2qd/",
            "ruleset": "JACK in the POT",
            "players": ["alice", "bob"],
            "seat": 1,
            "deadline": "2026-12-05T20:00:00Z",
        }
        due = clock.now() - timedelta(seconds=1)
        return NewNotice(user.pk, "your_turn", "k3v9x2qd", key, payload, due)._replace(**fields)

    return make


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Elsewhere]:
    """A server of somebody else's, to which the door for outgoing HTTP leads."""
    with elsewhere(tmp_path) as server:
        monkeypatch.setattr(safe_http, "door", server.door())
        yield server
