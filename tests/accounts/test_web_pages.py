"""Every page about people: in eight languages, under a strict policy, without anything inline."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from accounts import services
from accounts.models import User
from accounts.web import letters
from tests.accounts.browser import PASSWORD, person, sign_in, wants

pytestmark = pytest.mark.django_db

TEMPLATES = Path(settings.BASE_DIR) / "accounts" / "templates"
LANGUAGES = [code for code, _name in settings.LANGUAGES]
FOR_STRANGERS = (
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/login/code/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/done/",
    "/accounts/inactive/",
)
FOR_MEMBERS = (
    *("/settings/", "/settings/notices/", "/settings/mails/", "/settings/tokens/", "/settings/data/"),
    *("/settings/close/", "/accounts/email/", "/accounts/password/change/", "/accounts/sessions/"),
    *("/accounts/logout/", "/accounts/2fa/", "/accounts/reauthenticate/", "/accounts/2fa/reauthenticate/"),
    *("/accounts/reauthenticate/code/", "/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/generate/"),
    "/accounts/2fa/totp/deactivate/",
)
FOR_GUESTS = ("/accounts/keep/", "/settings/", "/settings/notices/", "/settings/tokens/", "/settings/close/")


@pytest.fixture(autouse=True)
def nothing_counted_yet() -> None:
    cache.clear()


def policy(answer: Any) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in answer["Content-Security-Policy"].split(";"))
    return {name: value for name, _space, value in parts}


def check(answer: Any, language: str) -> None:
    text = answer.content.decode()
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in text
    assert policy(answer)["default-src"] == "'self'"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert inline(text) == []


def inline(text: str) -> list[str]:
    """What the policy would not let run or draw, and fields nobody could name."""
    found = re.findall(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=|javascript:", text)
    return [*found, *re.findall(r"placeholder=", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_for_strangers(client: Client, language: str) -> None:
    for path in FOR_STRANGERS:
        check(client.get(path, headers={"accept-language": language}), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_for_members(client: Client, language: str) -> None:
    user = person(language=language)
    sign_in(client, "alice")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    check(client.get("/accounts/2fa/totp/activate/"), language)
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    for path in FOR_MEMBERS:
        check(client.get(path), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_for_guests(client: Client, language: str) -> None:
    client.force_login(services.guest_account(language))
    for path in FOR_GUESTS:
        check(client.get(path), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_on_the_way_in(language: str) -> None:
    person(language=language)
    asked = {"accept-language": language}
    for path, typed in (
        ("/accounts/signup/", wants("carol")),
        ("/accounts/login/code/", {"email": "alice@example.org"}),
    ):
        check(Client().post(path, typed, headers=asked, follow=True), language)
    check(Client().post("/accounts/signup/", {}, headers=asked), language)


def test_every_field_has_a_label_and_its_error_is_tied_to_it(client: Client) -> None:
    text = client.post("/accounts/signup/", wants("a", email="no", password1="1")).content.decode()
    form = text.partition('action="/accounts/signup/"')[2].partition("</form>")[0]
    for name, kind in (("username", "username"), ("email", "email"), ("password1", "new-password")):
        field = re.search(rf'<input[^>]*name="{name}"[^>]*>', form)
        assert field
        assert f'autocomplete="{kind}"' in field[0]
        assert 'aria-invalid="true"' in field[0]
        described = re.search(r'aria-describedby="([^"]+)"', field[0])
        assert described
        assert all(f'id="{each}"' in form for each in described[1].split())
        assert f'<label for="id_{name}">' in form


@pytest.mark.parametrize("template", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_template_has_anything_inline(template: Path) -> None:
    if template.parent.name != "notices":  # mails, which have no policy but their own
        assert inline(template.read_text()) == []


def test_the_policy_is_on_every_answer(client: Client) -> None:
    for path in ("/", "/nothing/", "/accounts/login/", "/healthz", "/api/v1/me/", "/dev/mails/"):
        answer = client.get(path)
        assert policy(answer)["frame-ancestors"] == "'none'"
        assert "camera=()" in answer["Permissions-Policy"]
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Referrer-Policy"] == "same-origin"


def test_only_the_page_to_try_the_api_draws_with_styles_of_its_own(client: Client) -> None:
    answer = client.get("/api/docs/")
    assert "unsafe" not in policy(answer).get("script-src", "") + policy(answer)["default-src"]
    assert policy(answer)["style-src"] == "'self' 'unsafe-inline'"
    assert re.findall(r"<script(?![^>]*\bsrc=)", answer.content.decode()) == []
    assert client.get("/api/docs/?script=").status_code == 200


def test_an_answer_that_was_not_modified_leaves_the_policy_of_the_page_as_it_is(client: Client) -> None:
    tag = client.get("/api/docs/")["ETag"]
    again = client.get("/api/docs/", headers={"if-none-match": tag})
    assert again.status_code == 304
    assert "Content-Security-Policy" not in again


def test_the_administration_keeps_to_the_policy(client: Client) -> None:
    client.force_login(person("boss", is_staff=True, is_superuser=True))
    for path in ("/admin/", "/admin/accounts/user/", f"/admin/accounts/user/{User.objects.get().pk}/change/"):
        answer = client.get(path)
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert [each for each in inline(answer.content.decode()) if each != "placeholder="] == []


@pytest.mark.parametrize("name", letters.WORDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mail_about_an_account_can_be_written(name: str, language: str) -> None:
    context: dict[str, Any] = dict.fromkeys(
        ("username", "ip", "user_agent", "to_email", "from_email", "deleted_email"), "thing"
    )
    context["timestamp"] = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
    links = {"link": "http://127.0.0.1/x", "password_reset_url": "http://127.0.0.1/y", "code": "ABCD-EFGH"}
    with translation.override(language):
        message = letters.compose(f"account/email/{name}", "a@example.org", {**context, **links, "language": language})
    assert message.subject
    assert message.body.strip()
    assert f'lang="{language}"' in str(message.alternatives[0][0])
