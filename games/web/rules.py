"""The rulebooks as pages: illustrated from the game's own folder, with a table of contents."""

import re
from html import unescape
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from games.rulebook import rulebook
from games.rules.base import Rules
from games.rules.registry import UnknownRulesError, all_rules, folder_name, newest
from games.web.pages import style_of

_SECTION = re.compile(r'(?=<h2 id=")')
_HEADING = re.compile(r'<h2 id="([^"]*)">(.*?)</h2>')
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)


class Section(NamedTuple):
    """A part of a rulebook under one heading, its text without that heading."""

    anchor: str
    title: str
    html: SafeString


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games that can be played here."""
    games = [
        {
            "slug": rules.slug,
            "name": gettext(rules.name.message),
            "tagline": gettext(rules.tagline.message),
            "seats": (rules.min_seats, rules.max_seats),
            "pictures": _pictures(rules),
        }
        for rules in all_rules()
    ]
    styles = [style for rules in all_rules() if (style := style_of(folder_name(rules)))]
    return render(request, "games/rules_index.html", {"games": games, "styles": styles})


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """One rulebook in the reader's language."""
    try:
        rules = newest(slug)
    except UnknownRulesError:
        raise Http404 from None
    book = rulebook(rules, get_language() or "en")
    opening, *parts = _SECTION.split(_inside(book["html"]))
    page = {
        "slug": slug,
        "title": book["title"],
        "opening": mark_safe(opening),  # noqa: S308 - made of escaped texts by the rulebook
        "sections": [_section(part) for part in parts],
        "pictures": _pictures(rules),
        "style": style_of(folder_name(rules)),
    }
    return render(request, "games/rules.html", page)


def _pictures(rules: Rules) -> str:
    """The template of a game's folder that draws something for an anchor, or nothing."""
    name = f"{folder_name(rules)}/rules_page.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return ""
    return name


def _inside(html: str) -> str:
    """The article's content, its tables in boxes that scroll by themselves."""
    content = html.partition(">\n")[2].rpartition("\n</article>")[0]
    return _TABLE.sub(r'<div class="table-wrap" role="group" tabindex="0">\g<0></div>', content)


def _section(part: str) -> Section:
    heading = _HEADING.match(part)
    if heading is None:
        return Section("", "", mark_safe(part))  # noqa: S308 - made of escaped texts by the rulebook
    anchor, title = heading.groups()
    html = mark_safe(part[heading.end() :])  # noqa: S308 - made of escaped texts by the rulebook
    return Section(anchor, unescape(title), html)
