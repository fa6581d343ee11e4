"""The addresses of the caller's own things."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
