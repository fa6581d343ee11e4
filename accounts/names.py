"""Which names a person may choose."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST = 30
# Names that the site gives itself: to guests, to accounts that are closed, to the bots of the house.
RESERVED = re.compile(
    r"(?:guest|gone|bot)-.*|.*-bot|admin(?:istrator)?|moderator|staff|support|jackpot|system|demo", re.IGNORECASE
)


def check(name: str) -> None:
    """Raise ValidationError for a name that would mislead others. An @ would make it look like an address."""
    if len(name) > LONGEST:
        raise ValidationError(_("At most %(count)d characters, please.") % {"count": LONGEST})
    if "@" in name:
        raise ValidationError(_("A name has no @ in it."))
    if RESERVED.fullmatch(name):
        raise ValidationError(_("This name is kept for the site itself. Choose another."))
