"""Programs that call the API for somebody, and say at once when they are not answered well."""

from typing import Any

from rest_framework.test import APIClient

from config.people.models import User

ROOT = "/api/v1/"


class Program:
    """Calls as somebody, or as nobody, at addresses below one of the API's."""

    def __init__(self, user: User | None, below: str = "") -> None:
        self.client = APIClient()
        self.root = f"{ROOT}{below}"
        if user is not None:
            self.client.force_authenticate(user)

    def get(self, path: str = "") -> Any:
        return self._done("get", path, 200)

    def post(self, path: str, body: Any = None, code: int = 200) -> Any:
        return self._done("post", path, code, body or {})

    def put(self, path: str, body: Any) -> Any:
        return self._done("put", path, 200, body)

    def delete(self, path: str = "", code: int = 204) -> Any:
        return self._done("delete", path, code)

    def refused(self, method: str, path: str, body: Any = None) -> list[str]:
        """The codes with which it is refused."""
        answer = getattr(self.client, method)(f"{self.root}{path}", body or {}, format="json")
        assert 400 <= answer.status_code < 500, answer.content
        return [each["code"] for each in answer.json()["error"]["refusals"]]

    def _done(self, method: str, path: str, code: int, body: Any = None) -> Any:
        answer = getattr(self.client, method)(f"{self.root}{path}", body, format="json")
        assert answer.status_code == code, (path, answer.status_code, answer.content[:600])
        return answer.json() if answer.content else None
