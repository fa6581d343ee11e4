"""What is said at the tables, and what players ask moderators to look at."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import clock
from games.admin.base import DeskAdmin, Link
from games.admin.desk import HidePage, ShowPage
from games.models import Message, Report
from games.services.moderate import close_reports


@admin.register(Message)
class MessageAdmin(DeskAdmin):
    related = ("game", "user")
    list_display = ("created_at", "game", "user", "short", "hidden_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter), "created_at")
    search_fields = ("text", "game__code", "user__username")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fields = readonly_fields = ("game", "user", "text", "created_at", "hidden_at")

    @admin.display(description=_("text"))
    def short(self, message: Message) -> str:
        return Truncator(message.text).chars(80)

    def get_urls(self) -> list[URLPattern]:
        hide, show = HidePage.as_view(model_admin=self), ShowPage.as_view(model_admin=self)
        return [
            path("<int:pk>/hide/", self.admin_site.admin_view(hide), name="games_message_hide"),
            path("<int:pk>/show/", self.admin_site.admin_view(show), name="games_message_show"),
            *super().get_urls(),
        ]

    def measures(self, obj: Message) -> list[Link]:
        if obj.hidden_at:
            return [Link(reverse("admin:games_message_show", args=[obj.pk]), str(ShowPage.title))]
        return [Link(reverse("admin:games_message_hide", args=[obj.pk]), str(HidePage.title))]


@admin.register(Report)
class ReportAdmin(DeskAdmin):
    """The open ones first, the oldest on top; closing says that somebody has seen to it."""

    related = ("game", "reporter", "message__user")
    list_display = ("game", "reason", "reporter", "short", "created_at", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "reason")
    search_fields = ("text", "game__code", "reporter__username", "message__text")
    date_hierarchy = "created_at"
    ordering = (F("closed_at").desc(nulls_first=True), "created_at")
    fields = readonly_fields = ("game", "reporter", "reason", "text", "message", "created_at", "closed_at")
    actions = ("close",)

    @admin.display(description=_("text"))
    def short(self, report: Report) -> str:
        return Truncator(report.text).chars(80)

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_report")

    @admin.action(description=_("Close the selected reports"), permissions=["close"])
    def close(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        closed = close_reports(chosen, clock.now())
        text = ngettext("%(count)d report closed.", "%(count)d reports closed.", closed) % {"count": closed}
        self.message_user(request, text, messages.SUCCESS)
