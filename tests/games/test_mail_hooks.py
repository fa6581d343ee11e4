"""Mails that a provider hands over by HTTP are taken in like any other; without the secret nothing is."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from anymail.webhooks.postmark import PostmarkInboundWebhookView
from django.core.exceptions import SuspiciousOperation
from django.db import OperationalError
from django.test import RequestFactory

import accounts.inbound.hooks
from games.access import Board
from tests.games.conftest import Api, unchanged
from tests.games.test_reply_by_mail import ONE, reply, reply_address, said
from tests.games.test_reply_by_mail import board as board
from tests.games.test_reply_by_mail import mail_comes_in as mail_comes_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("long_seed")]
SECRET = "postmark:a long random password"
Hook = Callable[[str, str], int]


@pytest.fixture
def hook(board: Board, bob: Api, settings: Any) -> Hook:
    """`hook(recipient, secret)`: what the provider does when a mail has come; the status of our answer."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    view = PostmarkInboundWebhookView.as_view()

    def call(recipient: str, secret: str = SECRET) -> int:
        body = {"OriginalRecipient": recipient, "RawEmail": reply("apple_mail").decode(), "Headers": []}
        credentials = base64.b64encode(secret.encode()).decode()
        request = RequestFactory().post(
            "/mail-hooks/postmark/inbound/",
            json.dumps(body),
            "application/json",
            headers={"Authorization": f"Basic {credentials}"},
        )
        return int(view(request).status_code)

    return call


def test_a_mail_from_a_provider_plays_once_however_often_it_is_handed_over(hook: Hook, board: Board, bob: Api) -> None:
    address = reply_address(bob)
    assert [hook(address, SECRET), hook(address, SECRET)] == [200, 200]
    assert said(board) == ONE


def test_who_does_not_know_the_secret_hands_nothing_over(hook: Hook, board: Board, bob: Api) -> None:
    address = reply_address(bob)
    with unchanged(), pytest.raises(SuspiciousOperation):
        hook(address, "postmark:guessed")


def test_the_provider_is_to_try_again_when_the_database_is_away(
    hook: Hook, board: Board, bob: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> None:
        raise OperationalError

    address = reply_address(bob)
    monkeypatch.setattr(accounts.inbound.hooks, "take_in", away)
    with pytest.raises(OperationalError):  # which Django answers with 500
        hook(address, SECRET)
