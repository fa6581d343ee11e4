"""The addresses of the caller's own things."""

from django.urls import path

from accounts.api import blocks, channels, data, me, notices

urlpatterns = [
    path("me/", me.MeView.as_view(), name="me"),
    path("me/notifications/", notices.NotificationsView.as_view(), name="my-notifications"),
    path("me/channels/", channels.ChannelListView.as_view(), name="my-channels"),
    path("me/channels/<int:channel_id>/", channels.ChannelView.as_view(), name="my-channel"),
    path("me/channels/<int:channel_id>/test/", channels.ChannelTestView.as_view(), name="my-channel-test"),
    path("me/channels/<int:channel_id>/rotate/", channels.ChannelSecretView.as_view(), name="my-channel-rotate"),
    path(
        "me/channels/<int:channel_id>/deliveries/",
        channels.ChannelDeliveriesView.as_view(),
        name="my-channel-deliveries",
    ),
    path("me/push-key/", channels.PushKeyView.as_view(), name="my-push-key"),
    path("me/tokens/", me.TokenListView.as_view(), name="my-tokens"),
    path("me/tokens/<int:token_id>/", me.TokenView.as_view(), name="my-token"),
    path("me/blocks/", blocks.BlockListView.as_view(), name="my-blocks"),
    path("me/blocks/<path:username>/", blocks.BlockView.as_view(), name="my-block"),
    path("me/export/", data.MyDataView.as_view(), name="my-data"),
    path("me/notices/", notices.NoticesView.as_view(), name="my-notices"),
    path("me/notices/<int:notice_id>/again/", notices.AgainView.as_view(), name="my-notice-again"),
]
