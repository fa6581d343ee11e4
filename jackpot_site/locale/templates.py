"""Shows Babel the texts in Django templates.

This folder is no package on purpose: to a script in the folder above, a package of this name would hide the
standard library's.
"""
# ruff: noqa: INP001

from collections.abc import Iterator
from io import BytesIO
from typing import IO, Any

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize


def texts(template: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """What Babel asks of an extractor: line, function, messages and comments of every text."""
    code = templatize(template.read().decode())
    unindented = "\n".join(map(str.strip, code.split("\n")))
    yield from extract_python(BytesIO(unindented.encode()), keywords, comment_tags, options)
