"""The look: pages in all languages, nothing inline and nothing from elsewhere, contrast, symbols, and the worker."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils.translation import override

from accounts.models import User
from games.rules import match
from games.rules.base import Rules
from games.rules.registry import all_rules, folder
from games.web import rules as rules_pages
from jackpot_site import pages

BASE = Path(settings.BASE_DIR)
STATIC = BASE / "jackpot_site" / "static" / "site"
CODES = [code for code, _ in settings.LANGUAGES]
GAMES = all_rules()
TEMPLATES = sorted(
    path
    for folder in ("jackpot_site/templates", "games/templates", "accounts/templates", "games/rules")
    for path in (BASE / folder).rglob("*.html")
    if not {"notices", "admin"} & set(path.parts)
)
SOURCES = [*TEMPLATES, *STATIC.glob("*.css"), *(path for path in STATIC.glob("*.js") if "min" not in path.name)]


def error_pages(request: HttpRequest) -> list[HttpResponse]:
    return [
        pages.bad_request(request, ValueError()),
        pages.forbidden(request, PermissionDenied()),
        pages.csrf_failure(request),
        pages.not_found(request, ValueError()),
        pages.too_many_requests(request),
        pages.server_error(request),
    ]


@pytest.mark.parametrize("code", CODES)
def test_error_pages_need_no_database_and_speak_every_language(code: str) -> None:
    with override(code):
        answers = error_pages(RequestFactory().get("/somewhere/"))
    assert [answer.status_code for answer in answers] == [400, 403, 403, 404, 429, 500]
    for answer in answers:
        text = answer.content.decode()
        assert f'<html lang="{code}" dir="ltr"' in text
        assert text.count("<h1>") == 1
        assert 'href="/"' in text


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_a_rulebook_is_a_page_with_contents_and_pictures(code: str, rules: Rules, client: Client) -> None:
    with override(code):
        text = client.get(f"/rules/{rules.slug}/", headers={"accept-language": code}).content.decode()
    anchors, linked = re.findall(r'<h2 id="([^"]+)"', text), re.findall(r'<li><a href="#([^"]+)"', text)
    assert len(linked) > 5
    assert ["contents", *linked] == anchors
    assert f'<article class="book" lang="{code}">' in text


def test_the_games_are_listed_and_others_are_not_found(client: Client) -> None:
    text = client.get("/rules/").content.decode()
    assert all(f'href="/rules/{rules.slug}/"' in text for rules in GAMES)
    assert client.get("/rules/no-such-game/").status_code == 404


def test_a_game_without_pictures_has_a_page_all_the_same(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    monkeypatch.setattr(rules_pages, "_pictures", lambda rules: "")
    assert client.get(f"/rules/{GAMES[0].slug}/").status_code == 200


@pytest.mark.parametrize("path", ["/fairness/", "/credits/", "/offline/", "/rules/"])
def test_other_pages_of_the_site(path: str, client: Client) -> None:
    assert client.get(path).status_code == 200
    assert client.post(path).status_code in (403, 405)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(BASE)))
def test_nothing_is_inline(template: Path) -> None:
    text = template.read_text()
    assert not re.findall(r"<style\b|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:", text)
    assert all("src=" in tag for tag in re.findall(r"<script\b[^>]*>", text) if 'type="application/json"' not in tag)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere(source: Path) -> None:
    assert not re.findall(r"https?://(?!127\.0\.0\.1)|(?:src|href)=[\"']//|url\(|@import", source.read_text())


# Contrast.


def palettes() -> dict[str, dict[str, str]]:
    """The colours of both themes, as the stylesheet has them; the dark one is written twice and must agree."""
    light, system_dark, dark = _blocks((STATIC / "site.css").read_text())
    assert system_dark == dark
    return {"light": light, "dark": {**light, **dark}}


def _blocks(css: str) -> list[dict[str, str]]:
    selectors = (":root {", ':root:not([data-theme="light"]) {', ':root[data-theme="dark"] {')
    blocks = [css.partition(selector)[2].partition("}")[0] for selector in selectors]
    return [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})\b", block)) for block in blocks]


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


GROUNDS = ("felt", "panel", "sunk")
TEXT = [(ink, ground) for ink in ("ink", "faint", "brass", "good", "bad") for ground in GROUNDS]
TEXT += [("brass-ink", "brass"), ("card-ink", "card"), ("card-faint", "card"), ("back-ink", "back")]
SHAPES = [("edge", ground) for ground in GROUNDS] + [("brass", ground) for ground in GROUNDS] + [("card-ink", "card")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_and_shapes_stand_out(theme: str) -> None:
    colours = palettes()[theme]
    wanted = [(*pair, 4.5) for pair in TEXT] + [(*pair, 3.0) for pair in SHAPES]
    found = [(one, other, round(contrast(colours[one], colours[other]), 2), least) for one, other, least in wanted]
    assert [each for each in found if each[2] < each[3]] == []


def test_contrast_is_computed_as_the_guidelines_say() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# Pictures, and what the browser loads.


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_every_card_of_every_game_is_drawn(rules: Rules) -> None:
    options = {name: option.values[0] for name, option in rules.options.items()}
    brought: list[dict[str, str | None]] = [{} for _ in range(rules.min_seats)]
    table = match.lay_table(rules, rules.min_seats, options, brought)
    drawn = set(re.findall(r'<symbol id="([a-z-]+)"', (STATIC / "symbols.svg").read_text()))
    own_pictures = list(Path(str(folder(rules.slug).__file__)).parent.glob("static/*/*.svg"))
    assert own_pictures or set(rules.deck(table, match.rng_for(b"any", 0))) <= drawn


def test_every_picture_that_is_named_is_drawn() -> None:
    for kind in ("icon", "symbol"):
        drawn = set(re.findall(r'<symbol id="([a-z-]+)"', (STATIC / f"{kind}s.svg").read_text()))
        named = {
            name
            for template in TEMPLATES
            for name in re.findall(rf'include "site/{kind}\.html" with name="([a-z-]+)"', template.read_text())
        }
        assert named <= drawn


def test_pictures_hold_no_words() -> None:
    for path in STATIC.glob("*.svg"):
        assert not re.search(r"<text|<image|<script|<style", path.read_text()), path


def test_the_first_view_is_small() -> None:
    sizes = {path.name: path.stat().st_size for path in STATIC.iterdir()}
    assert sizes["site.css"] < 27_000
    assert sizes["site.js"] < 8_000
    assert sum(sizes[name] for name in ("site.css", "site.js", "htmx.min.js", "symbols.svg", "icons.svg")) < 95_000


@pytest.mark.parametrize("code", CODES)
def test_the_manifest_has_a_name_in_every_language_and_its_icons(code: str, client: Client) -> None:
    answer = client.get(f"/manifest.webmanifest?language={code}")
    assert answer["Content-Type"] == "application/manifest+json"
    found = json.loads(answer.content)
    assert (found["lang"], found["scope"], found["short_name"]) == (code, "/", "JACKPOT")
    assert all((STATIC / Path(icon["src"]).name).exists() for icon in found["icons"])


def test_the_worker_serves_the_whole_site_and_names_the_shell(client: Client) -> None:
    answer = client.get("/sw.js")
    text = answer.content.decode()
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    assert all(f"/static/site/{name}" in text for name in pages.SHELL)
    assert all((STATIC / name).exists() for name in pages.SHELL)
    assert "{%" not in text
    assert "{{" not in text


# Choices.


@pytest.mark.parametrize(("chosen", "mark"), [("dark", ' data-theme="dark"'), ("light", ' data-theme="light"')])
def test_a_theme_is_remembered(chosen: str, mark: str, client: Client) -> None:
    answer = client.post("/theme/", {"theme": chosen, "next": "/credits/"})
    assert (answer.status_code, answer["Location"]) == (302, "/credits/")
    assert mark in client.get("/credits/").content.decode()
    client.post("/theme/", {"theme": "system"})
    assert mark not in client.get("/credits/").content.decode()


def test_a_theme_leads_nowhere_else(client: Client) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


@pytest.mark.django_db
def test_an_account_remembers_language_and_theme(client: Client, django_user_model: type[User]) -> None:
    user = django_user_model.objects.create_user("ann")
    client.force_login(user)
    client.post("/theme/", {"theme": "dark"})
    client.post("/i18n/setlang/", {"language": "ja", "next": "/credits/"})
    client.post("/i18n/setlang/", {"language": "tlh", "next": "/credits/"})
    user.refresh_from_db()
    assert (user.theme, user.language) == ("dark", "ja")
    text = client.get("/credits/").content.decode()
    assert '<html lang="ja" dir="ltr" data-theme="dark">' in text
    assert 'data-waiting="0"' in text
