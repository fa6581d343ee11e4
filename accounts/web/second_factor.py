"""Secrets of second factors are encrypted where they are kept: a copy of the database is not enough to sign in."""

from allauth.mfa.adapter import DefaultMFAAdapter

from accounts.models import User
from accounts.sealing import seal, unseal

PURPOSE = "second factor"


class SecondFactorAdapter(DefaultMFAAdapter):
    """allauth's, with encryption, and with the name of the account in the authenticator app."""

    def encrypt(self, text: str) -> str:
        return seal(PURPOSE, text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(PURPOSE, encrypted_text)

    def get_totp_label(self, user: User) -> str:
        return user.username
