"""A rehearsal: a whole event through the HTTP API, a program in every role, audited all the way.

Each person has a client of his own and does what people do with what the API and the pages offer;
nothing here writes a table by itself, but accounts. After every act ``audit`` asks what must always
hold. What does not is an ``AuditError``, and the rehearsal ends there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from time import sleep
from typing import Any

from django.test import Client

from config.people.models import User
from config.people.services import create_account
from tournaments.rules.formats import FORMATS

API = "/api/v1"
BACKEND = "django.contrib.auth.backends.ModelBackend"
MOST_ROUNDS = 120
MOST_BY_HAND = 2
"""Games that are played throw by throw, and as many from score sheets: they take longest."""
TOO_MANY = 429
PLACES = (
    "Amber", "Birch", "Cobalt", "Dune", "Ember", "Fjord", "Grove", "Harbor", "Indigo", "Juniper",
    "Kestrel", "Lagoon", "Meadow", "Nimbus", "Orchard", "Prairie", "Quarry", "River", "Summit",
    "Timber", "Umber", "Valley", "Willow", "Yonder", "Zephyr", "Anchor", "Beacon", "Canyon",
)  # fmt: skip


class AuditError(Exception):
    """Something that must always hold did not."""


class CallError(Exception):
    """A call that should have been answered was refused."""


@dataclass(frozen=True)
class Report:
    """What a rehearsal came to."""

    slug: str
    acts: int
    games: int
    online: int
    scored: int
    audits: int
    ties_broken: int
    champions: tuple[str, ...]


class Person:
    """Somebody with an account and a client of his own."""

    def __init__(self, name: str, tag: str) -> None:
        self.name = name
        self.email = f"{name.lower().replace(' ', '.')}.{tag}@rehearsal.example"
        user = User.objects.filter(email=self.email).first()
        self.user = user or create_account(
            email=self.email, name=name, password=None, acting_user=None
        )
        self.client = Client(SERVER_NAME="localhost")
        self.client.force_login(self.user, backend=BACKEND)

    def call(self, method: str, path: str, data: object = None) -> Any:
        """One call of the API; ``CallError`` with the answer where it is refused."""
        status, said = self.tried(method, path, data)
        if status >= 400:
            raise CallError(f"{method} {path}: {status} {str(said)[:400]}")
        return said

    def tried(self, method: str, path: str, data: object = None) -> tuple[int, Any]:
        """A call that may be refused: the status, and what was said. Whoever is told that there
        were too many calls waits as long as is said."""
        while True:
            answer = getattr(self.client, method)(
                f"{API}{path}",
                data=data if method == "get" else data or {},
                **({} if method == "get" else {"content_type": "application/json"}),
            )
            if answer.status_code != TOO_MANY:
                return answer.status_code, answer.json() if answer.content else None
            sleep(float(answer.get("Retry-After", 1)))

    def press(self, path: str, **fields: object) -> None:
        """A button of a page; ``CallError`` where the page comes back with reasons."""
        answer = self.client.post(path, data=fields)
        if answer.status_code >= 400:
            raise CallError(f"{fields} at {path}: {answer.status_code}")


class Rehearsal:
    """One event from its announcement to its champion."""

    def __init__(
        self,
        preset: str,
        seed: str,
        *,
        system: str,
        card_set: str = "",
        clubs: int = 0,
        say: Callable[[str], None] = print,
    ) -> None:
        self.preset, self.seed, self.system, self.card_set = preset, seed, system, card_set
        self.format = FORMATS[preset]
        self.count = clubs or max(self.format.least, 5)
        self.random = Random(f"{preset}/{seed}")
        self.say = say
        self.acts = self.audits = self.ties = self.online = self.scored = 0
        self.names: dict[int, str] = {}
        self.numbers: dict[int, int] = {}
        self.director = Person("Dana Director", seed)
        self.spectator = Person("Sam Spectator", seed)
        self.managers: dict[int, Person] = {}
        self.slug = ""

    def run(self) -> Report:
        """The whole event."""
        self._announce()
        self._invite()
        if self.card_set:
            self._draft()
        self._did("start", lambda: self.director.call("post", self._at("start/")))
        for _ in range(MOST_ROUNDS):
            self._play()
            if self._event()["state"] == "complete":
                break
            self._draw()
        else:
            raise AuditError("the event does not end")
        champions = self._champions()
        self.say(f"Champions: {', '.join(champions)}")
        return Report(
            slug=self.slug,
            acts=self.acts,
            games=len(self._games()),
            online=self.online,
            scored=self.scored,
            audits=self.audits,
            ties_broken=self.ties,
            champions=tuple(champions),
        )

    # ---- acts ----

    def _announce(self) -> None:
        names = self.random.sample(PLACES, self.count)
        made = self.director.call(
            "post",
            "/tournaments/",
            {
                "name": f"{self.format.name} {self.seed}",
                "system": self.system,
                "card_set": self.card_set,
                "clubs": [
                    {"name": f"{name} {at}", "abbreviation": f"{name[0]}{at:02}"}
                    for at, name in enumerate(names, start=1)
                ],
            },
        )
        self.slug = made["slug"]
        self.names = {each["team"]["id"]: each["team"]["name"] for each in made["entrants"]}
        self.numbers = {each["team"]["id"]: each["number"] for each in made["entrants"]}
        self._did(
            "format",
            lambda: self.director.call("put", self._at("format/"), {"preset": self.preset}),
        )

    def _invite(self) -> None:
        """Three of four clubs have a manager; the others are the house's."""
        for number in range(1, self.count + 1):
            if number % 4 == 0:
                continue
            manager = Person(f"Manager {number}", self.seed)
            offer = {"tournament": self.slug, "role": "manager", "entrant": number}
            link = self.director.call("post", "/invites/", offer)["link"]
            token = link.rstrip("/").rpartition("/")[2]
            manager.call("post", "/invites/accept/", {"token": token})
            self.managers[number] = manager
        self._audited()

    def _draft(self) -> None:
        desk = f"/t/{self.slug}/desk/"
        self.director.press(desk, act="set-up-draft")
        found = re.search(rb"/drafts/(\d+)/", self.director.client.get(desk).content)
        if found is None:
            raise AuditError("the desk does not lead to the draft")
        draft = int(found[1])
        room = f"/drafts/{draft}/"
        where = f"/drafts/{draft}/"
        self.director.press(room, act="roll-all")
        for _ in range(self.count):
            self.director.press(room, act="earliest")
        for number in range(1, self.count + 1):
            here = "manager" if number in self.managers else "house"
            self.director.press(room, act="drafter", seat=number, drafter=here)
        self.director.press(room, act="open")
        numbers = {name: self.numbers[team] for team, name in self.names.items()}
        seats = self.director.call("get", where)["seats"]
        by_slot = {seat["slot"]: numbers[seat["name"]] for seat in seats}
        picked: Counter[int] = Counter()
        while True:
            board = self.director.call("get", where)
            turn = board["turn"]
            if turn is None:
                break
            number = by_slot[turn["slot"]]
            if picked[number] >= 2:
                # He has to go; the house drafts on for him.
                self.director.press(
                    room, act="drafter", slot=turn["slot"], division=1, drafter="house"
                )
                continue
            manager = self.managers[number]
            left = manager.call("get", f"{where}available/")
            manager.call("post", f"{where}picks/", {"card": left[0]["id"]})
            picked[number] += 1
            self.acts += 1
        if board["state"] != "complete":
            self.director.press(room, act="finish")
        self._audit_squads()
        self._audited()
        self.say(f"Drafted: {sum(picked.values())} picks by managers, the others by the house.")

    def _play(self) -> None:
        """Everything that is drawn. One series a round is begun by a manager, game one online and
        game two from a score sheet; the director has the rest simulated."""
        for round_ in self.director.call("get", self._at("schedule/")):
            waiting = [
                meeting
                for meeting in round_["meetings"]
                if meeting["series"] and meeting["state"] != "complete"
            ]
            if not waiting:
                continue
            managed = [each for each in waiting if each["home"] in self.managers]
            if managed and self.online < MOST_BY_HAND:
                self._play_by_hand(self.random.choice(managed))
            number = {"round": round_["number"]}
            if self._left(round_["number"]):
                self._did(
                    "play",
                    partial(self.director.call, "post", self._at("play-round/"), number),
                )

    def _left(self, number: int) -> bool:
        rounds = self.director.call("get", self._at("schedule/"))
        (now,) = (each for each in rounds if each["number"] == number)
        return any(each["series"] and each["state"] != "complete" for each in now["meetings"])

    def _play_by_hand(self, meeting: Mapping[str, Any]) -> None:
        manager = self.managers[meeting["home"]]
        series = manager.call("get", f"/series/{meeting['series']}/")
        there = {game["number"] for game in series["games"]}
        if 1 not in there:
            begun = {
                "series": series["id"],
                "number": 1,
                "dice": "server",
                "away_managed": True,
                "home_managed": True,
            }
            game = manager.call("post", "/games/", begun)
            while game["awaits"]:
                after, (wanted, *_) = len(game["transcript"]), game["awaits"]
                if wanted["dice"]:
                    game = manager.call("post", f"/games/{game['id']}/throw/", {"after": after})
                else:
                    answer = {"after": after, "entries": [wanted["entries"][0]]}
                    game = manager.call("post", f"/games/{game['id']}/entries/", answer)
            if game["status"] != "final":
                raise AuditError(f"game {game['id']} waits for nothing and is not over")
            self.online += 1
            self.acts += 1
            self._audited()
        if series["length"] > 1 and 2 not in there and not self.card_set:
            sheet = self.spectator.call(
                "get", f"/systems/{self.system}/sample/", {"seed": str(self.random.random())}
            )
            scored = {"series": series["id"], "number": 2, "transcript": sheet["transcript"]}
            game = manager.call("post", "/games/", scored)
            if game["status"] != "final":
                raise AuditError(f"game {game['id']} was scored whole and is not over")
            self.scored += 1
            self.acts += 1
            self._audited()

    def _draw(self) -> None:
        """What follows, ties broken on the way."""
        for _ in range(20):
            status, said = self.director.tried("post", self._at("advance/"))
            if status < 400:
                self.say(said["done"])
                self.acts += 1
                self._audited()
                return
            if said["error"]["code"] != "tie-open":
                raise CallError(f"advance: {said}")
            self._break_ties()
        raise AuditError("ties do not end")

    def _break_ties(self) -> None:
        waiting = self.director.call("get", self._at("tie-rulings/"))
        if not waiting:
            raise AuditError("a tie is open, and nothing waits for anybody")
        tie = waiting[0]
        if tie["kind"] == "d20":
            rolls = {str(member): self.random.randint(1, 20) for member in tie["members"]}
            body = {"kind": "d20", "values": rolls}
            self.director.call("post", self._at("tie-rulings/"), body)
        elif self.random.random() < 0.5:
            self.director.call("post", self._at("tie-games/"), tie)
            self._play()
        else:
            winner = self.random.choice(tie["members"])
            values = {str(member): int(member == winner) for member in tie["members"]}
            body = {"kind": tie["kind"], "values": values}
            self.director.call("post", self._at("tie-rulings/"), body)
        self.ties += 1
        self.acts += 1
        self.say(f"Tie of {tie['members']} broken by {tie['kind']}.")
        self._audited()

    def _did(self, what: str, act: Callable[[], object]) -> None:
        before = self._logged()
        act()
        self.acts += 1
        if self._logged() == before:
            raise AuditError(f"the log does not tell of: {what}")
        self._audited()

    # ---- what must always hold ----

    def _audited(self) -> None:
        """Sums, standings against the games, byes, and what a spectator sees."""
        self.audits += 1
        games = [game for game in self._games() if game["status"] == "final"]
        counting = self._season_series()
        won: Counter[str] = Counter()
        lost: Counter[str] = Counter()
        scored: Counter[str] = Counter()
        allowed: Counter[str] = Counter()
        for game in games:
            if game["series"] not in counting:
                continue
            home, away = self.names[game["home"]], self.names[game["away"]]
            scored[home] += game["home_runs"]
            allowed[home] += game["away_runs"]
            scored[away] += game["away_runs"]
            allowed[away] += game["home_runs"]
            if game["home_runs"] != game["away_runs"]:
                winner = home if game["home_runs"] > game["away_runs"] else away
                won[winner] += 1
                lost[away if winner == home else home] += 1
        table = self.spectator.call("get", self._at("standings/"))
        if table != self.director.call("get", self._at("standings/")):
            raise AuditError("the director sees another table than the spectator")
        for line in table:
            name, metrics = line["team"], line["metrics"]
            shown = {
                "won": won[name],
                "lost": lost[name],
                "runs_for": scored[name],
                "runs_against": allowed[name],
            }
            for key, value in shown.items():
                if metrics[key] != str(value):
                    raise AuditError(f"{name}: {key} is {metrics[key]}, the games say {value}")
        if sum(won.values()) != sum(lost.values()) or sum(scored.values()) != sum(allowed.values()):
            raise AuditError("wins and losses, or runs for and against, differ in sum")
        for round_ in self.director.call("get", self._at("schedule/")):
            there: Counter[int] = Counter()
            for meeting in round_["meetings"]:
                there.update(filter(None, (meeting["home"], meeting["away"])))
            if any(count > 1 for count in there.values()):
                raise AuditError(f"somebody is twice in round {round_['number']}")
        if self.card_set:
            self._audit_sheets(games)

    def _audit_squads(self) -> None:
        """One squad a card in a division."""
        from rosters.models import RosterSpot

        scope = self._scope()
        spots = RosterSpot.objects.filter(squad__scope=scope).values_list("card", flat=True)
        twice = [card for card, count in Counter(spots).items() if count > 1]
        if twice:
            raise AuditError(f"cards {twice[:5]} are in two squads")

    def _audit_sheets(self, games: list[dict[str, Any]]) -> None:
        """Every game that counts stands on both clubs' sheets, and no other does."""
        from pitching.models import SheetColumn

        rows = SheetColumn.objects.filter(sheet__scope=self._scope(), key__startswith="game:")
        found: dict[str, int] = defaultdict(int)
        for key in rows.values_list("key", flat=True):
            found[key] += 1
        shootouts = self._shootouts()
        wanted = {f"game:{game['id']}": 2 for game in games if game["series"] not in shootouts}
        if dict(found) != wanted:
            raise AuditError("the pitching sheets have other games than were played")

    # ---- looking ----

    def _at(self, path: str) -> str:
        return f"/tournaments/{self.slug}/{path}"

    def _event(self) -> Any:
        return self.director.call("get", self._at(""))

    def _games(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        page = self.spectator.call("get", self._at("games/?page_size=200"))
        while True:
            found += page["results"]
            if not page["next"]:
                return found
            page = self.spectator.client.get(page["next"]).json()

    def _logged(self) -> object:
        page = self.director.call("get", self._at("log/?page_size=1"))
        first: Mapping[str, object] = page["results"][0] if page["results"] else {}
        return first.get("at"), first.get("code")

    def _season_series(self) -> set[int]:
        return {
            meeting["series"]
            for stage in self.director.call("get", self._at("stages/"))
            if stage["kind"] in ("round-robin", "matchups")
            for round_ in stage["rounds"]
            for meeting in round_["meetings"]
            if meeting["series"]
        }

    def _shootouts(self) -> set[int]:
        return {
            meeting["series"]
            for stage in self.director.call("get", self._at("stages/"))
            if stage["name"].startswith("Shoot-out")
            for round_ in stage["rounds"]
            for meeting in round_["meetings"]
        }

    def _scope(self) -> str:
        from tournaments.models import Tournament

        return Tournament.objects.get(slug=self.slug).scope

    def _champions(self) -> list[str]:
        won = self.spectator.call("get", self._at("champions/"))
        found = [each["team"]["name"] for each in won]
        if not found:
            raise AuditError("the event is over and has no champion")
        return found
