"""The moderation log: what was done, by whom, to whom, and why. Measures against accounts begin here."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from games.admin.base import DeskAdmin, Link, may_take_measures
from games.admin.desk import LiftPage, SuspendPage
from games.models import Measure


@admin.register(Measure)
class MeasureAdmin(DeskAdmin):
    change_list_template = "admin/games/measure_list.html"
    related = ("moderator", "user", "game", "message__user")
    list_display = ("created_at", "kind", "moderator", "user", "game", "seat", "details", "reason")
    list_filter = ("kind", "created_at")
    search_fields = ("reason", "moderator__username", "user__username", "game__code")
    search_help_text = _("Reason, moderator, player, or code of the match.")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fields = readonly_fields = (
        "created_at",
        "kind",
        "moderator",
        "reason",
        "user",
        "game",
        "seat",
        "details",
        "message",
    )

    def get_urls(self) -> list[URLPattern]:
        suspend, lift = SuspendPage.as_view(model_admin=self), LiftPage.as_view(model_admin=self)
        return [
            path("suspend/", self.admin_site.admin_view(suspend), name="games_measure_suspend"),
            path("lift/", self.admin_site.admin_view(lift), name="games_measure_lift"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        links = [
            Link(reverse("admin:games_measure_suspend"), str(SuspendPage.title)),
            Link(reverse("admin:games_measure_lift"), str(LiftPage.title)),
        ]
        context = {"measures": links if may_take_measures(request) else []}
        return super().changelist_view(request, {**context, **(extra_context or {})})
