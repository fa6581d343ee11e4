"""People and how to reach them."""

from accounts.models.block import Block
from accounts.models.channel import Channel, Digest, Kind
from accounts.models.heartbeat import Heartbeat
from accounts.models.idempotency import KeptAnswer
from accounts.models.inbound import ReceivedMail
from accounts.models.mute import Mute
from accounts.models.outbox import Delivery, Notice
from accounts.models.push_key import PushKey
from accounts.models.rate import RateWindow
from accounts.models.token import ApiToken, Scope
from accounts.models.user import Standing, Theme, User

__all__ = [
    "ApiToken",
    "Block",
    "Channel",
    "Delivery",
    "Digest",
    "Heartbeat",
    "KeptAnswer",
    "Kind",
    "Mute",
    "Notice",
    "PushKey",
    "RateWindow",
    "ReceivedMail",
    "Scope",
    "Standing",
    "Theme",
    "User",
]
