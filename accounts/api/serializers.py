"""Fields and serializers that take nothing for something else: what comes in is exactly what is described."""

import math
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

LARGEST = 2**31 - 1


class StrictCharField(serializers.CharField):
    """A JSON string. (NUL and lone surrogates are refused by the base class.)"""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    """A JSON number without a fraction, within 32 bits unless said otherwise; 3.0 is 3, "3" and true are not."""

    def __init__(self, *, min_value: int = 0, max_value: int = LARGEST, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **options)

    def to_internal_value(self, data: Any) -> int:
        whole = type(data) is int or (isinstance(data, float) and math.isfinite(data) and data.is_integer())
        if not whole:
            self.fail("invalid")
        return int(data)


class StrictBooleanField(serializers.BooleanField):
    """A JSON true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictSerializer(serializers.Serializer[Any]):
    """A JSON object with the fields named and no others."""

    unknown: ClassVar[Any] = _("There is no such field.")

    def to_internal_value(self, data: Any) -> Any:
        strangers = data.keys() - self.fields.keys() if isinstance(data, dict) else set()
        errors: dict[str, Any] = {str(name): [self.unknown] for name in sorted(strangers)}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            errors |= error.detail if isinstance(error.detail, dict) else {}
        if errors:
            raise serializers.ValidationError(errors)
        return value
