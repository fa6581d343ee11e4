"""How forms of people's pages are drawn."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

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
