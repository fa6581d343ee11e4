"""Somebody who plays over HTTP with a token, as any third-party client would."""

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

Json = dict[str, Any]
PATIENCE_SECONDS = 60.0


class RefusedError(Exception):
    """The site answered with a problem."""

    def __init__(self, status: int, problem: Any) -> None:
        super().__init__(f"{status} {problem}")
        self.status = status
        self.problem = problem


def address_of(name: str) -> str:
    """Where a player reads mails."""
    return f"{name.lower()}@example.org"


class Person:
    """One player: a name, an address and a token."""

    def __init__(self, name: str, url: str, token: str) -> None:
        self.name = name
        self.email = address_of(name)
        self._host = urlsplit(url).netloc
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def get(self, path: str) -> Json:
        """GET below /api/v1; raises RefusedError."""
        return self._checked("GET", path, None)

    def post(self, path: str, body: Json | None = None) -> Json:
        """POST below /api/v1; raises RefusedError."""
        return self._checked("POST", path, body or {})

    def request(self, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
        """One request on a connection of its own: the status, and the document that came back."""
        connection = http.client.HTTPConnection(self._host, timeout=PATIENCE_SECONDS)
        try:
            content = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1{path}", content, self._headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or "null")
        finally:
            connection.close()

    def _checked(self, method: str, path: str, body: Json | None) -> Json:
        status, document = self.request(method, path, body)
        if status >= 400:
            raise RefusedError(status, document)
        return document
