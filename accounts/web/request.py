"""A request as the views get it that let in nobody without an account."""

from django.http import HttpRequest

from accounts.models import User


class SignedIn(HttpRequest):
    """The type of a request behind `login_required`."""

    user: User
