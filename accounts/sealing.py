"""What has to be read again and is nobody's business is encrypted where it is kept: a copy of the database is no use.

The keys are made from SECRET_KEY, one for each purpose; what earlier ones (SECRET_KEY_FALLBACKS) sealed opens, too.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


class Sealed(Exception):  # noqa: N818 - says what it is
    """It cannot be opened: SECRET_KEY is another by now."""


def seal(purpose: str, text: str) -> str:
    """The text, encrypted for this purpose."""
    return _cipher(purpose).encrypt(text.encode()).decode()


def unseal(purpose: str, sealed: str) -> str:
    """What `seal` was given. Raises Sealed."""
    try:
        return _cipher(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Sealed from error


def _cipher(purpose: str) -> MultiFernet:
    return MultiFernet([_fernet(purpose, str(key)) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(purpose: str, secret: str) -> Fernet:
    derive = HKDF(SHA256(), length=32, salt=None, info=purpose.encode())
    return Fernet(base64.urlsafe_b64encode(derive.derive(secret.encode())))
