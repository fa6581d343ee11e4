"""Everything about people in the browser: ways in, settings, and the pages about mails."""

from django.urls import include, path

from accounts.web import blocks, calendar, channels, entry, leaving, mails, notices, settings, views

urlpatterns = [
    path("accounts/login/link/<str:signed>/", entry.by_link, name="sign-in-link"),
    path("accounts/logout/", entry.sign_out, name="account_logout"),
    path("accounts/keep/", entry.keep, name="keep"),
    path("accounts/", include("allauth.urls")),
    path("settings/", settings.preferences, name="settings"),
    path("settings/time-zone/", settings.time_zone, name="settings-time-zone"),
    path("settings/notices/", notices.notices, name="settings-notices"),
    path("settings/notices/unmute/", notices.unmute, name="settings-unmute"),
    path("settings/mails/", notices.told, name="settings-mails"),
    path("settings/mails/<int:notice_id>/again/", notices.again, name="settings-again"),
    path("settings/calendar/", calendar.calendar, name="settings-calendar"),
    path("settings/devices/", channels.devices, name="settings-devices"),
    path("settings/developers/", channels.developers, name="settings-developers"),
    path("settings/channels/<int:channel_id>/test/", channels.test, name="settings-channel-test"),
    path("settings/channels/<int:channel_id>/switch/", channels.switch, name="settings-channel-switch"),
    path("settings/channels/<int:channel_id>/rotate/", channels.rotate, name="settings-channel-rotate"),
    path("settings/channels/<int:channel_id>/remove/", channels.remove, name="settings-channel-remove"),
    path("settings/tokens/", settings.tokens, name="settings-tokens"),
    path("settings/tokens/<int:token_id>/revoke/", settings.revoke_token, name="settings-revoke-token"),
    path("settings/blocked/", blocks.blocked, name="settings-blocked"),
    path("settings/blocked/add/", blocks.block, name="settings-block"),
    path("settings/blocked/remove/", blocks.unblock, name="settings-unblock"),
    path("settings/data/", leaving.data, name="settings-data"),
    path("settings/data/download/", leaving.download, name="settings-download"),
    path("settings/close/", leaving.close, name="settings-close"),
    path("accounts/confirm-address/<str:signed>/", channels.confirm, name="confirm-address"),
    path("unsubscribe/<str:signed>/", views.unsubscribe_page, name="unsubscribe"),
    path("dev/mails/", mails.index, name="mails"),
    path("dev/mails/<str:name>/", mails.show, name="mail"),
    path("dev/mails/<str:name>/html/", mails.html, name="mail-html"),
]
