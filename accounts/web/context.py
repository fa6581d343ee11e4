"""What all templates may use."""

from typing import Any

from django.http import HttpRequest

from accounts.web.middleware import account


def reader(request: HttpRequest) -> dict[str, Any]:
    """`is_guest`: whether somebody plays here who has not signed up."""
    user = account(request) if hasattr(request, "user") else None
    return {"is_guest": user is not None and user.is_guest}
