"""Everything that can be refused says so with this one kind of exception."""

from collections.abc import Mapping
from typing import ClassVar

from django.utils.functional import Promise


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A refusal that changed nothing: a code of the API, an HTTP status, and a text for the person.

    Subclasses set the three; `detail` may say more precisely what was wrong. The doors turn it into a
    problem document by itself. `errors` (field to texts) says which of the input was wrong, if it was that.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    text: ClassVar[str | Promise]
    errors: Mapping[str, list[str]] | None = None

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or self.code)
        self.detail = detail or str(self.text)
