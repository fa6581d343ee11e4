"""What all pages of the desk share: they show, they never edit, and they fetch nothing that is secret."""

from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst

from accounts.models import User

if TYPE_CHECKING:
    AnyModelAdmin = admin.ModelAdmin[Any]
    AnyTabularInline = admin.TabularInline[Any, Any]
else:
    AnyModelAdmin, AnyTabularInline = admin.ModelAdmin, admin.TabularInline

# Hidden cards, and what they can be worked out from. They stay in the database, whatever a page asks for.
SECRET = {
    "game": ("state", "server_seed", "log"),
    "seat": ("brought", "silent"),
    "turn": ("actions",),
}


class Link(NamedTuple):
    """A button that leads to the page of a measure."""

    address: str
    text: str


def may_take_measures(request: HttpRequest) -> bool:
    """Whether the caller may act here; everybody else on the staff may look."""
    user = request.user
    return isinstance(user, User) and not user.suspended and user.has_perm("games.add_measure")


def without_secrets(rows: QuerySet[Any], related: tuple[str, ...] = ()) -> QuerySet[Any]:
    """The rows with these related rows joined, less the secret columns of any of them."""
    secret = list(SECRET.get(rows.model.__name__.lower(), ()))
    for path in related:
        steps = path.split("__")
        for place, step in enumerate(steps, 1):
            secret += ["__".join([*steps[:place], name]) for name in SECRET.get(step, ())]
    joined = rows.select_related(*related) if related else rows
    return joined.defer(*secret)


class ReadOnly:
    """Rows to look at: not to be added, changed or deleted."""

    related: tuple[str, ...] = ()

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]
        return without_secrets(rows, self.related)


class DeskAdmin(ReadOnly, AnyModelAdmin):
    """The list and the page of one model, with a button for each measure that its rows allow."""

    show_full_result_count = False
    list_per_page = 50
    change_form_template = "admin/games/desk_page.html"

    def measures(self, obj: Any) -> list[Link]:
        """The measures that can be taken about this row now."""
        return []

    def more(self, obj: Any) -> dict[str, Any]:
        """What the page of this row shows beside its fields."""
        return {}

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Any = None,
    ) -> HttpResponse:
        links = self.measures(obj) if may_take_measures(request) else []
        context |= {**self.more(obj), "measures": links, "title": capfirst(self.opts.verbose_name)}
        return super().render_change_form(request, context, add, change, form_url, obj)


class DeskInline(ReadOnly, AnyTabularInline):
    """Rows of another model on the page of one."""

    extra = 0
    can_delete = False
