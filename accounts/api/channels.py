"""Where the caller can be reached: mail addresses, devices, webhooks, chat services."""

from typing import Any, ClassVar

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import reach, sessions
from accounts.api import channel_bodies as bodies
from accounts.api import channel_examples as examples
from accounts.api.me import SCOPES, TAGS
from accounts.api.pagination import page_of
from accounts.api.schema import PAGE, describe
from accounts.api.views import ApiView
from accounts.channels import push_keys
from accounts.models import Channel, Kind, Scope, User


class ChannelListView(ApiView):
    """The caller's channels."""

    scopes: ClassVar = SCOPES

    @describe("List your channels", answer=bodies.ChannelPage, example=examples.CHANNELS, tags=TAGS, parameters=PAGE)
    def get(self, request: Request) -> Response:
        return page_of(self.caller.channels, self, bodies.channel_full)

    @describe(
        "Add a channel",
        asks=bodies.ChannelNew,
        sent=examples.NEW_WEBHOOK,
        status=201,
        answer=bodies.NewChannel,
        example=examples.ADDED_WEBHOOK,
        tags=TAGS,
    )
    def post(self, request: Request) -> Response:
        body = bodies.ChannelNew(data=request.data)
        body.is_valid(raise_exception=True)
        channel, secret = _add(request, self.caller, body.validated_data)
        place = request.build_absolute_uri(reverse("my-channel", args=[channel.pk]))
        answer = {**bodies.channel_full(channel), "secret": secret}
        return Response(answer, status=201, headers={"Location": place})

    @describe("Take away all channels but your account's own address", status=204, answer=None, tags=TAGS)
    def delete(self, request: Request) -> Response:
        reach.remove_added(self.caller)
        return Response(status=204)


def _add(request: Request, user: User, new: dict[str, Any]) -> tuple[Channel, str | None]:
    address, label = new["address"], new["label"]
    if new["kind"] == Kind.WEBPUSH:
        session = sessions.session_of(request._request)  # noqa: SLF001 - the plain request has no other name
        name = label or sessions.device_name(request.headers.get("User-Agent", ""))
        return reach.add_device(user, address, new["keys"], name, session), None
    if new["kind"] == Kind.WEBHOOK:
        return reach.add_webhook(user, address, label)
    add = reach.add_email if new["kind"] == Kind.EMAIL else reach.add_chat
    return add(user, address, label), None


class ChannelView(ApiView):
    """One channel of the caller's."""

    scopes: ClassVar = SCOPES

    @describe("See a channel", answer=bodies.ChannelFull, example=examples.WEBHOOK, tags=TAGS)
    def get(self, request: Request, channel_id: int) -> Response:
        return Response(bodies.channel_full(reach.find(self.caller, channel_id)))

    @describe(
        "Name a channel, turn it or kinds of notices on or off",
        asks=bodies.ChannelChange,
        sent=examples.CHANGE,
        answer=bodies.ChannelFull,
        example=examples.WEBHOOK,
        tags=TAGS,
    )
    def patch(self, request: Request, channel_id: int) -> Response:
        body = bodies.ChannelChange(data=request.data)
        body.is_valid(raise_exception=True)
        reach.change(self.caller, channel_id, **body.validated_data)
        return self.get(request, channel_id)

    @describe("Take a channel away", status=204, answer=None, tags=TAGS)
    def delete(self, request: Request, channel_id: int) -> Response:
        reach.remove(self.caller, channel_id)
        return Response(status=204)


class ChannelTestView(ApiView):
    """A message that says that it arrives."""

    scopes: ClassVar = {"POST": Scope.ACCOUNT_WRITE.value}

    @describe(
        "Try a channel out; look at its deliveries a moment later",
        status=202,
        answer=bodies.AttemptOut,
        example=examples.TEST,
        tags=TAGS,
    )
    def post(self, request: Request, channel_id: int) -> Response:
        return Response(bodies.attempt_out(reach.try_out(self.caller, channel_id)), status=202)


class ChannelSecretView(ApiView):
    """The secret of a webhook."""

    scopes: ClassVar = {"POST": Scope.ACCOUNT_WRITE.value}

    @describe("Give a webhook a new secret", status=201, answer=bodies.SecretOut, example=examples.SECRET, tags=TAGS)
    def post(self, request: Request, channel_id: int) -> Response:
        return Response({"secret": reach.rotate(self.caller, channel_id)}, status=201)


class ChannelDeliveriesView(ApiView):
    """What was sent to a channel last."""

    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ.value}

    @describe("See the last 50 messages to a channel", answer=bodies.AttemptPage, example=examples.ATTEMPTS, tags=TAGS)
    def get(self, request: Request, channel_id: int) -> Response:
        found = reach.last_deliveries(reach.find(self.caller, channel_id))
        return Response({"results": [bodies.attempt_out(each) for each in found], "next": None, "previous": None})


class PushKeyView(ApiView):
    """The key of this site for push messages."""

    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ.value}

    @describe("See the key that a browser subscribes with", answer=bodies.PushKeyOut, example=examples.KEY, tags=TAGS)
    def get(self, request: Request) -> Response:
        return Response({"key": push_keys.newest().public})
