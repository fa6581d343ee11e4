"""People, their tokens and channels, and what they were sent, for those who keep the site running.

Suspending and lifting are measures with a reason: they are on the moderators' desk, not here. No page shows a
token, its hash, or a kept answer.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import delivery, services
from accounts.models import ApiToken, Channel, Delivery, Notice, User

if TYPE_CHECKING:
    AnyModelAdmin = admin.ModelAdmin[Any]
    AnyUserAdmin = UserAdmin[User]
else:
    AnyModelAdmin, AnyUserAdmin = admin.ModelAdmin, UserAdmin


class ReadOnly(AnyModelAdmin):
    """Rows to look at, not to add, change or delete."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Whether the caller may use the actions: those who might change such rows if anybody did."""
        name = f"{self.opts.app_label}.change_{self.opts.model_name}"
        return bool(request.user.has_perm(name))


@admin.register(User)
class PersonAdmin(AnyUserAdmin):
    """Accounts. None is deleted, since matches remember their players; closing one takes the name out."""

    actions = ("take_second_factor",)
    list_display = (
        "username",
        "email",
        "standing",
        "language",
        "is_bot",
        "is_staff",
        "suspended_at",
        "is_active",
        "last_login",
    )
    list_filter = (
        "standing",
        "is_bot",
        ("suspended_at", admin.EmptyFieldListFilter),
        "is_active",
        "is_staff",
        "language",
    )
    search_fields = ("username", "email")
    readonly_fields = ("standing", "suspended_at", "last_login", "date_joined")
    show_full_result_count = False
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        (_("At the table"), {"fields": ("standing", "language", "time_zone", "is_bot", "suspended_at")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """An address that is entered here is taken as checked, and the former one is written to no more."""
        super().save_model(request, obj, form, change)
        if "email" in form.changed_data:
            services.move_address(obj, form.initial.get("email") or "")

    @admin.action(description=_("Take away the second factor of those who have lost it"), permissions=["change"])
    def take_second_factor(self, request: HttpRequest, users: QuerySet[User]) -> None:
        for user in users:
            services.take_second_factor(user)
            self.log_change(request, user, "Second factor taken away.")
        text = ngettext("%(count)d account has none now.", "%(count)d accounts have none now.", len(users))
        self.message_user(request, text % {"count": len(users)}, messages.SUCCESS)


@admin.register(ApiToken)
class TokenAdmin(ReadOnly):
    list_display = ("hint", "user", "label", "scopes", "created_at", "last_used_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user",)
    search_fields = ("user__username", "label", "hint")
    fields = list_display
    actions = ("revoke",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiToken]:
        return super().get_queryset(request).defer("hash")

    @admin.action(description=_("Revoke these tokens"), permissions=["act"])
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        revoked = sum(services.revoke(token.user, token.pk) for token in tokens)
        text = ngettext("%(count)d token revoked.", "%(count)d tokens revoked.", revoked) % {"count": revoked}
        self.message_user(request, text, messages.SUCCESS)


@admin.register(Channel)
class ChannelAdmin(ReadOnly):
    list_display = ("place", "kind", "user", "verified_at", "disabled_at", "failing_since", "last_error")
    list_filter = ("kind", ("disabled_at", admin.EmptyFieldListFilter))
    list_select_related = ("user",)
    search_fields = ("address", "user__username")
    fields = (*list_display, "label", "muted_kinds", "added_at", "last_used_at")

    @admin.display(description=_("address"), ordering="address")
    def place(self, channel: Channel) -> str:
        """A web address may be as good as a password: only its host is shown."""
        return channel.shown


class NamedValues(admin.AllValuesFieldListFilter):
    """A link for each value, with a name also for the empty one."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or self.empty_value_display}


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """Not what they say: a receipt repeats its reader's words, which may name cards."""

    list_display = ("key", "user", "kind", "thread", "status", "reason", "due_at", "held_until", "settled_at")
    list_filter = ("status", "kind", ("reason", NamedValues))
    fields = (*list_display, "created_at", "again_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "thread", "key")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("id", "channel", "status", "attempts", "created_at", "due_at", "sent_at", "code", "error")
    list_filter = ("status",)
    list_select_related = ("channel",)
    search_fields = ("channel__address", "channel__user__username")
    actions = ("try_again",)

    @admin.action(description=_("Try again to send these"), permissions=["act"])
    def try_again(self, request: HttpRequest, deliveries: QuerySet[Delivery]) -> None:
        tried = sum(delivery.try_again(each) for each in deliveries)
        text = ngettext("%(count)d is tried again.", "%(count)d are tried again.", tried) % {"count": tried}
        self.message_user(request, text, messages.SUCCESS)
