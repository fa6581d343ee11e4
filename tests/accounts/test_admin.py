"""The admin: everything about accounts can be looked at, little can be done, nothing secret is shown."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client

from accounts import clock as present
from accounts import delivery, gathering, services
from accounts.models import ApiToken, Channel, Delivery, Notice, User
from accounts.outbox import NewNotice, put, withdraw
from tests.accounts.conftest import person

Make = Callable[..., NewNotice]


@pytest.fixture
def boss(db: None) -> Client:
    client = Client()
    client.force_login(person("boss", is_staff=True, is_superuser=True))
    return client


def test_every_page_opens_and_shows_nothing_secret(boss: Client, alice: User, notice: Make) -> None:
    row, token = services.create_token(alice, label="bot")
    put([notice(alice)])
    while delivery.relay_one():
        pass
    models: list[Any] = [User, ApiToken, Channel, Delivery, Notice]
    for model in models:
        name = model._meta.model_name
        listed = boss.get(f"/admin/accounts/{name}/?q=alice")
        assert listed.status_code == 200
        instance = model._default_manager.order_by("pk").last()
        page = boss.get(f"/admin/accounts/{name}/{instance.pk}/change/")
        assert page.status_code == 200
        for secret in (token, services.hash_of(token).hex(), repr(services.hash_of(token))[2:-1]):
            assert secret not in listed.content.decode() + page.content.decode()
    assert row.hint in boss.get("/admin/accounts/apitoken/").content.decode()


def test_what_a_notice_says_is_between_its_reader_and_the_table(boss: Client, alice: User, notice: Make) -> None:
    put([notice(alice)._replace(payload={"line": "discard the plum"})])
    page = boss.get(f"/admin/accounts/notice/{Notice.objects.get().pk}/change/").content.decode()
    assert "plum" not in page


def test_every_link_of_a_filter_has_a_name(boss: Client, alice: User, notice: Make) -> None:
    put([notice(alice, "a"), notice(alice, "b")])
    withdraw("a", reason="answered")
    page = boss.get("/admin/accounts/notice/").content.decode()
    assert "reason=answered" in page
    assert not re.search(r"<a href=[^>]*>\s*</a>", page)


def test_kept_answers_and_rates_have_no_page() -> None:
    registered = {model.__name__ for model in admin.site._registry}
    assert not {"KeptAnswer", "RateWindow"} & registered


@pytest.mark.parametrize("name", ["apitoken", "channel", "notice", "delivery"])
def test_rows_are_read_only(boss: Client, name: str) -> None:
    assert boss.get(f"/admin/accounts/{name}/add/").status_code == 403


def test_nobody_is_deleted(boss: Client, alice: User) -> None:
    assert boss.post(f"/admin/accounts/user/{alice.pk}/delete/", {"post": "yes"}).status_code == 403
    assert b"delete_selected" not in boss.get("/admin/accounts/user/").content


def test_tokens_are_revoked(boss: Client, alice: User) -> None:
    row, _token = services.create_token(alice)
    boss.post("/admin/accounts/apitoken/", {"action": "revoke", "_selected_action": [row.pk]})
    assert ApiToken.objects.get().revoked_at is not None


def test_a_failed_mail_is_tried_again(boss: Client, alice: User, notice: Make) -> None:
    put([notice(alice)])
    gathering.gather_next()
    Delivery.objects.update(status="failed", due_at=None)
    row = Delivery.objects.get()
    boss.post("/admin/accounts/delivery/", {"action": "try_again", "_selected_action": [str(row.pk)]})
    assert delivery.send_next()
    assert len(mail.outbox) == 1


def test_who_may_only_look_may_not_act(alice: User, db: None) -> None:
    helper = person("helper", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(codename="view_apitoken"))
    row, _token = services.create_token(alice)
    client = Client()
    client.force_login(helper)
    assert client.get("/admin/accounts/apitoken/").status_code == 200
    client.post("/admin/accounts/apitoken/", {"action": "revoke", "_selected_action": [row.pk]})
    assert ApiToken.objects.get().revoked_at is None


def user_form(user: User, **changes: Any) -> dict[str, Any]:
    names = ("username", "email", "language", "time_zone")
    return {name: getattr(user, name) for name in names} | {"is_active": "on"} | changes


def test_a_new_address_is_written_to_and_the_former_is_not(boss: Client, alice: User) -> None:
    answer = boss.post(f"/admin/accounts/user/{alice.pk}/change/", user_form(alice, email="new@example.org"))
    assert answer.status_code == 302
    usable = Channel.objects.filter(user=alice, disabled_at=None)
    assert [channel.address for channel in usable] == ["new@example.org"]
    assert usable.get().verified_at is not None


def test_a_name_is_taken_whatever_its_case(boss: Client, alice: User) -> None:
    created = {"username": "ALICE", "usable_password": "false"}
    answer = boss.post("/admin/accounts/user/add/", created)
    assert answer.status_code == 200
    assert User.objects.filter(username__iexact="alice").count() == 1
    assert boss.post("/admin/accounts/user/add/", {**created, "username": "carol"}).status_code == 302


def test_a_suspension_cannot_be_slipped_in(boss: Client, alice: User) -> None:
    boss.post(f"/admin/accounts/user/{alice.pk}/change/", user_form(alice, suspended_at=present.now()))
    alice.refresh_from_db()
    assert not alice.suspended
