"""What fits on a lock screen or into a line of chat: a title and a sentence or two, and where they lead."""

from typing import NamedTuple

from django.utils import timezone, translation
from django.utils.translation import ngettext

from accounts.channels import Message
from accounts.channels.letter import context_of, language_of, render
from accounts.channels.when import zone_of
from accounts.models import Notice, User

MOST_LINES = 3
LONGEST_LINE = 200
SITE = "JACKPOT"


class Brief(NamedTuple):
    """The words, in the language of the reader. `url` is a path of this site; `thread` is empty for several matches."""

    title: str
    lines: list[str]
    url: str
    thread: str


def brief_of(message: Message) -> Brief:
    """Put a message into few words: each notice by the first line of its text."""
    user, notices = message.user, message.notices
    with translation.override(language_of(user)), timezone.override(zone_of(user.time_zone)):
        lines = [_first_line(notice, user) for notice in notices[-MOST_LINES:]]
        if more := len(notices) - len(lines):
            lines.append(ngettext("and %(count)d more", "and %(count)d more", more) % {"count": more})
        threads = {notice.thread for notice in notices}
        if len(threads) > 1:
            return Brief(SITE, lines, "/", "")
        title = " ".join(_render(notices[-1], user, "subject.txt").split())
        return Brief(title or SITE, lines, str(notices[-1].payload.get("url") or "/"), notices[-1].thread)


def _first_line(notice: Notice, user: User) -> str:
    return _render(notice, user, "txt").strip().partition("\n")[0][:LONGEST_LINE]


def _render(notice: Notice, user: User, ending: str) -> str:
    return render(f"notices/{notice.kind}.{ending}", {"user": user, "count": 1, **context_of(notice, user)})
