"""Who sits and sat where, who is asked, and who was invited."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.base import DeskAdmin
from games.models import FormerHolder, Holiday, Invitation, Seat, Turn


@admin.register(Seat)
class SeatAdmin(DeskAdmin):
    related = ("game", "user")
    list_display = ("game", "number", "user", "bot", "state", "timeouts", "late_in_row", "agrees_to_stop", "offered_at")
    list_filter = (
        "state",
        "agrees_to_stop",
        ("bot", admin.EmptyFieldListFilter),
        ("offered_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("game__code", "user__username")
    ordering = ("-id",)
    fields = readonly_fields = list_display


@admin.register(Turn)
class TurnAdmin(DeskAdmin):
    """The stretches of the clock in matches that are being played; their words are in the log on the match's page."""

    related = ("game",)
    list_display = ("game", "seat", "number", "prompt", "started_at", "due_at", "remind_at", "nudged_at", "ended_at")
    list_filter = (("ended_at", admin.EmptyFieldListFilter), ("due_at", admin.EmptyFieldListFilter))
    search_fields = ("game__code",)
    ordering = ("-id",)
    fields = readonly_fields = list_display


@admin.register(FormerHolder)
class FormerHolderAdmin(DeskAdmin):
    related = ("seat__game", "user")
    list_display = ("match", "seat", "user", "until")
    search_fields = ("seat__game__code", "user__username")
    ordering = ("-id",)
    fields = readonly_fields = list_display

    @admin.display(description=_("match"))
    def match(self, holder: FormerHolder) -> str:
        return holder.seat.game.code


@admin.register(Invitation)
class InvitationAdmin(DeskAdmin):
    related = ("game", "user", "invited_by")
    list_display = ("game", "user", "email", "invited_by", "created_at")
    search_fields = ("game__code", "user__username", "email", "invited_by__username")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fields = readonly_fields = list_display


@admin.register(Holiday)
class HolidayAdmin(DeskAdmin):
    related = ("user",)
    list_display = ("user", "starts_at", "ends_at", "began", "created_at")
    list_filter = ("began",)
    search_fields = ("user__username",)
    date_hierarchy = "starts_at"
    ordering = ("-id",)
    fields = readonly_fields = list_display
