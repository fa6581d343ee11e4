"""Matches: their public side and their log as any watcher sees them, their people and clocks, and the measures."""

from typing import Any

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.base import DeskAdmin, DeskInline, Link, without_secrets
from games.admin.desk import AbortPage, DeadlinePage, GamePage, SeatToBotPage
from games.admin.public_side import public_side
from games.models import FormerHolder, Game, Measure, Message, Seat, Turn
from games.rules.registry import all_rules
from games.selectors import render


class SeatInline(DeskInline):
    model = Seat
    related = ("user",)
    fields = readonly_fields = (
        "number", "user", "bot", "state", "timeouts", "late_in_row", "bank", "agrees_to_stop", "would_pause_until",
        "offered_at",
    )  # fmt: skip
    ordering = ("number",)


class TurnInline(DeskInline):
    model = Turn
    fields = readonly_fields = (
        "seat",
        "number",
        "prompt",
        "started_at",
        "due_at",
        "remind_at",
        "nudged_at",
        "ended_at",
    )
    ordering = ("-id",)


class MessageInline(DeskInline):
    model = Message
    related = ("user",)
    fields = readonly_fields = ("created_at", "user", "text", "hidden_at")
    ordering = ("id",)
    show_change_link = True


class MeasureInline(DeskInline):
    model = Measure
    related = ("moderator", "user")
    fields = readonly_fields = ("created_at", "moderator", "seat", "user", "reason")
    ordering = ("id",)
    show_change_link = True


class RulesetFilter(admin.SimpleListFilter):
    """By game; the games are those there are rules for, so that nothing has to be counted."""

    title = _("game")
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(rules.slug, render(rules.name)) for rules in all_rules()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(DeskAdmin):
    """A match. What it shows of the cards is what `selectors` gives to a spectator."""

    change_form_template = "admin/games/game_page.html"
    list_display = (
        "code", "ruleset", "status", "visibility", "players", "waiting_for", "version", "created_at", "started_at",
    )  # fmt: skip
    list_filter = ("status", RulesetFilter, "visibility", "on_timeout")
    search_fields = ("code", "seats__user__username")
    search_help_text = _("Code of the match, or name of a player.")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fields = readonly_fields = (
        "code", "ruleset", "rules_version", "options", "visibility", "turn_seconds", "on_timeout", "terms",
        "paused_until", "status",
        "version", "created_at", "started_at", "finished_at",
    )  # fmt: skip
    inlines = (SeatInline, TurnInline, MessageInline, MeasureInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        seats = without_secrets(Seat.objects.order_by("number"), ("user",))
        asked = without_secrets(Turn.objects.filter(ended_at=None).order_by("seat"))
        return (
            super()
            .get_queryset(request)
            .prefetch_related(Prefetch("seats", seats, "present"), Prefetch("turns", asked, "asked"))
        )

    @admin.display(description=_("players"))
    def players(self, game: Any) -> str:
        return ", ".join(seat.user.username if seat.user else "–" for seat in game.present)

    @admin.display(description=_("waiting for"))
    def waiting_for(self, game: Any) -> str:
        return ", ".join(_who_by_when(game, turn) for turn in game.asked)

    def get_urls(self) -> list[URLPattern]:
        pages: dict[str, type[GamePage]] = {"abort": AbortPage, "deadline": DeadlinePage, "bot": SeatToBotPage}
        own = [
            path(
                f"<int:pk>/{name}/",
                self.admin_site.admin_view(page.as_view(model_admin=self)),
                name=f"games_game_{name}",
            )
            for name, page in pages.items()
        ]
        return own + super().get_urls()

    def measures(self, obj: Game) -> list[Link]:
        links: list[tuple[str, type[GamePage]]] = []
        if obj.status == Game.Status.ACTIVE:
            links += [("bot", SeatToBotPage), ("deadline", DeadlinePage)]
        if obj.status in (Game.Status.OPEN, Game.Status.ACTIVE):
            links += [("abort", AbortPage)]
        return [Link(reverse(f"admin:games_game_{name}", args=[obj.pk]), str(page.title)) for name, page in links]

    def more(self, obj: Game) -> dict[str, Any]:
        earlier = FormerHolder.objects.filter(seat__game=obj).order_by("id")
        return {"public": public_side(obj.code), "earlier": without_secrets(earlier, ("user", "seat"))}


def _who_by_when(game: Any, turn: Turn) -> str:
    names = {seat.number: seat.user.username for seat in game.present if seat.user}
    who = f"{turn.seat} ({names.get(turn.seat, '–')})"
    if turn.due_at is None:
        return who
    return gettext("%(who)s until %(due)s") % {"who": who, "due": f"{turn.due_at:%Y-%m-%d %H:%M}"}
