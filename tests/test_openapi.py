"""The OpenAPI document: whole, valid, and true. Schemathesis plays a client who has read nothing else."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from accounts.api.formats import dumps
from accounts.api.views import ApiView
from accounts.models import Scope
from games.access import Board
from games.services import play
from jackpot_site.wsgi import application
from tests.games.addresses import PARAMETER, addresses
from tests.games.conftest import Api, now, play_on
from tests.games.conftest import alice as alice
from tests.games.conftest import bob as bob
from tests.games.conftest import make_game as make_game

Operation = dict[str, Any]
SETTINGS = hypothesis.settings(
    max_examples=12, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def document() -> Any:
    GENERATOR_STATS.reset()
    found = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    assert not GENERATOR_STATS._warn_cache
    assert not GENERATOR_STATS._error_cache
    return found


def operations(document: Any) -> Iterator[tuple[str, Operation]]:
    for address, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {address}", operation


def test_it_is_built_without_a_warning_and_is_openapi_3_1(document: Any) -> None:
    assert document["openapi"].startswith("3.1")
    validate_schema(document)  # type: ignore[no-untyped-call]


def test_every_operation_has_a_summary_a_scope_and_an_example(document: Any) -> None:
    for name, operation in operations(document):
        assert operation["summary"], name
        scoped = re.search(r"Scope: `([\w:]+)`", operation.get("description", ""))
        assert {} in operation["security"] or (scoped and scoped[1] in Scope.values), name
        done = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
        assert done, name
        for answer in done:
            kinds = list(answer.get("content", {}).values())
            assert not kinds or any(content.get("examples") or content.get("example") for content in kinds), name
        for content in operation.get("requestBody", {}).get("content", {}).values():
            assert content.get("examples") or content.get("example"), name


def test_every_operation_has_a_name_of_its_own(document: Any) -> None:
    names = [operation["operationId"] for _, operation in operations(document)]
    assert len(names) == len(set(names))


def test_every_problem_has_the_one_shape(document: Any) -> None:
    for name, operation in operations(document):
        for status, answer in operation["responses"].items():
            if status >= "4":
                assert list(answer["content"]) == ["application/problem+json"], name


class World:
    """A document read by a client with a token, and matches to try it on."""

    def __init__(self, api: Api, codes: list[str]) -> None:
        self.headers, self.codes = api.headers, codes

    def code(self, random: str) -> str:
        """One of the matches, or what the client made up."""
        place = sum(random.encode()) % (len(self.codes) + 1)
        return [*self.codes, random][place]


@pytest.fixture
def world(alice: Api, bob: Api, make_game: Callable[..., Board]) -> World:
    running, over = make_game(alice, bob), make_game(alice, bob)
    play.resign(user=bob.person, code=over.game.code, now=now())
    play_on(running, 7)
    hidden = make_game(bob, seats=2, visibility="invited")
    boards = [make_game(alice, seats=2), make_game(bob, seats=3), hidden, running, over]
    return World(alice, [board.game.code for board in boards])


@pytest.fixture
def open_connection() -> Iterator[None]:
    """Requests leave the connection open, as they do with Django's own test client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def api(document: Any) -> Any:
    schema = schemathesis.openapi.from_dict(json.loads(dumps(document)))
    schema.app = application
    return schema


OPERATIONS = [
    (PARAMETER.sub(r"{\1}", f"/{each.route}"), method)
    for each in addresses("api/v1/")
    for method in each.methods
    if issubclass(each.view_class or object, ApiView)
]


@pytest.mark.django_db
@pytest.mark.usefixtures("open_connection")
@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_answer_is_one_that_the_document_names(
    api: Any, world: World, path: str, method: str, mode: GenerationMode
) -> None:
    @SETTINGS
    @hypothesis.given(case=api[path][method].as_strategy(generation_mode=mode))
    def try_out(case: Any) -> None:
        if mode is GenerationMode.POSITIVE and "code" in case.path_parameters:
            case.path_parameters["code"] = world.code(case.path_parameters["code"])
        case.call_and_validate(headers=world.headers, excluded_checks=[positive_data_acceptance])

    try:
        try_out()
    except Unsatisfiable:
        # There is nothing to get wrong where nothing is taken in.
        assert mode is GenerationMode.NEGATIVE
        assert method == "GET"
