"""Pages about mails: what was sent (on a local site), and the way out of them."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
