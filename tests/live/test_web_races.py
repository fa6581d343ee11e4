"""Identical and contrary actions raced over two server processes: each prompt is answered once, each loser told so."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.demo.person import Json, Person
from tests.live.conftest import MakeSite
from tests.live.play import answer, asked, choice, open_match, prompt_of
from tests.live.site import Site

CLIENTS = 20
PROMPTS = 50


@pytest.fixture(scope="module")
def site(make_site: MakeSite) -> Site:
    site = make_site()
    site.start_web()
    return site


def people(site: Site) -> tuple[Person, Person]:
    return site.person("Ann"), site.person("Ben")


def logged(person: Person, code: str) -> list[str]:
    return [item["action"] for item in person.get(f"/games/{code}/actions/")["results"][1:]]


def turn(game: Json, site: Site) -> tuple[Person, Json]:
    """Who is asked, and the match as that person sees it."""
    person = asked(game, *people(site))
    assert person
    return person, person.get(f"/games/{game['id']}/")


def test_of_a_thousand_identical_actions_each_is_applied_once(site: Site) -> None:
    game = open_match(*people(site))
    played: list[str] = []
    with ThreadPoolExecutor(CLIENTS) as pool:
        for _ in range(PROMPTS):
            person, game = turn(game, site)
            prompt, action = prompt_of(game), choice(game)
            posts = [pool.submit(answer, person, game["id"], prompt, action) for _ in range(CLIENTS)]
            answers = [post.result() for post in posts]
            assert Counter(status for status, _ in answers) == {201: 1, 200: CLIENTS - 1}
            assert {(document["number"], document["action"]) for _, document in answers} == {(len(played) + 1, action)}
            played.append(action)
            game = answers[0][1]["game"]
    assert logged(site.person("Ann"), game["id"]) == played
    assert (
        len(
            site.sql(
                "SELECT pid FROM pg_stat_activity WHERE application_name = 'jackpot-web' AND datname = "
                "current_database()"
            )
        )
        >= 2
    )


def test_of_contrary_actions_one_wins_and_the_others_are_told(site: Site) -> None:
    game = open_match(*people(site))
    played: list[str] = []
    with ThreadPoolExecutor(CLIENTS) as pool:
        for _ in range(PROMPTS // 5):
            person, game = turn(game, site)
            prompt, legal = prompt_of(game), [each["action"] for each in game["legal_actions"]]
            actions = [legal[number % len(legal)] for number in range(CLIENTS)]
            posts = [pool.submit(answer, person, game["id"], prompt, action) for action in actions]
            answers = [post.result() for post in posts]
            (winner,) = [document for status, document in answers if status == 201]
            played.append(winner["action"])
            for action, (status, document) in zip(actions, answers, strict=True):
                told = (status, document.get("code"))
                assert told in (
                    {(201, None), (200, None)} if action == winner["action"] else {(409, "already_answered")}
                )
            game = winner["game"]
    assert logged(site.person("Ann"), game["id"]) == played
