"""A browser that has subscribed, and a push service that looks closely at what it is given."""

import base64
import json
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts import reach
from accounts.channels import push_keys
from accounts.models import Channel, User
from tests.accounts.doors import Received


def text(content: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def content(text: str) -> bytes:
    """What such a text stands for."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser: its address at a push service, and keys that never leave it."""

    def __init__(self, name: str = "one") -> None:
        self.address = f"https://push.there.example/send/{name}"
        self.private, self.auth = ec.generate_private_key(ec.SECP256R1()), name.encode().ljust(16, b".")
        public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": text(public), "auth": text(self.auth), "vapid": push_keys.newest().public}

    def of(self, user: User, **options: Any) -> Channel:
        """The device of somebody."""
        return reach.add_device(user, self.address, self.keys, **options)

    def read(self, received: Received) -> Any:
        """What the service worker is given: decrypted as RFC 8291 says, or an error."""
        opened = http_ece.decrypt(
            received.body, private_key=self.private, auth_secret=self.auth, version=received.headers["content-encoding"]
        )
        return json.loads(opened)


class Claims(NamedTuple):
    """What the site says of itself (RFC 8292), after its signature was checked."""

    aud: str
    exp: int
    sub: str
    key: str


def claims_of(received: Received) -> Claims:
    """Raises InvalidSignature when the key that is named did not sign."""
    scheme, _space, rest = received.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _dot, signature = parts["t"].rpartition(".")
    header, claims = (json.loads(content(part)) for part in signed.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), content(parts["k"]))
    r, s = (int.from_bytes(half) for half in (content(signature)[:32], content(signature)[32:]))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    return Claims(**claims, key=parts["k"])
