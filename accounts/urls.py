"""Pages about mails: what was sent (on a local site), and the way out of them."""

from django.urls import path

from accounts.web import mails, views

urlpatterns = [
    path("unsubscribe/<str:signed>/", views.unsubscribe_page, name="unsubscribe"),
    path("dev/mails/", mails.index, name="mails"),
    path("dev/mails/<str:name>/", mails.show, name="mail"),
    path("dev/mails/<str:name>/html/", mails.html, name="mail-html"),
]
