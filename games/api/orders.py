"""Standing orders over HTTP: private, without a prompt, at any time."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.schema import describe
from accounts.api.serializers import StrictSerializer
from accounts.api.views import ApiView
from games.api.serializers import StrictChoiceField
from games.services.orders import give_orders, orders_of

SCOPE = "games:play"
KINDS = ("claim", "hold")
EXAMPLE = {"default": "claim", "except": {"9": "hold"}}


class OrdersIn(StrictSerializer):
    """What to do by itself, and where it is otherwise; what is left out is the default of the game."""

    def get_fields(self) -> dict[str, Any]:
        """One of them is named as no attribute can be."""
        kind = StrictChoiceField(choices=KINDS)
        return {
            "default": StrictChoiceField(choices=KINDS, default=KINDS[0]),
            "except": serializers.DictField(child=kind, default=dict, help_text="By number."),
        }


class OrdersView(ApiView):
    """One's own orders for what happens in others' turns."""

    scopes: ClassVar = {"GET": SCOPE, "PUT": SCOPE}
    refuses_now = frozenset({"GET"})

    @describe("See your standing orders", answer=OrdersIn, example=EXAMPLE, tags=["Matches"])
    def get(self, request: Request, code: str) -> Response:
        """Nobody else ever sees them before the end."""
        return Response(orders_of(user=self.caller, code=code))

    @describe(
        "Change your standing orders", asks=OrdersIn, sent=EXAMPLE, answer=OrdersIn, example=EXAMPLE, tags=["Matches"]
    )
    def put(self, request: Request, code: str) -> Response:
        """Others do not learn that anything was changed, unless the orders act at once."""
        body = OrdersIn(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(give_orders(user=self.caller, code=code, orders=body.validated_data, now=clock.now()))
