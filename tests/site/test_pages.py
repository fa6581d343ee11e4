"""The pages and answers that belong to the site as a whole."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from jackpot_site import broker, pages
from jackpot_site.celery import app


@pytest.mark.django_db
def test_the_front_page_says_what_runs_and_how_to_begin(client: Client, settings: Any) -> None:
    settings.LOCAL = True
    text = client.get("/").content.decode()
    assert "manage.py issue_token" in text
    assert "<dt>Database</dt>" in text
    assert "://" not in text.replace("http://127.0.0.1", "")


def test_healthz_needs_nothing(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.django_db
def test_readyz_is_200_when_database_and_broker_answer(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


@pytest.mark.django_db
def test_readyz_is_503_without_the_database_and_says_no_more(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError("password is secret")

    monkeypatch.setattr(connection, "cursor", fail)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "unavailable", "database": "unreachable", "broker": "ok"}


@pytest.mark.django_db
def test_readyz_is_503_without_the_broker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "answers", lambda: False)
    assert client.get("/readyz").status_code == 503


def test_a_broker_that_is_not_there_does_not_answer(settings: Any) -> None:
    settings.BROKER, settings.CELERY_BROKER_URL = "pgmq", "pgmq://nobody:nothing@127.0.0.1:1/none"
    assert not broker.answers()


@pytest.mark.parametrize("path", ["/nothing/", "/api/v1/nothing/"])
def test_what_is_not_there_is_404_as_a_page_or_as_a_problem(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    kind = "application/problem+json" if path.startswith("/api/") else "text/html; charset=utf-8"
    assert answer["Content-Type"] == kind


@pytest.mark.parametrize(
    ("status", "view"),
    [
        (400, lambda request: pages.bad_request(request, ValueError())),
        (403, lambda request: pages.forbidden(request, PermissionDenied())),
        (403, pages.csrf_failure),
        (500, pages.server_error),
    ],
)
def test_other_errors_have_a_page_and_a_problem(status: int, view: Any) -> None:
    page, problem = view(RequestFactory().get("/somewhere/")), view(RequestFactory().get("/api/v1/somewhere/"))
    assert page.status_code == problem.status_code == status
    assert b"<h1>" in page.content
    assert problem["Content-Type"] == "application/problem+json"


def test_every_task_of_the_schedule_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
