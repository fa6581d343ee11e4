"""The site's own VAPID keys: made at the first `migrate`, known to no vendor, and replaced by `manage.py push_key`."""

import base64

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts import clock
from accounts.models import PushKey
from accounts.sealing import Sealed, seal, unseal

KEY_BYTES = 32


def newest() -> PushKey:
    """The key that devices are given now; made if there is none that can be read."""
    key = PushKey.objects.order_by("-id").first()
    return key if key and _is_readable(key) else make()


def make() -> PushKey:
    """A new key. Devices that have an older one keep it until they come by, and it goes on working for them."""
    pair = ec.generate_private_key(ec.SECP256R1())
    secret = pair.private_numbers().private_value.to_bytes(KEY_BYTES)
    public = pair.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    sealed = seal(PushKey.PURPOSE, base64.urlsafe_b64encode(secret).decode())
    return PushKey.objects.create(public=_text(public), sealed=sealed, created_at=clock.now())


def secret_of(public: str) -> str | None:
    """The secret half of a key, in base64url; None when there is no such key any more. Raises sealing.Sealed."""
    key = PushKey.objects.filter(public=public).first()
    return unseal(PushKey.PURPOSE, key.sealed) if key else None


def is_known(public: str) -> bool:
    """Whether this is the public half of a key of ours."""
    return PushKey.objects.filter(public=public).exists()


def drop_older() -> int:
    """Forget all keys but the newest, as after a theft: devices that have an older one must subscribe anew."""
    return PushKey.objects.exclude(pk=newest().pk).delete()[0]


def _is_readable(key: PushKey) -> bool:
    try:
        return bool(unseal(PushKey.PURPOSE, key.sealed))
    except Sealed:
        return False


def _text(public: bytes) -> str:
    return base64.urlsafe_b64encode(public).rstrip(b"=").decode()
