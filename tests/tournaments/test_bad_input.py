"""What sets an event up, and what decides its ties and drops, sent by the API with one thing
spoilt: what is not sound is refused with code and place, and nothing of it is stored."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest
from rest_framework.test import APIClient

from config.events.models import EventRole
from config.journal.models import Action
from games.models import Series
from pitching.models import PitchingSheet, SheetSeries
from rosters.models import Team, TeamMember
from tests.builders import director_of, league, person
from tests.personas import nothing_lasts
from tests.rosters.builders import a_purestrat_set
from tests.sweeps import Sweep
from tests.tournaments.test_tie_games import level_at_both_ends
from tournaments.models import (
    Drop,
    Entrant,
    Replacement,
    Stage,
    TieRuling,
    Tournament,
)
from tournaments.rules.ties import ORDERS, STAR, Step, TieOrder, order_to_json
from tournaments.selectors.drops import people_of, proposals
from tournaments.selectors.league import load_league
from tournaments.services.drops import cover_club
from tournaments.services.events import start_tournament
from tournaments.services.plans import Format

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.usefixtures("nobody_waits")]

KEPT = (
    *(Tournament, EventRole, Entrant, Stage, Series, Team, TeamMember, Action),
    *(Drop, Replacement, TieRuling, PitchingSheet, SheetSeries),
)

LEFT_OUT: Final = "left out"
ONE_MORE: Final = "one more"
"""Beside the values: the field is not there, or what is an object there has one more in it."""

OTHERS: Final[Mapping[str, Any]] = {
    "null": None,
    "true": True,
    "word": "x",
    "blank": "",
    "nul": "a\x00b",
    "long": "x" * 5000,
    "fraction": 1.5,
    "negative": -1,
    "zero": 0,
    "many": 99,
    "huge": 2**62,
    "endless": 2**70,
    "list": ["x"],
    "nothing in it": [],
    "object": {"x": 1},
}
NUMBERS: Final = ("fraction", "negative", "zero", "many", "huge")
WAYS: Final[Mapping[type, Iterable[str]]] = {
    bool: ("null", "word", "many", "list"),
    int: ("null", "true", "word", "list", *NUMBERS, "endless"),
    str: ("null", "true", "word", "blank", "nul", "long", "negative", "endless", "object"),
    list: ("null", "word", "many", "list", "nothing in it", "object"),
    dict: ("null", "word", "many", "list", "nothing in it"),
}
"""How what is of a kind is spoilt: with other kinds, and with too much or too little of its own."""

Path = tuple[str | int, ...]

TEXT: Final = frozenset({"word"})
"""Any text will do; a number is none."""
RUNS: Final = frozenset({"zero", "many"})


@dataclass(frozen=True)
class Call:
    """A call that is sound. ``takes`` is what it may be spoilt with, by the way to the field, and
    is sound still: where nothing is said, every way to spoil it makes it wrong."""

    method: str
    address: str
    body: Mapping[str, Any]
    takes: Mapping[Path, Iterable[str]]

    def made(self, director: APIClient, body: Mapping[str, Any] | None = None) -> Any:
        sent = self.body if body is None else body
        return getattr(director, self.method)(self.address, sent, format="json")


def ways(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The way to everything in a body, to what is inside lists and objects as well."""
    if path:
        yield path, value
    inner = enumerate(value) if isinstance(value, list) else ()
    for key, each in value.items() if isinstance(value, dict) else inner:
        yield from ways(each, (*path, key))


def with_other(value: Any, path: Path, other: Any) -> Any:
    """The body with something else there, or with nothing."""
    first, *rest = path
    copy = dict(enumerate(value)) if isinstance(value, list) else dict(value)
    if rest:
        copy[first] = with_other(copy[first], tuple(rest), other)
    elif other is LEFT_OUT:
        del copy[first]
    else:
        copy[first] = other
    return list(copy.values()) if isinstance(value, list) else copy


def spoilt(body: Any) -> Iterator[tuple[Path, str, Any]]:
    """Every place in the body, spoilt in every way."""
    for path, value in ways(body):
        yield path, LEFT_OUT, with_other(body, path, LEFT_OUT)
        if isinstance(value, dict):
            yield path, ONE_MORE, with_other(body, path, {**value, "x": 1})
        for way in WAYS[type(value)]:
            other = {} if way == "nothing in it" and isinstance(value, dict) else OTHERS[way]
            if other != value:
                yield path, way, with_other(body, path, other)


def stored() -> list[Any]:
    """Everything that these calls write, as it stands."""
    return [list(model._default_manager.order_by("pk").values()) for model in KEPT]


