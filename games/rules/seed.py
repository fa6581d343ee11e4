"""The seed of a match: chosen by server and players together, promised before the deal, shown after the end.

docs/fairness.md tells players how to check it.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256

_COMMITMENT = b"jackpot commitment"
_DECK = b"jackpot deck"


def new_server_seed() -> bytes:
    """32 fresh secret bytes."""
    return secrets.token_bytes(32)


def commitment(server_seed: bytes) -> str:
    """What the server publishes before the deal: 64 hex digits that bind it to its seed, yet hide it."""
    return sha256(_COMMITMENT + server_seed).hexdigest()


def match_seed(server_seed: bytes, player_seeds: Sequence[str]) -> bytes:
    """The 32 bytes every draw of the match comes from. `player_seeds` in seat order, "" if none was given.

    Each text is preceded by its length, so no two lists of texts give the same bytes. A text may hold
    anything: a lone surrogate is written as UTF-8 would write any other character of its number.
    """
    digest = sha256(_DECK + server_seed)
    for text in player_seeds:
        encoded = text.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(4, "big") + encoded)
    return digest.digest()
