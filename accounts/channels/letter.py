"""What a mail says: the templates of its notices, in the language and the time zone of its reader."""

import re
from typing import Any, NamedTuple

import css_inline
from django.conf import settings
from django.template import Context, engines
from django.utils import timezone, translation
from django.utils.safestring import mark_safe

from accounts import clock
from accounts.channels import Message, enclosures
from accounts.channels.when import distance, moment, parse, zone_of
from accounts.models import Notice, User

INLINER = css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=True)


class Letter(NamedTuple):
    """The three texts of a mail, and what an answer to it is about (empty: none is expected)."""

    subject: str
    text: str
    html: str
    about: bytes = b""


def write(message: Message, links: dict[str, str]) -> Letter:
    """Put a message into words. `links` are addresses that the frame shows, such as `unsubscribe`."""
    user = message.user
    language = language_of(user)
    with translation.override(language), timezone.override(zone_of(user.time_zone)):
        return _write(message, {"user": user, "site_url": settings.SITE_URL, "language": language, **links})


def language_of(user: User) -> str:
    """The language this person reads, as far as we speak it."""
    return user.language if user.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _write(message: Message, frame: dict[str, Any]) -> Letter:
    user, notices = message.user, message.notices
    found = [enclosures.enclosed(notice, user) for notice in notices]
    # An answer has to be about one thing.
    abouts = {each.about for each in found if each.about}
    about = abouts.pop() if len(abouts) == 1 and settings.MAIL_REPLY_ADDRESS else b""
    frame |= {"can_reply": bool(about), "styles": [*dict.fromkeys(each.style for each in found if each.style)]}
    contexts = [
        {**frame, **context_of(notice, user), **each.context} for notice, each in zip(notices, found, strict=True)
    ]
    kinds = [f"notices/{notice.kind}" for notice in notices]
    texts = [_tidy(render(f"{kind}.txt", context)) for kind, context in zip(kinds, contexts, strict=True)]
    htmls = [mark_safe(render(f"{kind}.html", context)) for kind, context in zip(kinds, contexts, strict=True)]  # noqa: S308 - made by our templates, which escape
    threads = {notice.thread for notice in notices}
    tables = len(threads - {""})
    subject = f"{kinds[-1]}.subject.txt" if len(threads) == 1 else "notices/digest.subject.txt"
    base = "notices/_base" if len(kinds) == 1 else "notices/digest"
    frame |= {"texts": texts, "htmls": htmls, "preview": texts[0].partition("\n")[0], "tables": tables}
    return Letter(
        subject=" ".join(render(subject, contexts[-1] | {"count": tables}).split()),
        text=render(f"{base}.txt", frame).strip() + "\n",
        html=INLINER.inline(render(f"{base}.html", frame)),
        about=about,
    )


def _tidy(text: str) -> str:
    """No more than one empty line in a row, whatever a template left out."""
    return re.sub(r"\n[ \n]*\n", "\n\n", text).strip()


def context_of(notice: Notice, user: User) -> dict[str, Any]:
    """What the templates of one notice are given (README, "Templates")."""
    due, zone, language = parse(notice.payload.get("deadline")), zone_of(user.time_zone), user.language
    return {
        "notice": notice,
        "link": settings.SITE_URL + str(notice.payload.get("url") or "/"),
        "due_at": due,
        "deadline": moment(due, language, zone) if due else "",
        "deadline_in": distance(due, clock.now(), language) if due else "",
    }


def render(name: str, context: dict[str, Any]) -> str:
    """Render a template; those that end in .txt are text, so nothing is escaped in them."""
    template = engines["django"].engine.get_template(name)  # type: ignore[attr-defined]
    return str(template.render(Context(context, autoescape=not name.endswith(".txt"))))
