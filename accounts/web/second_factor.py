"""Secrets of second factors are encrypted where they are kept: a copy of the database is not enough to sign in."""

import base64

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from accounts.models import User


class SecondFactorAdapter(DefaultMFAAdapter):
    """allauth's, with encryption, and with the name of the account in the authenticator app."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def get_totp_label(self, user: User) -> str:
        return user.username


def _cipher() -> MultiFernet:
    """Encrypts with SECRET_KEY; reads what earlier ones (SECRET_KEY_FALLBACKS) have written, too."""
    return MultiFernet([_fernet(str(key)) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _fernet(secret: str) -> Fernet:
    derive = HKDF(SHA256(), length=32, salt=None, info=b"second factor")
    return Fernet(base64.urlsafe_b64encode(derive.derive(secret.encode())))
