"""States as compact JSON and back: the snapshot of a running match.

A state is a NamedTuple of `str`, `int`, `bool`, tuples and further NamedTuples, each possibly `| None`. It is
written by position, without field names, and read back by the annotations: nothing else can come out.
"""

import json
import types
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

S = TypeVar("S")
Reader = Callable[[Any], Any]

_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class CodecError(ValueError):
    """A text that is no snapshot of this state type, or a type that no snapshot can hold."""


def dump(state: Any) -> str:
    """The state as compact JSON text in ASCII, e.g. `["PC","",["7B","LW"],…]`."""
    return _encode(state)


def load(state_type: type[S], text: str) -> S:
    """The state that `dump` wrote. Raises CodecError when the text does not fit the type."""
    try:
        plain = json.loads(text)
    except ValueError as error:
        raise CodecError("The snapshot is not JSON.") from error
    kind: Any = state_type
    state: S = reader(kind)(plain)
    return state


@cache
def reader(kind: Any) -> Reader:
    """Turns decoded JSON into a value of one annotation; built once for each. Raises CodecError."""
    if kind in (str, int, bool, types.NoneType):
        return _scalar(kind)
    if get_origin(kind) in (Union, types.UnionType):
        return _union(get_args(kind))
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _named_tuple(kind)
    raise CodecError(f"A state cannot hold {kind}.")


def _scalar(kind: type) -> Reader:
    def read(plain: Any) -> Any:
        if type(plain) is not kind:  # bool is an int, so isinstance would let `true` through as a number
            raise CodecError(f"{plain!r:.40} is no {kind.__name__}.")
        return plain

    return read


def _union(kinds: tuple[Any, ...]) -> Reader:
    others = [kind for kind in kinds if kind is not types.NoneType]
    if len(others) != 1 or len(others) == len(kinds):
        raise CodecError("A state can hold one type or None, not a choice of types.")
    read_other = reader(others[0])
    return lambda plain: None if plain is None else read_other(plain)


def _tuple(kinds: tuple[Any, ...]) -> Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return _row(reader(kinds[0]))
    return _record(tuple, [reader(kind) for kind in kinds])


def _named_tuple(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    return _record(kind._make, [reader(hints[field]) for field in kind._fields])


def _row(read_item: Reader) -> Reader:
    def read(plain: Any) -> Any:
        if type(plain) is not list:
            raise CodecError(f"{plain!r:.40} is no list.")
        return tuple([read_item(item) for item in plain])

    return read


def _record(make: Callable[[Any], Any], readers: list[Reader]) -> Reader:
    def read(plain: Any) -> Any:
        if type(plain) is not list or len(plain) != len(readers):
            raise CodecError(f"{plain!r:.40} is no list of {len(readers)}.")
        return make([read_item(item) for read_item, item in zip(readers, plain, strict=True)])

    return read