def only_what_is_sound_is_taken(calls: Iterable[Call], director: Any, sweep: Sweep) -> None:
    """Each call as it is, which is taken; and spoilt in every way (of which some are tried), which
    is refused and changes nothing."""
    client = APIClient(raise_request_exception=False)
    client.force_authenticate(director)
    before, wrong = stored(), []
    for call in calls:
        with nothing_lasts():
            answer = call.made(client)
            assert answer.status_code in (200, 201), (call.address, answer.data)
        for path, way, body in sweep(spoilt(call.body), 4):
            if way in call.takes.get(path, ()):
                with nothing_lasts():
                    status = call.made(client, body).status_code
                wrong += [] if status in (200, 201) else [(call.address, path, way, status)]
                continue
            answer = call.made(client, body)
            if not 400 <= answer.status_code < 500 or not all(
                each["code"] and each["message"] and each["place"]
                for each in answer.json()["error"]["refusals"]
            ):
                wrong.append((call.address, path, way, answer.status_code))
        if stored() != before:
            wrong.append((call.address, (), "something is stored", 0))
    assert not wrong, "\n".join(map(str, wrong))


OPTIONAL: Final = frozenset({LEFT_OUT})
STEP: Final = {
    "criterion": "pct",
    "scope": "all",
    "sizes": "any",
    "after": "restart",
    "unplayed": "ignore",
    "balanced": True,
}
STEP_TAKES: Final = {
    **{(key,): OPTIONAL for key in STEP if key != "criterion"},
    ("scope",): {LEFT_OUT, "blank"},
    ("balanced",): OPTIONAL,
}
STAGES: Final = [
    {
        "kind": "round-robin",
        "name": "League",
        "series_length": 2,
        "legs": 2,
        "crossover": True,
        "pattern": "HA",
    },
    {
        "kind": "knockout",
        "name": "Final",
        "games": [3, 5],
        "series_length": 3,
        "losses": 2,
        "reseed": True,
        "entry": {"per_division": 1, "others": 1, "seeding": "winners-first", "first": 2},
    },
]
STAGES_TAKE: Final[dict[Path, Iterable[str]]] = {
    (0, "name"): {"word"},
    (0, "legs"): OPTIONAL,
    (0, "crossover"): OPTIONAL,
    (0, "pattern"): {LEFT_OUT, "blank"},
    (1,): OPTIONAL,
    (1, "name"): {"word"},
    (1, "games"): {LEFT_OUT, "nothing in it"},
    (1, "games", 0): OPTIONAL,
    (1, "games", 1): OPTIONAL,
    (1, "series_length"): OPTIONAL,
    (1, "losses"): OPTIONAL,
    (1, "reseed"): OPTIONAL,
    (1, "entry"): {"nothing in it"},
    (1, "entry", "per_division"): {LEFT_OUT, "zero"},
    (1, "entry", "others"): {LEFT_OUT, "zero"},
    (1, "entry", "seeding"): OPTIONAL,
    (1, "entry", "first"): OPTIONAL,
}


def under(path: Path, takes: Mapping[Path, Iterable[str]]) -> dict[Path, Iterable[str]]:
    return {(*path, *rest): ways for rest, ways in takes.items()}


def test_the_format_of_an_event_is_all_sound_or_refused(sweep):
    made = league(6, started=False)
    at = f"/api/v1/tournaments/{made.slug}/"
    whole = {"divisions": 2, "stages": STAGES, "tie_order": [STEP]}
    calls = [
        Call("put", f"{at}format/", {"preset": "simple-league"}, {}),
        Call(
            "put",
            f"{at}format/",
            whole,
            {
                ("divisions",): {LEFT_OUT, "zero"},
                ("tie_order",): {LEFT_OUT, "nothing in it"},
                ("tie_order", 0): OPTIONAL,
                **under(("tie_order", 0), STEP_TAKES),
                **under(("stages",), STAGES_TAKE),
            },
        ),
    ]
    only_what_is_sound_is_taken(calls, director_of(made), sweep)


def test_divisions_ties_names_and_the_meaning_of_a_drop_are_all_sound_or_refused(sweep):
    made = league(6, started=False)
    at = f"/api/v1/tournaments/{made.slug}/"
    divided = {str(club): 1 + club % 2 for club in range(1, 7)}
    calls = [
        Call(
            "put",
            f"{at}divisions/",
            {"divisions": divided},
            # Who is in division 1 already may be left out.
            {("divisions",): {"nothing in it"}}
            | {("divisions", club): OPTIONAL for club, to in divided.items() if to == 1},
        ),
        Call(
            "put",
            f"{at}tie-order/",
            {"steps": [STEP]},
            {
                ("steps",): {"nothing in it"},
                ("steps", 0): OPTIONAL,
                **under(("steps", 0), STEP_TAKES),
            },
        ),
        Call("put", f"{at}dropped-results/", {"dropped_results": "kept"}, {}),
        Call("post", f"{at}clone/", {"name": "Again"}, {("name",): TEXT}),
    ]
    only_what_is_sound_is_taken(calls, director_of(made), sweep)


