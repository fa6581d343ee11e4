"""Whether what a notice says still holds. Who puts notices of a kind knows; this app asks, and need not know why.

A notice may wait for hours, and its match goes on meanwhile. So it is asked about when it is about to go out, and
again before it is repeated: what no longer holds is told to nobody.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from accounts.models import Notice

# Of some notices, those that no longer hold: id and why, as a code of the ledger.
Check = Callable[[Sequence[Notice]], Mapping[int, str]]

_checks: dict[str, Check] = {}


def register(kinds: Collection[str], check: Check) -> None:
    """Say how to ask about these kinds, from an app's `ready()`; what nobody is asked about always holds."""
    _checks.update(dict.fromkeys(kinds, check))


def no_longer(notices: Iterable[Notice]) -> dict[int, str]:
    """Those of these notices that no longer hold, by id, each with the reason."""
    asked: dict[Check, list[Notice]] = defaultdict(list)
    for notice in notices:
        if check := _checks.get(notice.kind):
            asked[check].append(notice)
    return {pk: reason for check, some in asked.items() for pk, reason in check(some).items()}
