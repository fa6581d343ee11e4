"""manage.py issue_token: the token alone on standard output, or one clear line and exit code 1."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import ApiToken, Channel, User
from accounts.services import BOT_SCOPES, PERSON_SCOPES, close_account, hash_of


def issue(*args: str) -> str:
    out = StringIO()
    call_command("issue_token", *args, stdout=out)
    return out.getvalue()


def test_it_prints_the_token_alone(alice: User) -> None:
    printed = issue("alice")
    assert printed.startswith("jp_")
    assert printed == printed.strip() + "\n"
    row = ApiToken.objects.get(user=alice)
    assert bytes(row.hash) == hash_of(printed.strip())
    assert printed[:7] == row.hint
    assert {*row.scopes} == {*PERSON_SCOPES}
    assert "moderate" not in row.scopes


def test_it_gives_the_scopes_asked_for(alice: User) -> None:
    issue("alice", "--scope", "games:read", "--scope", "moderate")
    assert ApiToken.objects.get().scopes == ["games:read", "moderate"]


def test_an_unknown_user_is_named(db: None) -> None:
    with pytest.raises(CommandError, match=r"^There is no user 'nobody'; --create creates one\.$"):
        issue("nobody")
    assert not User.objects.exists()


def test_create_makes_the_account_once(db: None) -> None:
    issue("ann", "--create", "--email", "ann@example.org")
    issue("ANN", "--create")
    assert [user.username for user in User.objects.all()] == ["ann"]
    assert ApiToken.objects.count() == 2
    assert Channel.objects.get().verified_at is not None
    assert not User.objects.get().has_usable_password()


def test_a_bot_may_play_as_one(db: None) -> None:
    issue("robo", "--create", "--bot")
    assert {*ApiToken.objects.get().scopes} == {*BOT_SCOPES}


@pytest.mark.parametrize("name", ["a b", "a\nb", "", "a/b", "x" * 200])
def test_a_name_that_cannot_be_is_refused(db: None, name: str) -> None:
    with pytest.raises(CommandError):
        issue(name, "--create")
    assert not User.objects.exists()


def test_a_wrong_scope_lists_the_right_ones(alice: User) -> None:
    with pytest.raises(CommandError, match=r"No such scope: games:cheat\. There are: games:read, .*moderate\."):
        issue("alice", "--scope", "games:cheat")
    assert not ApiToken.objects.exists()


def test_a_closed_account_gets_none(alice: User) -> None:
    close_account(alice)
    with pytest.raises(CommandError, match="closed"):
        issue(alice.username)
