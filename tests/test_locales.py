"""The catalogues: every text of the site in every language, and in the words of the printed game."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import RequestFactory, override_settings
from django.utils.translation import get_language_from_request, to_locale

from games.rulebook import rulebook
from games.rules.registry import newest

BASE = Path(settings.BASE_DIR)
LOCALE = BASE / "jackpot_site" / "locale"
LOCALES = {code: to_locale(code) for code, _ in settings.LANGUAGES}
TRANSLATED = [locale for locale in LOCALES.values() if locale != "en"]

_PLACE = re.compile(r"%\(\w+\)[a-z]|%[a-z]|\{\w*\}")
_TERMS = {
    "en": (
        "7 (SEVEN)|BAR|Bell|Watermelon|Plum|Cherry|draw pile|discard pile|hand|set of 3|card|coin|points|turn|player|"
        "Your turn at a glance"
    ),
    "ja": (
        "7(セブン)|BAR(バー)|ベル|スイカ|プラム|チェリー|"
        "山札|捨て札|手札|3枚セット|カード|コイン|点|番|人|自分の番の流れ"
    ),
    "zh-hant": (
        "7(SEVEN)|BAR|鈴鐺(BELL)|西瓜(WATERMELON)|李子(PLUM)|櫻桃(CHERRY)|"
        "牌堆|棄牌區|手牌|3張一組|卡牌|金幣|分|回合|玩家|你的回合流程"
    ),
    "zh-hans": ("7|BAR|铃铛|西瓜|李子|樱桃|牌堆|弃牌区|手牌|3张一组|卡牌|金币|分|回合|玩家|你的回合流程"),
    "fr": (
        "7|BAR|Cloche|Pastèque|Prune|Cerise|"
        "pioche|défausse|main|trio|carte|pièce|points|tour|joueur|Ton tour, étape par étape"
    ),
    "de": (
        "7 (Sieben)|BAR|Glocke|Melone|Pflaume|Kirsche|"
        "Nachziehstapel|Ablage|Handkarten|3er-Set|Karte|Münze|Punkte|Zug|Spieler|Mitspieler|So läuft dein Zug"
    ),
    "th": ("7 (ไพ่เลข 7)|BAR (บาร์)|ระฆัง|แตงโม|พลัม|เชอร์รี|กองจั่ว|ไพ่ทิ้ง|ไพ่ในมือ|ชุด 3 ใบ|ไพ่|เหรียญ|แต้ม|ตา|ผู้เล่น|ขั้นตอนเมื่อถึงตาเรา"),
    "ko": (
        "7(세븐)|BAR(바)|벨|수박|자두|체리|카드 더미|버린 카드|손패|3장 세트|카드|동전|점|차례|사람|내 차례에 할 일"
    ),
}


def catalogue(locale: str) -> Catalog:
    """The catalogue of a language as its file has it."""
    with (LOCALE / locale / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=locale)


def messages(catalog: Catalog) -> list[Message]:
    """All messages but the header."""
    return [message for message in catalog if message.id]


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """The text, or its forms by number."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def key(message: Message) -> tuple[str, ...]:
    return (message.context or "", *forms(message.id))


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Every text in the sources now, found by the command that the documentation gives."""
    page = (BASE / "docs" / "translating.md").read_text().replace("\\\n", " ")
    command = next(line for line in page.splitlines() if " extract " in line)
    _, *words = shlex.split(command)
    found = tmp_path_factory.mktemp("texts") / "texts.pot"
    words[words.index("-o") + 1] = str(found)
    subprocess.run([sys.executable, *words], cwd=BASE, check=True, capture_output=True)
    with found.open("rb") as file:
        return read_po(file)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The catalogues as they are now, compiled and in use."""
    folder = tmp_path_factory.mktemp("locale")
    for locale in LOCALES.values():
        (folder / locale / "LC_MESSAGES").mkdir(parents=True)
        with (folder / locale / "LC_MESSAGES" / "django.mo").open("wb") as file:
            write_mo(file, catalogue(locale))
    with override_settings(LOCALE_PATHS=[folder]):
        yield folder


