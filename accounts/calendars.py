"""The private address of somebody's calendar: whoever has it reads the calendar, until it is replaced or taken away."""

import secrets

from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

SALT = "calendar"


def secret_of(user: User) -> str:
    """What the address ends with; empty when there is no calendar. It takes the account and the site's key to make."""
    if not user.calendar_key:
        return ""
    return f"{user.pk}-{salted_hmac(SALT, f'{user.pk}.{user.calendar_key}', algorithm='sha256').hexdigest()}"


def make(user: User) -> None:
    """A new address; the former one, if there was one, leads nowhere from now on."""
    user.calendar_key = secrets.token_hex(16)
    user.save(update_fields=["calendar_key"])


def take_away(user: User) -> None:
    """No address leads to the calendar any more."""
    user.calendar_key = ""
    user.save(update_fields=["calendar_key"])


def owner_of(secret: str) -> User | None:
    """Whose calendar this is; None for an address that is made up or no longer holds."""
    number = secret.partition("-")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    user = User.objects.filter(pk=int(number), is_active=True).first()
    return user if user and user.calendar_key and constant_time_compare(secret_of(user), secret) else None
