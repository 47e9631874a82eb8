"""What people enter at a table that cannot be: refused by the scoring page and by the API alike,
with its code, its rule, its place and the situation that stands, and nothing of it is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import unescape
from typing import Any

from config.people.models import User
from games.models import Game, Series
from games.services.rewinding import void_game
from tests.builders import browser


class BadTable:
    """The first game of a series, which its director enters."""

    def __init__(self, series: Series, director: User) -> None:
        self.series = series
        self.director = director
        self.client = browser(director)
        self.page = f"/series/{series.pk}/games/1/score/"

    def begin(self, beginning: Mapping[str, object], words: str = "") -> Game:
        """The game from a state on, with words that are accepted; one that was begun is void."""
        for game in self.series.games.exclude(status=Game.Status.VOID):
            void_game(game_id=game.pk, reason="Another", acting_user=self.director)
        body = {"series": self.series.pk, "number": 1, "transcript": words.split()}
        answer = self._sent("/api/v1/games/", {**body, "beginning": beginning})
        assert answer.status_code == 201, (words, answer.json())
        return Game.objects.get(pk=answer.json()["id"])

    def refused(self, game: Game, word: str) -> dict[str, Any]:
        """Why the API refuses a word; the page does so for the same reason, and both leave the game
        as it was."""
        before = Game.objects.values().get(pk=game.pk)
        after = len(game.entries)
        api = self._sent(f"/api/v1/games/{game.pk}/entries/", {"after": after, "entries": [word]})
        assert api.status_code == 422, (word, api.json())
        (refusal,) = api.json()["error"]["refusals"]
        page = self.client.post(self.page, {"act": "enter", "after": after, "entry": word})
        html = unescape(page.content.decode())
        assert page.status_code == 422, word
        assert refusal["message"] in html, (word, refusal["message"])
        assert refusal["code"] in html
        assert Game.objects.values().get(pk=game.pk) == before
        return {**refusal, **refusal["facts"]}

    def _sent(self, address: str, body: dict[str, Any]) -> Any:
        return self.client.post(address, json.dumps(body), content_type="application/json")
