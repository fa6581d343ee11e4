"""The ways of reaching somebody, one module each, all with the same words.

`send(address, message)` hands a message over and may say what the other side answered, or raises ChannelError. It
may be called again for the same delivery after a crash, and then has to send the same message under the same id.
`PATIENCE` is how long an address may fail before it is turned off; None: for ever, as long as it may be our own fault.
`ONE_BY_ONE` says that every notice is a message of its own.
"""

from datetime import timedelta
from typing import NamedTuple, Protocol
from uuid import UUID

from accounts.models import Channel, Notice, User


class Receipt(NamedTuple):
    """What the other side answered, as a number, and after how many milliseconds."""

    code: int | None = None
    milliseconds: int | None = None


class ChannelError(Exception):
    """It could not be handed over.

    `permanent`: this address will never take a message. `gone`: nor is there any use in keeping it. `wait`: the other
    side wants to be left alone for so many seconds.
    """

    def __init__(
        self, text: str, *, permanent: bool, gone: bool = False, wait: int = 0, receipt: Receipt | None = None
    ) -> None:
        super().__init__(text)
        self.permanent, self.gone, self.wait = permanent, gone, wait
        self.receipt = receipt or Receipt()


class Message(NamedTuple):
    """What is to be told: the notices of one delivery, oldest first, to one user on one channel."""

    delivery_id: UUID
    user: User
    channel: Channel
    notices: list[Notice]


class Way(Protocol):
    """What every module of this package offers."""

    PATIENCE: timedelta | None
    ONE_BY_ONE: bool

    def send(self, address: str, message: Message, /) -> Receipt | None: ...
