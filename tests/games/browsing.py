"""A browser without scripts: it reads pages, fills in the forms that are on them, and presses their buttons."""

from html.parser import HTMLParser
from typing import Any, NamedTuple

from django.test import Client

from accounts.models import User

VOID = {"input", "meta", "link", "br", "img", "hr"}


class Button(NamedTuple):
    """Something to press: the form it belongs to, and what it adds to it."""

    form: "Form"
    name: str | None
    value: str
    label: str
    disabled: bool

    @property
    def pair(self) -> list[tuple[str, str]]:
        return [(self.name, self.value)] if self.name else []


class Form:
    """One form of a page."""

    def __init__(self, attrs: dict[str, str]) -> None:
        self.action, self.method = attrs.get("action", ""), attrs.get("method", "get")
        self.fields: list[tuple[str, str]] = []
        self.boxes: list[tuple[str, str]] = []
        self.selects: dict[str, list[str]] = {}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.buttons: list[Button] = []
        self.links: list[tuple[str, str]] = []
        self.form: Form | None = None
        self._select = ""
        self._open: tuple[str, dict[str, str]] | None = None
        self._text = ""

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in pairs}
        if tag == "form":
            self.form = Form(attrs)
            self.forms.append(self.form)
        if tag in ("button", "a"):
            self._open, self._text = (tag, attrs), ""
        if self.form and tag == "input" and "name" in attrs:
            kind = self.form.boxes if attrs.get("type") in ("checkbox", "radio") else self.form.fields
            kind.append((attrs["name"], attrs.get("value", "")))
        if self.form and tag == "select":
            self._select = attrs["name"]
            self.form.selects[self._select] = []
        if self.form and tag == "option":
            chosen = self.form.selects[self._select]
            chosen.insert(0 if "selected" in attrs else len(chosen), attrs.get("value", ""))

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        if self._open and tag == self._open[0]:
            attrs, label = self._open[1], " ".join(self._text.split())
            self._open = None
            if tag == "a":
                self.links.append((label, attrs.get("href", "")))
            elif self.form and attrs.get("type", "submit") == "submit":
                disabled = "disabled" in attrs or attrs.get("aria-disabled") == "true"
                button = Button(self.form, attrs.get("name"), attrs.get("value", ""), label, disabled)
                self.buttons.append(button)


class Browser:
    """Somebody at a browser; `page` is what is on the screen."""

    def __init__(self, user: User | None = None, **headers: str) -> None:
        self.client = Client(headers=headers, enforce_csrf_checks=True)
        if user:
            self.client.force_login(user)
        self.answer: Any = None
        self.path = ""
        self._read = _Reader()

    def get(self, path: str) -> "Browser":
        return self._show(self.client.get(path, follow=True), path)

    def submit(self, form: Form, *more: tuple[str, str]) -> "Browser":
        """Send a form with what stands in it and these besides (a button, boxes that were ticked)."""
        chosen = [(name, values[0]) for name, values in form.selects.items() if values and name not in dict(more)]
        kept = [pair for pair in form.fields if pair[0] not in dict(more) or pair[0] == "action"]
        data: dict[str, list[str]] = {}
        for name, value in [*kept, *chosen, *more]:
            data.setdefault(name, []).append(value)
        send = self.client.post if form.method == "post" else self.client.get
        path = form.action or self.path
        return self._show(send(path, data, follow=True), path)

    def press(self, label: str, *more: tuple[str, str]) -> "Browser":
        """Press the first button with this in its label."""
        button = next(each for each in self.buttons if label in each.label)
        return self.submit(button.form, *button.pair, *more)

    def act(self, action: str) -> "Browser":
        """Press the button of this action."""
        button = next(each for each in self.buttons if each.value == action)
        return self.submit(button.form, *button.pair)

    @property
    def buttons(self) -> list[Button]:
        return self._read.buttons

    @property
    def forms(self) -> list[Form]:
        return self._read.forms

    @property
    def links(self) -> dict[str, str]:
        return dict(self._read.links)

    @property
    def text(self) -> str:
        content: str = self.answer.content.decode()
        return content

    @property
    def status(self) -> int:
        return int(self.answer.status_code)

    @property
    def allowed(self) -> list[str]:
        """The actions that can be taken on this page."""
        return [each.value for each in self.buttons if each.name == "action" and not each.disabled]

    @property
    def choosing(self) -> Form | None:
        """The form in which cards are to be chosen, if there is one."""
        return next((form for form in self.forms if any(name == "action" for name, _ in form.boxes)), None)

    def _show(self, answer: Any, path: str) -> "Browser":
        chain = getattr(answer, "redirect_chain", [])
        self.answer, self.path = answer, chain[-1][0] if chain else path
        self._read = _Reader()
        self._read.feed(answer.content.decode())
        return self
