"""The closing table: every mail that ought to have come, and every mail that came."""

from collections import Counter
from collections.abc import Iterator

from games.demo.ledger import Letter


def closing_table(expected: list[Letter], arrived: list[Letter], times: list[str]) -> Iterator[str]:
    """A line for each mail, the verdict last."""
    came = Counter(arrived)
    yield _line("when", "to", "reason", "expected", "arrived")
    for letter in sorted({*expected, *arrived}):
        wanted, got = expected.count(letter), came[letter]
        remark = "" if wanted == got else "   MISSING" if wanted > got else "   NOT EXPECTED"
        moment = times[letter.stop - 1] if letter.stop else "at once"
        yield _line(moment, letter.who, " + ".join(letter.kinds), wanted, got) + remark
    yield _line("", "", "all", len(expected), len(arrived))


def _line(moment: str, who: str, reason: str, wanted: object, came: object) -> str:
    return f"{moment:>14}  {who:<6} {reason:<24} {wanted:>8} {came:>8}"


def exact(expected: list[Letter], arrived: list[Letter]) -> bool:
    """Whether every expected mail came once, at its time, and no other."""
    return Counter(expected) == Counter(arrived)
