"""What comes in, checked to the letter; and the shapes that go out, for the OpenAPI document.

Answers are built by games.selectors as plain dicts; no serializer runs on the way out.
"""

from datetime import UTC
from typing import Any

from rest_framework import serializers

from accounts.api.serializers import StrictBooleanField, StrictCharField, StrictIntegerField, StrictSerializer
from games.models import Game, Report
from games.rules.registry import all_rules
from games.services.lobby import DEFAULT_TURN_SECONDS, SEED_FIELD, TableWish

SHORTEST_TURN, LONGEST_TURN, LONGEST_INCREMENT = 60, 2_592_000, 604_800
MOST_SEATS = max(rules.max_seats for rules in all_rules())
NOT_BROUGHT = frozenset(TableWish.__dataclass_fields__)


class StrictChoiceField(serializers.ChoiceField):
    """One of some strings."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=str(data)[:40])
        return super().to_internal_value(data)


def brought_fields() -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """What a player may bring to a seat: a text that takes part in the shuffle, and what any of the games asks for."""
    fields: dict[str, serializers.Field[Any, Any, Any, Any]] = {
        SEED_FIELD: StrictCharField(required=False, max_length=64, trim_whitespace=False)
    }
    for rules in all_rules():
        for name, option in rules.brings.items():
            fields[name] = StrictChoiceField(choices=option.values, required=False)
    return fields


class BroughtIn(StrictSerializer):
    """What a player brings to his seat."""

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), **brought_fields()}

    @property
    def brought(self) -> dict[str, str]:
        return {name: value for name, value in self.validated_data.items() if name not in NOT_BROUGHT}


class GameIn(BroughtIn):
    """A table to open."""

    ruleset = StrictCharField(max_length=40)
    seats = StrictIntegerField(min_value=1, max_value=MOST_SEATS)
    bots = serializers.ListField(child=StrictCharField(max_length=20), default=list, max_length=MOST_SEATS)
    visibility = StrictChoiceField(choices=Game.Visibility.choices, default=Game.Visibility.PUBLIC.value)
    options = serializers.DictField(child=StrictCharField(max_length=40), default=dict)
    turn_seconds = StrictIntegerField(
        min_value=SHORTEST_TURN, max_value=LONGEST_TURN, allow_null=True, default=DEFAULT_TURN_SECONDS
    )
    on_timeout = StrictChoiceField(choices=Game.OnTimeout.choices, default=Game.OnTimeout.AUTOPLAY.value)
    time_bank = StrictIntegerField(min_value=0, max_value=LONGEST_TURN, default=0)
    time_increment = StrictIntegerField(min_value=0, max_value=LONGEST_INCREMENT, default=0)
    waking_hours = StrictBooleanField(default=False)
    holidays = StrictBooleanField(allow_null=True, default=None)
    on_absence = StrictChoiceField(choices=Game.OnAbsence.choices, default=Game.OnAbsence.KEEP.value)

    @property
    def wish(self) -> TableWish:
        wanted = {name: value for name, value in self.validated_data.items() if name in NOT_BROUGHT}
        return TableWish(**wanted, brought=self.brought)


class ActionIn(StrictSerializer):
    """An answer to a prompt."""

    prompt = StrictIntegerField()
    action = StrictCharField(allow_blank=True, trim_whitespace=False)


class InvitationIn(StrictSerializer):
    """Whom to ask: an account or an address, one of the two."""

    username = StrictCharField(max_length=150, required=False)
    email = serializers.EmailField(max_length=254, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError("Name either a username or an email.")
        return attrs


class StopIn(StrictSerializer):
    """Whether one would end the match here."""

    agree = StrictBooleanField()


class MomentField(serializers.DateTimeField):
    """A moment in ISO 8601; without an offset it is in UTC."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default_timezone=UTC, **options)

    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str):
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ssZ")
        return super().to_internal_value(value)


class PauseIn(StrictSerializer):
    """Whether one would pause, and until when at most."""

    agree = StrictBooleanField()
    until = MomentField(allow_null=True, default=None)


class SeatIn(StrictSerializer):
    """A seat, by its number."""

    seat = StrictIntegerField(min_value=1, max_value=MOST_SEATS)


class HolidayIn(StrictSerializer):
    """Time off; without a beginning, at once."""

    starts_at = MomentField(allow_null=True, default=None)
    ends_at = MomentField()


class AutomaticIn(StrictSerializer):
    """Whether holidays begin by themselves."""

    automatic = StrictBooleanField()


class MessageIn(StrictSerializer):
    """A line of talk."""

    text = StrictCharField(max_length=1000)


class ReportIn(StrictSerializer):
    """A complaint about the match, or about one message in it."""

    reason = StrictChoiceField(choices=Report.Reason.choices)
    text = StrictCharField(max_length=1000, required=False, allow_blank=True, default="")
    message = StrictIntegerField(allow_null=True, default=None, max_value=2**63 - 1, source="message_id")
