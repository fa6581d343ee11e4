"""Somebody with a browser and a mailbox, for the tests of the pages."""

import re

from django.core import mail
from django.test import Client

from accounts import services
from accounts.models import User

PASSWORD = "hatstand-77"
CODE = re.compile(r"^([A-Z0-9]{4}-[A-Z0-9]{4})", re.MULTILINE)
LINK = re.compile(r"https?://[^/\s]+(/accounts/\S+)")


def person(name: str = "alice", **fields: object) -> User:
    """A member with a proved address and a password."""
    user = services.create_account(name, f"{name}@example.org")
    for field, value in fields.items():
        setattr(user, field, value)
    user.set_password(PASSWORD)
    user.save()
    return user


def sign_in(client: Client, login: str, password: str = PASSWORD) -> int:
    """Try the form; the status of the answer (302 when it worked)."""
    return client.post("/accounts/login/", {"login": login, "password": password}).status_code


def who(client: Client) -> str:
    """The name that is signed in; empty when nobody is."""
    user_id = client.session.get("_auth_user_id")
    return User.objects.get(pk=user_id).username if user_id else ""


def mailed(address: str) -> str:
    """The text of the newest mail to an address."""
    texts = [str(message.body) for message in mail.outbox if message.to == [address]]
    assert texts, f"no mail to {address}"
    return texts[-1]


def code_for(address: str) -> str:
    found = CODE.search(mailed(address))
    assert found, mailed(address)
    return found[1]


def link_for(address: str) -> str:
    found = LINK.search(mailed(address))
    assert found, mailed(address)
    return found[1]


def wants(name: str, **changes: str) -> dict[str, str]:
    """What is typed into the form to sign up."""
    typed = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "time_zone": "Europe/Berlin"}
    return {**typed, **changes}
