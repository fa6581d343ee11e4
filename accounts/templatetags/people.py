"""How forms of people's pages are drawn."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

from accounts import confirming
from accounts.models import Notice

register = template.Library()


@register.filter
def bare(field: BoundField) -> SafeString:
    """The field without a placeholder: it has a label, which stays when something is typed."""
    field.field.widget.attrs.pop("placeholder", None)
    return field.as_widget()


@register.filter
def is_choices(field: BoundField) -> bool:
    """Whether the field is a group of boxes or buttons, which have a legend."""
    return bool(field.use_fieldset)


@register.filter
def confirm_link(notice: Notice) -> str:
    """Where the reader of a mail confirms the address it went to. Made when the mail is written, and kept nowhere."""
    return confirming.url(notice.payload["channel"])
