"""Handing something over by HTTP: what went wrong, in the words of the channels."""

from collections.abc import Container
from http import HTTPStatus
from time import monotonic

from accounts.channels import ChannelError, Receipt, safe_http
from accounts.channels.safe_http import Blocked, Request, Unreachable

GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def hand_over(request: Request, *, final: Container[int], gone: bool = False) -> Receipt:
    """Send a request. `final`: statuses after which this address is turned off (`gone`: forgotten).

    Raises ChannelError. What others answer is neither read nor shown, only its status.
    """
    start = monotonic()
    try:
        answer = safe_http.door.send(request)
    except Blocked as error:
        raise ChannelError(str(error), permanent=True, receipt=Receipt(None, _since(start))) from error
    except Unreachable as error:
        raise ChannelError(str(error), permanent=False, receipt=Receipt(None, _since(start))) from error
    receipt = Receipt(answer.status, _since(start))
    if safe_http.is_good(answer.status):
        return receipt
    over = answer.status in final
    text = f"HTTP {answer.status}"
    raise ChannelError(text, permanent=over, gone=over and gone, wait=answer.wait, receipt=receipt)


def _since(start: float) -> int:
    return int((monotonic() - start) * 1000)
