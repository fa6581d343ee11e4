"""Bytes stored for a match: when it is finished, and while it runs. Tables, indexes and TOAST, after plain VACUUM."""

from collections import Counter
from itertools import count

from bench import site
from bench.players import Person, deal, people
from bench.server import Server
from bench.tables import table
from games import bots
from games.rules import registry
from games.rules.rng import Rng

RULES = registry.all_rules()[0]
AT_ONCE = 50
HALFWAY = 100
# Four greedy players take about 113 actions, with one that plays at random about 118: together about 116.
SEATINGS = (("greedy", "greedy", "greedy", "random"),) * 3 + (("greedy",) * 4,) * 2
SIZES = """
SELECT c.relname, CASE WHEN c.relkind = 'r' THEN c.relname ELSE (
           SELECT t.relname FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid WHERE i.indexrelid = c.oid) END,
       CASE WHEN c.relkind = 'r' THEN pg_table_size(c.oid) ELSE pg_relation_size(c.oid) END::bigint
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'i') AND (c.relname LIKE 'games_%' OR c.relname LIKE 'accounts_%'
   OR c.oid IN (SELECT i.indexrelid FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
                WHERE t.relname LIKE 'games_%' OR t.relname LIKE 'accounts_%'))
"""
PRUNED = ("accounts_notice", "accounts_delivery", "accounts_delivery_notices")

Sizes = dict[tuple[str, str], int]


class Match:
    """A match among people whom the bench plays, in the way of the bots."""

    def __init__(self, players: list[Person], kinds: tuple[str, ...]) -> None:
        self.players, self.kinds = players, kinds
        board = deal(players)
        self.code = board.game.code
        self.played = 0
        self.over = False
        self._board = board

    def play(self) -> None:
        """One action, through the service."""
        from accounts import clock
        from games.services.play import take_action

        [turn] = self._board.asked.values()
        kind, user, state = self.kinds[turn.seat - 1], self.players[turn.seat - 1].user, self._board.state
        legal = list(RULES.legal_actions(state, turn.seat))
        chance = Rng(self.code.encode(), str(self.played))
        words = bots.choose(kind, RULES, RULES.view(state, turn.seat), legal, chance)
        answer = take_action(user=user, code=self.code, prompt=turn.prompt, words=words, now=clock.now())
        self._board = answer.board
        self.played += 1
        self.over = self._board.is_over


def measure(server: Server, quick: bool) -> None:
    """Print what finished matches take, and what running ones do."""
    number = 100 if quick else 300
    finished = _finished(server, number)
    _running(server, number, finished)


def _finished(server: Server, number: int) -> float:
    """Play matches to the end, fifty at once; the bytes that each adds after the first fifty."""
    with server.database("bench_finished") as name:
        site.use(name)
        try:
            everybody = people(4 * AT_ONCE)
            empty = _sizes(server, name)
            lengths = _play_group(server, name, everybody, 0)
            first = _sizes(server, name)
            for start in range(AT_ONCE, number, AT_ONCE):
                lengths += _play_group(server, name, everybody, start)
            last = _sizes(server, name)
        finally:
            site.leave()
    title = f"Bytes for each finished match of {sum(lengths) / len(lengths):.0f} actions on average"
    mean = _report(f"{title}, after the first {AT_ONCE}:", _grown(first, last), len(lengths) - AT_ONCE)
    total = sum(size for (_, of), size in _grown(empty, last).items() if of.startswith("games_"))
    print(f"  counted from empty tables, with what {AT_ONCE} matches at once left free: {total / len(lengths):.0f}")
    return mean


def _play_group(server: Server, name: str, everybody: list[Person], start: int) -> list[int]:
    """Fifty matches side by side to their ends; then VACUUM, as autovacuum would over the days. Their lengths."""
    lengths = []
    group = [_seat(everybody, start + number) for number in range(AT_ONCE)]
    while group:
        for each in group:
            each.play()
        lengths += [each.played for each in group if each.over]
        group = [each for each in group if not each.over]
    site.leave()
    server.ask("VACUUM", name)
    return lengths


def _running(server: Server, number: int, finished: float) -> None:
    """Play matches until each is at action 100; those that end earlier are replaced."""
    with server.database("bench_running") as name:
        site.use(name)
        try:
            everybody = people(4 * AT_ONCE)
            before = _sizes(server, name)
            numbers = count()
            group = [_seat(everybody, next(numbers)) for _ in range(number)]
            while any(each.played < HALFWAY for each in group):
                for each in group:
                    if each.played < HALFWAY:
                        each.play()
                group = [_seat(everybody, next(numbers)) if each.over else each for each in group]
            site.leave()
            server.ask("VACUUM", name)
            grown = _grown(before, _sizes(server, name))
            ended = next(numbers) - number
            grown[("(those that ended meanwhile)", "games_game")] = -round(ended * finished)
            _report(f"Bytes for each of {number} running matches at action {HALFWAY}:", grown, number)
        finally:
            site.leave()


def _seat(everybody: list[Person], number: int) -> Match:
    players = [everybody[(4 * number + seat) % len(everybody)] for seat in range(4)]
    return Match(players, SEATINGS[number % len(SEATINGS)])


def _sizes(server: Server, name: str) -> Sizes:
    return {(relation, of): int(size) for relation, of, size in server.ask(SIZES, name)}


def _grown(before: Sizes, after: Sizes) -> Sizes:
    return {each: after[each] - before.get(each, 0) for each in after if after[each] != before.get(each, 0)}


def _report(title: str, grown: Sizes, matches: int) -> float:
    """Print the parts; returns the bytes a match takes in the tables of the games."""
    sums: Counter[str] = Counter()
    for (_, of), size in grown.items():
        sums[of] += size
    rows: list[list[object]] = []
    for owner in sorted(sums, key=lambda each: -sums[each]):
        rows.append([owner, f"{sums[owner] / matches:.0f}"])
        parts = sorted(((size, relation) for (relation, of), size in grown.items() if of == owner), reverse=True)
        rows += [[f"    {relation}", f"{size / matches:.0f}"] for size, relation in parts]
    kept = sum(size for of, size in sums.items() if of.startswith("games_")) / matches
    pruned = sum(size for of, size in sums.items() if of in PRUNED) / matches
    rows += [["games, all", f"{kept:.0f}"], ["notices and deliveries, pruned after 90 days", f"{pruned:.0f}"]]
    table(title, ["table, index", "bytes a match"], rows)
    return kept
