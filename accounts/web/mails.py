"""The mails of a local site, which go nowhere: each is a file in EMAIL_FILE_PATH. Nothing of it exists elsewhere."""

from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

# What Django's backend writes after each mail of a file.
END = b"-" * 79
SHOWN = 200

View = Callable[..., HttpResponse]


class Mail(NamedTuple):
    """One file: its name, and what is in it."""

    name: str
    message: EmailMessage

    def part(self, kind: str) -> str:
        """The `plain` or the `html` part, empty when there is none."""
        body = self.message.get_body((kind,))
        return str(body.get_content()) if body else ""

    @property
    def text(self) -> str:
        return self.part("plain")


def local_only(view: View) -> View:
    """404 on every site that is not a developer's own."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not settings.LOCAL:
            raise Http404
        return view(request, **kwargs)

    return guarded


@local_only
def index(request: HttpRequest) -> HttpResponse:
    """The newest mails first."""
    mails = [_read(path) for path in _newest()[:SHOWN]]
    return render(request, "accounts/mails.html", {"mails": mails})


@local_only
def show(request: HttpRequest, name: str) -> HttpResponse:
    """One mail: its headers, its text, and its HTML in a frame that may do nothing."""
    mail = _find(name)
    return render(request, "accounts/mail.html", {"mail": mail, "headers": mail.message.items()})


@local_only
def html(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML part alone; the policy keeps it from running or loading anything, wherever it is opened."""
    answer = HttpResponse(_find(name).part("html"))
    answer["Content-Security-Policy"] = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'"
    answer["X-Frame-Options"] = "SAMEORIGIN"
    return answer


def _newest() -> list[Path]:
    folder = Path(getattr(settings, "EMAIL_FILE_PATH", None) or "/nonexistent")
    # By age: the names tell the second only.
    return sorted(folder.glob("*.log"), key=lambda path: path.stat().st_mtime_ns, reverse=True)


def _find(name: str) -> Mail:
    """The file of this name among those in the folder: a name is compared, never made into a path."""
    for path in _newest():
        if path.name == name:
            return _read(path)
    raise Http404


def _read(path: Path) -> Mail:
    content, _end, _rest = path.read_bytes().partition(b"\n" + END)
    return Mail(path.name, message_from_bytes(content, policy=policy.default))
