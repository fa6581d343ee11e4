"""States survive their snapshot exactly, and nothing else comes out of one."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.codec import CodecError, dump, load


class Inner(NamedTuple):
    cards: str
    known: bool


class Outer(NamedTuple):
    name: str
    number: int
    flag: bool
    row: tuple[int, ...]
    pair: tuple[str, int]
    inner: Inner
    rows: tuple[Inner, ...]
    maybe: str | None
    maybe_inner: Inner | None


class Floating(NamedTuple):
    weight: float


class Wavering(NamedTuple):
    either: int | str


inners = st.builds(Inner, st.text(), st.booleans())
outers = st.builds(
    Outer,
    st.text(),
    st.integers(),
    st.booleans(),
    st.lists(st.integers()).map(tuple),
    st.tuples(st.text(), st.integers()),
    inners,
    st.lists(inners).map(tuple),
    st.none() | st.text(),
    st.none() | inners,
)


def shape(value: Any) -> Any:
    """The value with the type of every part, since 1 == True and a NamedTuple equals a plain tuple."""
    return (type(value), tuple(map(shape, value))) if isinstance(value, tuple) else (type(value), value)


@given(outers)
def test_whatever_is_dumped_loads_again_with_every_type_intact(state: Outer) -> None:
    assert shape(load(Outer, dump(state))) == shape(state)


def test_a_snapshot_is_compact_and_positional() -> None:
    state = Outer("a", 1, True, (1, 2), ("b", 3), Inner("c", False), (), None, None)
    assert dump(state) == '["a",1,true,[1,2],["b",3],["c",false],[],null,null]'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        "[",
        '["c"]',
        '["c",true,1]',
        '["c",1]',
        "[1,true]",
        "[null,true]",
        '{"cards":"c","known":true}',
        '"ct"',
    ],
)
def test_a_text_that_does_not_fit_the_type_is_refused(text: str) -> None:
    with pytest.raises(CodecError):
        load(Inner, text)


def test_a_truth_value_is_no_number() -> None:
    class Tally(NamedTuple):
        number: int

    with pytest.raises(CodecError):
        load(Tally, "[true]")


@pytest.mark.parametrize("state_type", [Floating, Wavering, dict, list])
def test_a_type_that_no_snapshot_can_hold_is_refused(state_type: type) -> None:
    with pytest.raises(CodecError):
        load(state_type, "[1]")
