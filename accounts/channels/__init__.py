"""The ways of reaching somebody, one module each, all with the same two words.

`send(address, message)` hands a message over, or raises ChannelError. It may be called again for the same
delivery after a crash, and then has to send the same message under the same id.
"""

from typing import NamedTuple
from uuid import UUID

from accounts.models import Channel, Notice, User


class ChannelError(Exception):
    """It could not be handed over. `permanent`: this address will never take a message."""

    def __init__(self, text: str, *, permanent: bool) -> None:
        super().__init__(text)
        self.permanent = permanent


class Message(NamedTuple):
    """What is to be told: the notices of one delivery, oldest first, to one user on one channel."""

    delivery_id: UUID
    user: User
    channel: Channel
    notices: list[Notice]
