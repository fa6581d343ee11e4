"""Fills the database of a site under test with people and tables, and prints what a browser needs to know of them."""

import json
import time
from typing import Any
from urllib.parse import urlsplit

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth.hashers import make_password  # noqa: E402
from django.test import Client  # noqa: E402

from accounts import blocking, clock, reach, services, unsubscribe  # noqa: E402
from accounts.models import User  # noqa: E402
from games.access import Board, get_board  # noqa: E402
from games.mails import links  # noqa: E402
from games.services import bots, lobby, play, talk  # noqa: E402
from games.services.invitations import invite  # noqa: E402
from tests.browser.people import NAMES, PASSWORD  # noqa: E402

# Tables of the other games: which game, how many sit there, and how often Ann has answered.
OTHERS = {
    "offer": ("jest", 3, 2),
    "take": ("jest", 3, 3),
    "jest": ("jest", 3, 100),
    "nine": ("same-one", 9, 3),
    "same": ("same-one", 3, 1000),
    "reels": ("set-the-reels", 4, 1),
    "placing": ("set-the-reels", 2, 5),
    "slots": ("set-the-reels", 2, 1000),
}


def person(name: str) -> User:
    """Somebody with a proved address and a password."""
    user = services.create_account(name, f"{name.lower()}@example.org")
    user.password = make_password(PASSWORD)
    user.save()
    return user


def session(user: User) -> str:
    """The cookie of somebody who signed in a moment ago."""
    client = Client()
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    signed_in = client.session
    signed_in["account_authentication_methods"] = [{"method": "password", "at": time.time(), "reauthenticated": True}]
    signed_in["account_authentication_methods_user"] = str(user.pk)
    signed_in.save()
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def table(user: User, **wish: Any) -> str:
    """A table of this person's, with the wish of a match against a bot unless another is made."""
    wanted: dict[str, Any] = {
        "ruleset": "jack-in-the-pot",
        "seats": 2,
        "bots": ["greedy"],
        "visibility": "public",
    } | wish
    return lobby.create_game(user=user, wish=lobby.TableWish(**wanted), now=clock.now()).game.code


def advance(code: str, user: User, turns: int) -> Board:
    """Play on as a bot would, until the person has answered so often and is asked again, or until the end."""
    while (board := get_board(code)).is_active:
        if any(board.seat(seat).bot for seat in board.asked):
            bots.play_one_bot_action(code=code, now=clock.now())
        elif turns:
            (turn,) = board.asked.values()
            words = bots.bot_action(board, turn.seat, "greedy")
            play.take_action(user=user, code=code, prompt=turn.prompt, words=words, now=clock.now())
            turns -= 1
        else:
            break
    return board


def duel(*people: User) -> str:
    """A public match of these people, played to its end as bots would."""
    first, *others = people
    code = table(first, bots=[], seats=len(people))
    for other in others:
        lobby.join_game(user=other, code=code, brought={}, now=clock.now())
    holders = dict(enumerate(people, 1))
    while (board := get_board(code)).is_active:
        (turn,) = board.asked.values()
        words = bots.bot_action(board, turn.seat, "greedy")
        play.take_action(user=holders[turn.seat], code=code, prompt=turn.prompt, words=words, now=clock.now())
    return code


def play_link(code: str, user: User) -> str:
    """The link behind a button of a mail, for the first thing that can be done."""
    board = get_board(code)
    (turn,) = board.asked.values()
    action = board.rules.legal_actions(board.state, turn.seat)[0]
    return links.path(links.PlayLink(code, turn.seat, user.pk, turn.prompt, action))


def reachable(user: User) -> None:
    """A webhook that was tried out, a chat service, and an address nobody has confirmed."""
    hook, _secret = reach.add_webhook(user, "https://bots.example.org/jackpot/with/a/rather/long/way/to/go", "Ann")
    reach.try_out(user, hook.pk)
    reach.add_chat(user, "discord://1234567/token", "Ben")
    reach.add_email(user, "ann.elsewhere@example.org")


def build() -> dict[str, Any]:
    """Everything the screens show: a match in the middle, one that is over, open tables, and some talk."""
    ann, ben = (person(name) for name in NAMES)
    cem = person("Cem")
    reachable(ann)
    guest = services.guest_account()
    codes = {"turn": table(ann), "done": table(ann), "open": table(ann, bots=[], seats=3), "free": table(ben, bots=[])}
    codes["duel"] = duel(ann, ben, cem)
    advance(codes["turn"], ann, 4)
    advance(codes["done"], ann, 1000)
    for name, (ruleset, seats, turns) in OTHERS.items():
        codes[name] = table(ann, ruleset=ruleset, seats=seats, bots=["greedy"] * (seats - 1))
        advance(codes[name], ann, turns)
    talk.post_message(user=ann, code=codes["turn"], text="Good luck!", now=clock.now())
    talk.post_message(user=cem, code=codes["duel"], text="You were lucky, that is all.", now=clock.now())
    talk.post_message(user=ben, code=codes["duel"], text="Well played!", now=clock.now())
    blocking.block(user=ann, username="Cem", now=clock.now())
    for whom in ({"username": "Ben"}, {"email": "friend@example.net"}):
        invite(user=ann, code=codes["open"], now=clock.now(), **whom)
    return {
        "codes": codes,
        "sessions": {"Ann": session(ann), "Ben": session(ben), "guest": session(guest)},
        "tokens": {user.username: services.create_token(user)[1] for user in (ann, ben)},
        "links": {
            "unsubscribe": urlsplit(unsubscribe.url(ann.channels.get(address=ann.email).pk, ["your_turn"])).path,
            "play": play_link(codes["turn"], ann),
        },
    }


if __name__ == "__main__":
    print(json.dumps(build()))
