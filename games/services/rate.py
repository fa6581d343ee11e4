"""Rating the people at a match where it ends; and rating everybody anew when what counts has changed.

A match counts when it was public, was played to a result, no bot of the house was dealt in, and two members at
least were; its guests are left out. Who gave up comes last, and so does who stayed away until the seat went to
somebody else; whoever took it over is not rated for it.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from django.db import connection, transaction

from accounts.models import Standing, User
from games import log
from games.access import Board, get_boards
from games.models import FormerHolder, Game, Rating, Seat
from games.ratings import NEWCOMER, Skill, after_match, value_of
from games.rows import SeatRow
from games.rules import match
from games.rules.registry import UnknownRulesError
from games.selectors import records

HISTORY_KEPT = 200
# Behind every place there is.
LAST = 1_000
BATCH = 200
CHANGED = ("mu", "sigma", "value", "history", "matches", "wins", "turns", "late_turns", "resignations")

# Makes what is missing and locks all, in the order of the accounts: two matches that end at once wait in no circle.
TAKE = """
WITH members AS (SELECT id FROM accounts_user WHERE id = ANY(%(users)s) AND standing = %(member)s)
INSERT INTO games_rating
    (user_id, ruleset, mu, sigma, value, history, matches, wins, turns, late_turns, resignations)
SELECT id, %(ruleset)s, %(mu)s, %(sigma)s, %(value)s, '{}', 0, 0, 0, 0, 0 FROM members
WHERE (SELECT count(*) FROM members) > 1
ORDER BY id
ON CONFLICT (user_id, ruleset) DO UPDATE SET ruleset = EXCLUDED.ruleset
RETURNING *
"""


class Mark(NamedTuple):
    """What one match says of one of its players."""

    user_id: int
    place: int
    turns: int
    late_turns: int
    resigned: bool


def rate_game(board: Board) -> None:
    """Count a match that has just been finished; the board is locked, so each match counts once."""
    marks = {mark.user_id: mark for mark in marks_of(board)}
    if len(marks) < 2:
        return
    newcomer = {"mu": NEWCOMER.mu, "sigma": NEWCOMER.sigma, "value": value_of(NEWCOMER)}
    who = {"users": [*marks], "member": Standing.MEMBER.value, "ruleset": board.game.ruleset}
    ratings = sorted(Rating.objects.raw(TAKE, who | newcomer), key=lambda rating: rating.user_id)
    if ratings:
        count(ratings, [marks[rating.user_id] for rating in ratings])
        Rating.objects.bulk_update(ratings, CHANGED)


@transaction.atomic
def rebuild() -> int:
    """Rate everybody anew from all finished matches, for those who are members now; returns how many counted.

    Matches that end meanwhile wait, and count afterwards.
    """
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_rating IN EXCLUSIVE MODE")
    Rating.objects.all().delete()
    members = frozenset(User.objects.filter(standing=Standing.MEMBER).values_list("pk", flat=True))
    found: dict[tuple[int, str], Rating] = {}
    counted = sum(_count_again(board, members, found) for board in _finished())
    Rating.objects.bulk_create(found.values(), batch_size=BATCH)
    return counted


def marks_of(board: Board) -> list[Mark]:
    """A mark for each player of a match that counts, in the order of the accounts; none for a match that does not."""
    outcome = board.outcome
    if outcome is None or board.game.visibility != Game.Visibility.PUBLIC:
        return []
    said = records(board)
    left = _left_at(said)
    if any(seat.bot and seat.number not in left for seat in board.seats):
        return []
    began = _first_holders(board) if left else {}
    holders = [(began.get(seat.number, seat.user_id or 0), seat, left.get(seat.number)) for seat in board.seats]
    return sorted(_mark(*holder, place, said) for holder, place in zip(holders, outcome.places, strict=True))


def count(ratings: Sequence[Rating], marks: Sequence[Mark]) -> None:
    """Bring the ratings of the people at one match up to date with it; they are not saved here."""
    before = [Skill(rating.mu, rating.sigma) for rating in ratings]
    after = after_match(before, [mark.place for mark in marks])
    for rating, mark, skill in zip(ratings, marks, after, strict=True):
        rating.mu, rating.sigma = skill
        rating.value = value_of(skill)
        rating.history = [*rating.history, rating.value][-HISTORY_KEPT:]
        rating.matches += 1
        rating.wins += mark.place == 1
        rating.turns += mark.turns
        rating.late_turns += mark.late_turns
        rating.resignations += mark.resigned


def _left_at(said: Sequence[log.Record]) -> dict[int, int]:
    """The seats that changed hands, with the log entry at which their first holder left."""
    handed = [record for record in said if record.words.startswith(f"{match.SEAT} ")]
    return {record.seat: record.number for record in reversed(handed)}


def _first_holders(board: Board) -> dict[int, int]:
    earlier = FormerHolder.objects.filter(seat__game=board.game).order_by("-until")
    return dict(earlier.values_list("seat__number", "user_id"))


def _mark(user_id: int, seat: SeatRow, left: int | None, place: int, said: Sequence[log.Record]) -> Mark:
    own = [record for record in said if record.seat == seat.number and record.number <= (left or record.number)]
    gone = left is not None or seat.state == Seat.State.RESIGNED
    late = late_turns_of(own)
    # Who is late and out with it has answered nothing in that turn.
    return Mark(user_id, LAST if gone else place, max(turns_of(own), late), late, gone)


def turns_of(own: Sequence[log.Record]) -> int:
    """How often a seat began to answer: the prompt then is not an entry of its own."""
    numbers = {record.number for record in own}
    return sum(record.prompt is not None and record.prompt not in numbers for record in own)


def late_turns_of(own: Sequence[log.Record]) -> int:
    """How often a seat was late: the first entry of a turn that was played for it, or its end."""
    late = [record for record in own if record.by == log.TIMEOUT]
    numbers = {record.number for record in late}
    return sum(record.prompt not in numbers for record in late)


def _count_again(board: Board, members: Collection[int], found: dict[tuple[int, str], Rating]) -> bool:
    try:
        marks = [mark for mark in marks_of(board) if mark.user_id in members]
    except UnknownRulesError:
        return False  # a game, or a version of it, that is no longer here
    if len(marks) < 2:
        return False
    ruleset = board.game.ruleset
    count([found.setdefault((mark.user_id, ruleset), _unrated(mark.user_id, ruleset)) for mark in marks], marks)
    return True


def _unrated(user_id: int, ruleset: str) -> Rating:
    return Rating(user_id=user_id, ruleset=ruleset, mu=NEWCOMER.mu, sigma=NEWCOMER.sigma, value=value_of(NEWCOMER))


def _finished() -> Iterator[Board]:
    """All finished matches, those that ended first first."""
    over = Game.objects.filter(status=Game.Status.FINISHED).order_by("finished_at", "id")
    ids = list(over.values_list("id", flat=True))
    for start in range(0, len(ids), BATCH):
        yield from get_boards(ids[start : start + BATCH])