def test_an_edition_is_all_sound_or_refused(sweep):
    made = league(
        4,
        system_key="purestrat",
        card_set=a_purestrat_set().slug,
        started=False,
        format=Format(legs=1, series_length=2),
    )
    changes = {"series": {"high_roll": "chooses"}, "pitching": {"starter_most_outs": 24}}
    call = Call(
        "put",
        f"/api/v1/tournaments/{made.slug}/edition/",
        {"preset": "stpc-2024", "fields_changed": changes},
        {
            ("fields_changed",): {LEFT_OUT, "nothing in it"},
            ("fields_changed", "series"): {LEFT_OUT, "nothing in it"},
            ("fields_changed", "series", "high_roll"): OPTIONAL,
            ("fields_changed", "pitching"): {LEFT_OUT, "nothing in it"},
            ("fields_changed", "pitching", "starter_most_outs"): {LEFT_OUT, "many"},
        },
    )
    only_what_is_sound_is_taken([call], director_of(made), sweep)


def a_tie(order: TieOrder) -> Tournament:
    """Four clubs who have played; Nos. 1 and 2 are level, and 3 and 4."""
    made = league(4, started=False, format=Format(legs=1, series_length=2))
    Tournament.objects.filter(pk=made.pk).update(tie_order=order_to_json(order))
    made = Tournament.objects.get(pk=made.pk)
    made = start_tournament(tournament=made, acting_user=director_of(made))
    level_at_both_ends(made)
    return made


def test_a_game_that_breaks_a_tie_is_all_sound_or_refused(sweep):
    made = a_tie(STAR)
    at = f"/api/v1/tournaments/{made.slug}/"
    calls = [
        Call(
            "post",
            f"{at}playoffs/",
            {"runs": {"1": 3, "2": 1}},
            {("runs", club): RUNS for club in "12"},
        ),
        Call("post", f"{at}tie-games/", {"kind": "playoff", "members": [1, 2]}, {}),
        Call(
            "post",
            f"{at}tie-rulings/",
            {"kind": "playoff", "values": {"1": 1, "2": 0}},
            {},
        ),
    ]
    only_what_is_sound_is_taken(calls, director_of(made), sweep)


def test_a_shoot_out_that_breaks_a_tie_is_all_sound_or_refused(sweep):
    _, order = ORDERS["shoot-out"]
    made = a_tie(order)
    at = f"/api/v1/tournaments/{made.slug}/"
    innings: dict[Path, Iterable[str]] = {
        (side, number): RUNS for side in ("home_runs", "away_runs") for number in (0, 1, 2)
    }
    # With an inning less the home side leads all the same, and need not bat in the third.
    innings |= {("home_runs", number): RUNS | {LEFT_OUT} for number in (0, 1, 2)}
    calls = [
        Call(
            "post",
            f"{at}shoot-outs/",
            {
                "home": 1,
                "away": 2,
                "rolls": {"1": 9, "2": 4},
                "home_runs": [1, 2, 2],
                "away_runs": [1, 1, 0],
            },
            innings,
        ),
        Call(
            "post",
            f"{at}tie-games/",
            {"kind": "shoot-out", "members": [1, 2], "rolls": {"1": 9, "2": 4}},
            {("rolls",): {LEFT_OUT, "nothing in it"}},
        ),
    ]
    only_what_is_sound_is_taken(calls, director_of(made), sweep)


def test_dice_for_a_tie_are_all_sound_or_refused(sweep):
    made = a_tie(TieOrder((Step("pct"), Step("d20"))))
    body = {"kind": "d20", "values": {"1": 4, "2": 9}}
    call = Call("post", f"/api/v1/tournaments/{made.slug}/tie-rulings/", body, {})
    only_what_is_sound_is_taken([call], director_of(made), sweep)


def test_a_drop_and_who_plays_on_are_all_sound_or_refused(sweep):
    made = league(6, format=Format(legs=1, series_length=1))
    director, guest = director_of(made), person("Guest")
    covered = cover_club(tournament=made, number=6, reason="Gone", acting_user=director)
    loaded = load_league(made)
    series = proposals(loaded, covered.entrant, people_of(loaded))[0].meeting.series_id
    at = f"/api/v1/tournaments/{made.slug}/drops/"
    gone = {"club": 3, "reason": "Ill", "nobody_found": True}
    calls = [
        Call("post", at, gone, {("reason",): TEXT}),
        Call("post", f"{at}preview/", gone, {("reason",): TEXT}),
        Call("post", f"{at}covered/", {"club": 3, "reason": "Ill"}, {("reason",): TEXT}),
        Call(
            "post",
            f"{at}{covered.pk}/replacements/",
            {"series": series, "email": guest.email},
            {},
        ),
    ]
    only_what_is_sound_is_taken(calls, director, sweep)
