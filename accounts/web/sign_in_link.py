"""A link that signs in once: signed, short-lived, and void as soon as anybody has signed in to the account.

Nothing is stored. The link carries a stamp of the account's password, address and last sign-in; using it changes
the last of these.
"""

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

SALT = "sign in once"
SECONDS = 15 * 60


def url(user: User) -> str:
    """The absolute address that signs this person in."""
    signed = signing.dumps([user.pk, _stamp(user)], salt=SALT)
    return f"{settings.SITE_URL}{reverse('sign-in-link', args=[signed])}"


def read(signed: str, *, lock: bool = False) -> User | None:
    """Whose link this is; None when it is not ours, too old, or used. With `lock` (in a transaction) only one wins."""
    try:
        pk, stamp = signing.loads(signed, salt=SALT, max_age=SECONDS)
    except signing.BadSignature:
        return None
    users = User.objects.select_for_update(no_key=True) if lock else User.objects.all()
    user = users.filter(pk=pk, is_active=True).first()
    return user if user and constant_time_compare(stamp, _stamp(user)) else None


def _stamp(user: User) -> str:
    last = user.last_login.isoformat() if user.last_login else ""
    return salted_hmac(SALT, "|".join([user.password, user.email, last])).hexdigest()[:32]
