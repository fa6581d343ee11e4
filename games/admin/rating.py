"""How people stand at the games."""

from django.contrib import admin

from games.admin.base import DeskAdmin
from games.admin.game import RulesetFilter
from games.models import Rating


@admin.register(Rating)
class RatingAdmin(DeskAdmin):
    related = ("user",)
    list_display = ("user", "ruleset", "value", "matches", "wins", "turns", "late_turns", "resignations")
    list_filter = (RulesetFilter,)
    search_fields = ("user__username",)
    ordering = ("-value", "id")
    fields = readonly_fields = (*list_display, "mu", "sigma")
