"""The shapes of the answers, for the OpenAPI document only."""

from typing import Any

from rest_framework import serializers

from games import log
from games.models import Game, Holiday, Seat
from games.rows import EMPTY

Answer = serializers.Serializer[Any]


class OptionAnswer(Answer):
    type = serializers.CharField()
    enum = serializers.ListField(child=serializers.CharField())
    default = serializers.CharField(required=False)
    title = serializers.CharField()


class OptionsSchemaAnswer(Answer):
    """A JSON Schema."""

    type = serializers.CharField()
    properties = serializers.DictField(child=OptionAnswer())
    additionalProperties = serializers.BooleanField()  # noqa: N815 - a word of JSON Schema


class RulesetAnswer(Answer):
    slug = serializers.CharField()
    name = serializers.CharField()
    tagline = serializers.CharField()
    min_seats = serializers.IntegerField()
    max_seats = serializers.IntegerField()
    options = OptionsSchemaAnswer()
    brings = OptionsSchemaAnswer(help_text="What a player may bring when taking a seat.")
    bots = serializers.ListField(child=serializers.CharField())
    version = serializers.IntegerField()


class RulesetListAnswer(Answer):
    results = RulesetAnswer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class RulebookAnswer(Answer):
    language = serializers.CharField()
    title = serializers.CharField()
    html = serializers.CharField()
    text = serializers.CharField()


class PlayerAnswer(Answer):
    username = serializers.CharField()
    bot = serializers.BooleanField()


class SeatAnswer(Answer):
    seat = serializers.IntegerField()
    player = PlayerAnswer(allow_null=True)
    state = serializers.ChoiceField(choices=[EMPTY, *Seat.State.values])
    prompt = serializers.IntegerField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    timeouts = serializers.IntegerField()
    late_in_row = serializers.IntegerField()
    time_bank = serializers.IntegerField(allow_null=True)
    holiday_until = serializers.DateTimeField(allow_null=True)
    would_pause_until = serializers.DateTimeField(allow_null=True)
    offered = serializers.BooleanField(help_text="Somebody else may take this seat: its player stays away.")


class OutcomeAnswer(Answer):
    reason = serializers.CharField()
    winners = serializers.ListField(child=serializers.IntegerField())
    places = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())


class LegalActionAnswer(Answer):
    action = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of this name, not the field's label


class SummaryAnswer(Answer):
    id = serializers.CharField()
    url = serializers.URLField()
    ruleset = serializers.CharField()
    rules_version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Game.Status.choices)
    version = serializers.IntegerField()
    options = serializers.DictField(child=serializers.CharField())
    visibility = serializers.ChoiceField(choices=Game.Visibility.choices)
    turn_seconds = serializers.IntegerField(allow_null=True)
    on_timeout = serializers.ChoiceField(choices=Game.OnTimeout.choices)
    time_bank = serializers.IntegerField()
    time_increment = serializers.IntegerField()
    waking_hours = serializers.BooleanField()
    holidays = serializers.BooleanField()
    on_absence = serializers.ChoiceField(choices=Game.OnAbsence.choices)
    paused_until = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    seats = SeatAnswer(many=True)
    your_seat = serializers.IntegerField(allow_null=True)
    outcome = OutcomeAnswer(allow_null=True)


class SummaryListAnswer(Answer):
    results = SummaryAnswer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class GameAnswer(SummaryAnswer):
    view = serializers.DictField(help_text="The table as the caller may see it; its shape is the game's own.")
    legal_actions = LegalActionAnswer(many=True)


class LogItemAnswer(Answer):
    number = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    action = serializers.CharField(allow_null=True)
    by = serializers.ChoiceField(choices=[log.PLAYER, log.BOT, log.TIMEOUT, log.MODERATOR, log.TABLE])
    at = serializers.DateTimeField()
    events = serializers.ListField(child=serializers.DictField())


class LogAnswer(Answer):
    results = LogItemAnswer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class ActionAnswer(LogItemAnswer):
    game = GameAnswer()


class PlayerSeedAnswer(Answer):
    seat = serializers.IntegerField()
    seed = serializers.CharField()


class ProofAnswer(Answer):
    algorithm = serializers.CharField()
    commitment = serializers.CharField()
    server_seed = serializers.CharField(allow_null=True)
    player_seeds = PlayerSeedAnswer(many=True)
    deal = serializers.ListField(child=serializers.CharField(), allow_null=True)


class ExportAnswer(SummaryAnswer):
    format = serializers.CharField()
    brought = serializers.ListField(child=serializers.DictField())
    proof = ProofAnswer()
    actions = LogItemAnswer(many=True)


class InvitedAnswer(Answer):
    username = serializers.CharField(required=False)
    email = serializers.CharField(required=False)


class InvitationAnswer(Answer):
    id = serializers.IntegerField()
    username = serializers.CharField(allow_null=True)
    email = serializers.CharField(allow_null=True, help_text="Only for the caller's own invitations.")
    yours = serializers.BooleanField()
    at = serializers.DateTimeField()


class InvitationListAnswer(Answer):
    results = InvitationAnswer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class MessageAnswer(Answer):
    id = serializers.IntegerField()
    player = PlayerAnswer()
    text = serializers.CharField(allow_null=True)
    hidden = serializers.BooleanField()
    blocked = serializers.BooleanField(help_text="The caller has blocked who wrote it: to be folded away.")
    at = serializers.DateTimeField()


class MessageListAnswer(Answer):
    results = MessageAnswer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class ReportAnswer(Answer):
    id = serializers.IntegerField()
    reason = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    message = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()


class RatingAnswer(Answer):
    ruleset = serializers.CharField()
    rating = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True, help_text="On the ladder; null for who is not on it.")
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    history = serializers.ListField(
        child=serializers.IntegerField(), help_text="The rating after each of the last 200 matches, the oldest first."
    )


class ReliabilityAnswer(Answer):
    turns = serializers.IntegerField()
    late_turns = serializers.IntegerField()
    late_share = serializers.FloatField(allow_null=True)
    matches = serializers.IntegerField()
    resignations = serializers.IntegerField()
    resigned_share = serializers.FloatField(allow_null=True)


class ResultsAnswer(Answer):
    ruleset = serializers.CharField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    late_turns = serializers.IntegerField()
    resignations = serializers.IntegerField()


class ProfileAnswer(Answer):
    username = serializers.CharField()
    url = serializers.URLField()
    bot = serializers.BooleanField()
    closed = serializers.BooleanField(help_text="The account is closed; the name is a pseudonym.")
    ratings = RatingAnswer(many=True)
    reliability = ReliabilityAnswer(help_text="In rated matches.")
    results = ResultsAnswer(many=True, help_text="All finished public matches, by game.")


class LadderRowAnswer(Answer):
    place = serializers.IntegerField()
    player = PlayerAnswer()
    rating = serializers.IntegerField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()


class LadderAnswer(Answer):
    results = LadderRowAnswer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class HolidayAnswer(Answer):
    id = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    began = serializers.ChoiceField(choices=Holiday.Began.choices)


class HolidaysAnswer(Answer):
    hours_a_year = serializers.IntegerField()
    hours_left = serializers.IntegerField(help_text="Of this year, in the caller's time zone.")
    automatic = serializers.BooleanField(help_text="A holiday begins by itself before a turn is lost.")
    holidays = HolidayAnswer(many=True)