def test_every_language_of_the_site_has_a_catalogue() -> None:
    assert len(LOCALES) == 8
    assert {path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/django.po")} == set(LOCALES.values())


@pytest.mark.parametrize("locale", LOCALES.values())
def test_a_catalogue_holds_the_texts_of_the_sources_and_no_others(locale: str, texts: Catalog) -> None:
    wanted, there = set(map(key, messages(texts))), set(map(key, messages(catalogue(locale))))
    assert len(wanted) > 300
    assert sorted(wanted - there) == [], "see docs/translating.md"
    assert sorted(there - wanted) == [], "see docs/translating.md"


@pytest.mark.parametrize("locale", LOCALES.values())
def test_nothing_is_fuzzy_or_obsolete(locale: str) -> None:
    catalog = catalogue(locale)
    assert not catalog.fuzzy
    assert [message.id for message in messages(catalog) if message.fuzzy] == []
    assert not catalog.obsolete


@pytest.mark.parametrize("locale", TRANSLATED)
def test_every_text_is_translated_in_every_form(locale: str) -> None:
    catalog = catalogue(locale)
    assert (catalog.num_plurals, catalog.plural_expr) == tuple(get_plural(locale))[:2]
    for message in messages(catalog):
        wanted = catalog.num_plurals if message.pluralizable else 1
        assert len(forms(message.string)) == wanted, message.id
        assert all(form.strip() for form in forms(message.string)), message.id


@pytest.mark.parametrize("locale", TRANSLATED)
def test_places_and_line_ends_are_kept(locale: str) -> None:
    for message in messages(catalogue(locale)):
        allowed = [sorted(_PLACE.findall(form)) for form in forms(message.id)]
        for form in forms(message.string):
            assert sorted(_PLACE.findall(form)) in allowed, message.id
            assert form.startswith("\n") == forms(message.id)[0].startswith("\n"), message.id
            assert form.endswith("\n") == forms(message.id)[0].endswith("\n"), message.id


@pytest.mark.parametrize("locale", TRANSLATED)
def test_a_catalogue_compiles_and_loads(locale: str) -> None:
    file = BytesIO()
    write_mo(file, catalogue(locale))
    file.seek(0)
    translations = GNUTranslations(file)
    assert translations.info()["content-type"] == "text/plain; charset=utf-8"
    for message in messages(catalogue(locale)):
        if isinstance(message.id, str) and not message.context:
            assert translations.gettext(message.id) == message.string


@pytest.mark.parametrize("code", LOCALES)
@pytest.mark.usefixtures("compiled")
def test_the_rulebook_uses_the_terms_of_the_printed_game(code: str) -> None:
    text = rulebook(newest("jack-in-the-pot"), code)["text"]
    assert [term for term in _TERMS[code].split("|") if term not in text] == []


@pytest.mark.parametrize("locale", TRANSLATED)
def test_titles_and_bar_stay_as_they_are(locale: str) -> None:
    catalog = catalogue(locale)
    assert forms(catalog["JACK in the POT"].string) == ("JACK in the POT",)
    assert forms(catalog["BAR"].string)[0].startswith("BAR")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("ja", "ja"),
        ("zh-TW", "zh-hant"),
        ("zh-HK", "zh-hant"),
        ("zh-CN", "zh-hans"),
        ("zh-Hans-SG", "zh-hans"),
        ("fr-CA", "fr"),
        ("de-AT,en;q=0.5", "de"),
        ("th", "th"),
        ("ko-KR", "ko"),
        ("tlh,en-GB;q=0.8", "en"),
        ("tlh", "en"),
    ],
)
@pytest.mark.usefixtures("compiled")
def test_a_browser_gets_the_nearest_language(wanted: str, code: str) -> None:
    request = RequestFactory().get("/", headers={"accept-language": wanted})
    assert get_language_from_request(request) == code
