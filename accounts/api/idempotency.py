"""A POST with an `Idempotency-Key` happens once, however often it is sent.

The operation, and the answer that is kept for it, are one transaction: after a crash there is neither. What is
kept is encrypted with a key that only the holder of the Idempotency-Key can bring back, since it may hold a
token or a hand of cards. Operations must therefore not ask for a transaction of their own (`durable=True`).
"""

import base64
import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import orjson
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.formats import dumps
from accounts.api.throttling import address
from accounts.errors import Refusal
from accounts.models import KeptAnswer

if TYPE_CHECKING:
    from accounts.api.views import ApiView

VISIBLE = re.compile(r"[!-~]{1,255}")
KEPT_HEADERS = ("Content-Type", "Content-Language", "Location", "ETag")
NOT_KEPT = {401, 429}

V = TypeVar("V", bound="ApiView")
P = ParamSpec("P")
Operation = Callable[[], HttpResponseBase]


class InFlight(Refusal):
    code, status = "in_flight", 409
    text = gettext_lazy("The first request with this Idempotency-Key is still being answered.")


class Mismatch(Refusal):
    code, status = "idempotency_mismatch", 422
    text = gettext_lazy("This Idempotency-Key was used for something else.")


def idempotent(
    post: Callable[Concatenate[V, Request, P], HttpResponseBase],
) -> Callable[Concatenate[V, Request, P], HttpResponseBase]:
    """Make a view's `post` honour the header; without it nothing changes."""

    @wraps(post)
    def guarded(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        key = request.headers.get("Idempotency-Key")
        if key is None:
            return post(view, request, *args, **kwargs)
        if not VISIBLE.fullmatch(key):
            raise ValidationError({"Idempotency-Key": [_("1 to 255 visible ASCII characters.")]})
        return _once(view, request, key, lambda: post(view, request, *args, **kwargs))

    return guarded


def _once(view: "ApiView", request: Request, key: str, operation: Operation) -> HttpResponse:
    name = salted_hmac("idempotency", f"{_caller(request)}\n{request.path}\n{key}", algorithm="sha256").digest()
    asked = hashlib.sha256(request.body).digest()
    with transaction.atomic():
        if not _locked(name):
            raise InFlight
        kept = KeptAnswer.objects.filter(key=name).first()
        if kept is None:
            return _first(view, name, asked, _cipher(key), operation)
        if bytes(kept.request) != asked:
            raise Mismatch
        return _restore(_cipher(key).decrypt(bytes(kept.answer)))


def _first(view: "ApiView", name: bytes, asked: bytes, cipher: Fernet, operation: Operation) -> HttpResponse:
    try:
        # A savepoint: a refusal undoes what the operation did, and is kept nevertheless.
        with transaction.atomic():
            answer = _plain(operation())
    except Exception as error:
        answer = _plain(view.handle_exception(error))
    if answer.status_code < 500 and answer.status_code not in NOT_KEPT:
        content = cipher.encrypt(_pack(answer))
        KeptAnswer.objects.create(key=name, request=asked, answer=content, created_at=clock.now())
    return answer


def _caller(request: Request) -> str:
    if request.auth is not None:
        return f"token:{request.auth.pk}"
    return f"user:{request.user.pk}" if request.user.is_authenticated else f"address:{address(request)}"


def _locked(name: bytes) -> bool:
    number = int.from_bytes(name[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        return bool(cursor.fetchone()[0])


def _cipher(key: str) -> Fernet:
    derive = HKDF(SHA256(), length=32, salt=None, info=b"kept answer " + key.encode())
    return Fernet(base64.urlsafe_b64encode(derive.derive(settings.SECRET_KEY.encode())))


def _plain(response: HttpResponseBase) -> HttpResponse:
    """The answer with its bytes, so that the second is the first."""
    if isinstance(response, Response):
        body = b"" if response.data is None else dumps(response.data)
        headers: dict[str, Any] = {**response.headers, "Content-Type": response.content_type or "application/json"}
        return HttpResponse(body, status=response.status_code, headers=headers)
    if not isinstance(response, HttpResponse):
        raise TypeError("A stream cannot be kept.")
    return response


def _pack(answer: HttpResponse) -> bytes:
    headers = {name: answer[name] for name in KEPT_HEADERS if answer.has_header(name)}
    return orjson.dumps([answer.status_code, headers, answer.content.decode()])


def _restore(packed: bytes) -> HttpResponse:
    status, headers, body = orjson.loads(packed)
    return HttpResponse(body.encode(), status=status, headers=headers)
