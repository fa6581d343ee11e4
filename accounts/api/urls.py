"""The addresses of the caller's own things."""

from django.urls import path

from accounts.api import blocks, data, me, notices

urlpatterns = [
    path("me/", me.MeView.as_view(), name="me"),
    path("me/notifications/", notices.NotificationsView.as_view(), name="my-notifications"),
    path("me/tokens/", me.TokenListView.as_view(), name="my-tokens"),
    path("me/tokens/<int:token_id>/", me.TokenView.as_view(), name="my-token"),
    path("me/blocks/", blocks.BlockListView.as_view(), name="my-blocks"),
    path("me/blocks/<path:username>/", blocks.BlockView.as_view(), name="my-block"),
    path("me/export/", data.MyDataView.as_view(), name="my-data"),
    path("me/notices/", notices.NoticesView.as_view(), name="my-notices"),
    path("me/notices/<int:notice_id>/again/", notices.AgainView.as_view(), name="my-notice-again"),
]
