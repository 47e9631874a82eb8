"""The format of an event, chosen before play begins: its stages, its divisions, how its ties are
broken."""

from __future__ import annotations

import re
import secrets
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction

from config.journal.services import log_action
from config.lines import clean_line
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from rosters.models import TeamMember
from tournaments.models import Entrant, ManagerRecord, Stage, Tournament
from tournaments.permissions import for_directors
from tournaments.rules.dividing import (
    AS_IN_LIFE,
    AT_RANDOM,
    BY_RECORD,
    BY_ROLL,
    FEWEST_CLUBS,
    WAYS,
    divided,
)
from tournaments.rules.formats import (
    FORMATS,
    StageSpec,
    division_problems,
    preset_problems,
    problems,
    spec_to_json,
    stages_in_divisions,
)
from tournaments.rules.ties import ORDERS, TieOrder, order_from_json, order_to_json
from tournaments.selectors.drafts import draft_divisions
from tournaments.selectors.history import replayed

LONGEST_APART = 2_000
_OF_RECORD = ("user", "won", "lost")


@for_directors
def choose_format(
    *,
    tournament: Tournament,
    stages: Sequence[StageSpec],
    divisions: int = 0,
    tie_order: TieOrder | None = None,
    acting_user: User,
) -> Tournament:
    """Give an event that has not begun these stages. Clubs stay in their divisions where there are
    as many of these as are named (0: however many); else they are divided by number, as many in
    each division as can be.

    Refused: ``already-started``, ``number-of-divisions``, ``draft-decides``, and everything that is
    wrong with the stages at once.
    """
    with transaction.atomic():
        tournament = _in_setup(tournament)
        refuse_all(problems(stages))
        clubs = list(tournament.entrants.order_by("number"))
        there = {club.division for club in clubs}
        before = _told(tournament, len(there))
        if divisions and divisions != len(there):
            refuse_all(division_problems(len(clubs), divisions))
            placed = {
                club.number: division_of(at, len(clubs), divisions) for at, club in enumerate(clubs)
            }
            place_clubs(tournament, placed, acting_user=acting_user)
        tournament.stages.all().delete()
        store_stages(tournament, stages)
        if tie_order is not None:
            tournament.tie_order = order_to_json(tie_order)
            tournament.save(update_fields=["tie_order"])
        _log_stages(tournament, before, acting_user, divisions or len(there))
        publish(tournament.scope)
    return tournament


def place_clubs(
    tournament: Tournament,
    divisions: Mapping[int, int],
    *,
    acting_user: User | None,
    as_drafted: bool = False,
) -> None:
    """Put clubs, by number, into divisions, in the transaction of a caller who holds the event.
    However many divisions there are then, as many clubs as before get into each stage.

    Every act that moves a club comes here. Refused: ``draft-decides`` where clubs have been drafted
    in other divisions, ``number-of-divisions`` where a division would have fewer than three.
    """
    clubs = {club.number: club for club in tournament.entrants.select_related("team")}
    before = {number: club.division for number, club in clubs.items()}
    after = {**before, **divisions}
    if not as_drafted:
        refuse_all(size_problems(after.values()))
        drafted = draft_divisions(tournament)
        if any(drafted.get(number, division) != division for number, division in after.items()):
            raise Refused(
                Refusal(
                    "draft-decides",
                    "The clubs were drafted in divisions, and play in them; take the draft back "
                    "first.",
                    "divisions",
                    {"divisions": {str(number): at for number, at in drafted.items()}},
                )
            )
    if before == after:
        return
    for number, division in after.items():
        clubs[number].division = division
    Entrant.objects.bulk_update(clubs.values(), ["division"])
    log_action(
        code="clubs-divided",
        actor=acting_user,
        scope=tournament.scope,
        subject=tournament,
        old={str(number): division for number, division in before.items()},
        new={str(number): division for number, division in after.items()},
    )
    counts = len(set(before.values())), len(set(after.values()))
    if counts[0] != counts[1]:
        _keep_qualifiers(tournament, *counts, acting_user)
    publish(tournament.scope)


def size_problems(divisions: Iterable[int]) -> list[Refusal]:
    """What is wrong with clubs being in these divisions."""
    sizes = Counter(divisions)
    if sorted(sizes) == list(range(1, len(sizes) + 1)) and (
        len(sizes) == 1 or min(sizes.values()) >= FEWEST_CLUBS
    ):
        return []
    return [
        Refusal(
            "number-of-divisions",
            "Divisions are numbered from 1 and have three clubs or more.",
            "divisions",
            {"sizes": {str(number): size for number, size in sorted(sizes.items())}},
        )
    ]


def _keep_qualifiers(
    tournament: Tournament, before: int, after: int, acting_user: User | None
) -> None:
    stages = list(tournament.stages.order_by("number"))
    specs = [stage.spec for stage in stages]
    adapted = stages_in_divisions(specs, before, after)
    if list(adapted) == specs:
        return
    told = _told(tournament, before)
    tournament.stages.all().delete()
    store_stages(tournament, adapted)
    _log_stages(tournament, told, acting_user, after)


def _told(tournament: Tournament, divisions: int) -> list[str]:
    """The stages in words, with who gets in."""
    specs = [stage.spec for stage in tournament.stages.order_by("number")]
    return [
        f"{spec.told}. Gets in: {spec.entry.in_words(divisions)}" if spec.entry else spec.told
        for spec in specs
    ]


def _log_stages(
    tournament: Tournament, before: Sequence[str], acting_user: User | None, divisions: int
) -> None:
    log_action(
        code="tournament-format-chosen",
        actor=acting_user,
        scope=tournament.scope,
        subject=tournament,
        old={"stages": list(before)},
        new={"stages": _told(tournament, divisions), "divisions": divisions},
    )


@for_directors
def choose_preset(
    *, tournament: Tournament, key: str, divisions: int = 0, acting_user: User
) -> Tournament:
    """The format of a preset, in as many divisions as it has or as are named. Refused:
    ``unknown-format``, ``clubs-for-format``, and as ``choose_format``."""
    refuse_all(preset_problems(key, tournament.entrants.count(), divisions))
    preset = FORMATS[key]
    preset = preset.in_divisions(divisions or preset.divisions)
    return choose_format(
        tournament=tournament,
        stages=preset.stages,
        divisions=preset.divisions,
        tie_order=ORDERS[preset.tie_order][1],
        acting_user=acting_user,
    )


def division_of(at: int, clubs: int, divisions: int) -> int:
    """The division, from 1, of the club at this place, from 0: by number, as many in each as can
    be."""
    return at * divisions // clubs + 1


def store_stages(tournament: Tournament, stages: Sequence[StageSpec]) -> None:
    """Write the stages of an event that has none, in the caller's transaction."""
    Stage.objects.bulk_create(
        _stage(tournament, number, spec) for number, spec in enumerate(stages, start=1)
    )


@for_directors
def divide(
    *, tournament: Tournament, divisions: Mapping[int, int], acting_user: User
) -> Tournament:
    """Put clubs, by number, into divisions. Refused: ``already-started``, ``no-such-club``, and as
    ``place_clubs`` refuses."""
    with transaction.atomic():
        tournament = _in_setup(tournament)
        numbers = set(tournament.entrants.values_list("number", flat=True))
        refuse_all(
            Refusal("no-such-club", f"There is no club No. {number}.", "divisions")
            for number in divisions
            if number not in numbers
        )
        place_clubs(tournament, divisions, acting_user=acting_user)
    return tournament


@for_directors
def divide_by(
    *,
    tournament: Tournament,
    count: int,
    way: str,
    apart: str = "",
    acting_user: User,
) -> dict[int, int]:
    """Split the clubs into divisions of like size by one of ``dividing.WAYS``, those named in a
    line of ``apart`` kept from each other; the rolls by club number, where the house rolled.

    Refused: ``unknown-way``, ``nobody-by-that-name``, ``no-real-divisions`` where they are to be as
    they really were and that is not known, and as ``dividing.divided`` and ``divide`` refuse.
    """
    if way not in WAYS:
        raise Refused(Refusal("unknown-way", f"Clubs are split {', '.join(WAYS.values())}.", "way"))
    clubs = list(tournament.entrants.select_related("team").order_by("number"))
    if way == AS_IN_LIFE:
        divide(
            tournament=tournament,
            divisions=_real_divisions(tournament, clubs),
            acting_user=acting_user,
        )
        return {}
    groups = _apart(clubs, apart)
    order = [club.number for club in clubs]
    chance = secrets.SystemRandom()
    rolls: dict[int, int] = {}
    if way == AT_RANDOM:
        chance.shuffle(order)
    elif way == BY_ROLL:
        rolls = {number: chance.randint(1, 20) for number in order}
        # Those who rolled the same are parted by chance as well.
        order.sort(key=lambda number: (-rolls[number], chance.random()))
    elif way == BY_RECORD:
        worth = _records_of(clubs)
        order.sort(key=lambda number: (-worth.get(number, 0.0), number))
    divisions = divided(order, count, groups)
    with transaction.atomic():
        divide(tournament=tournament, divisions=divisions, acting_user=acting_user)
        if rolls:
            log_action(
                code="divisions-rolled",
                actor=acting_user,
                scope=tournament.scope,
                subject=tournament,
                new={"rolls": {str(number): face for number, face in rolls.items()}},
            )
    return rolls


def _real_divisions(tournament: Tournament, clubs: Sequence[Entrant]) -> dict[int, int]:
    """The real division of each club of a replayed league, by the clubs' numbers: in the order of
    their names, from 1."""
    found = replayed(tournament)
    real = {
        club.number: known.division
        for club in clubs
        if found is not None and (known := found.clubs.get(club.team.name)) is not None
    }
    if len(real) < len(clubs) or not all(real.values()):
        raise Refused(
            Refusal(
                "no-real-divisions",
                "These clubs are not those of a real league whose divisions were imported.",
                "way",
            )
        )
    names = sorted(set(real.values()))
    return {number: names.index(name) + 1 for number, name in real.items()}


def _apart(clubs: Sequence[Entrant], written: str) -> list[list[int]]:
    """The groups of clubs that are kept apart, a line each, by names or letters."""
    known = {club.team.name.casefold(): club.number for club in clubs}
    known |= {club.team.abbreviation.casefold(): club.number for club in clubs}
    groups, wrong = [], []
    for at, line in enumerate(written[:LONGEST_APART].splitlines(), start=1):
        names = [name.strip() for name in re.split(r"[,;\t]", line) if name.strip()]
        wrong += [
            Refusal("nobody-by-that-name", f"No club is called {name[:40]!r}.", f"line {at}")
            for name in names
            if name.casefold() not in known
        ]
        groups.append([known[name.casefold()] for name in names if name.casefold() in known])
    refuse_all(wrong)
    return groups


def _records_of(clubs: Sequence[Entrant]) -> dict[int, float]:
    """How often the managers of clubs have won so far, by the clubs' numbers: the best of those who
    share one, drawn halfway to the middle by ten games."""
    members = TeamMember.objects.filter(
        team__in=[club.team_id for club in clubs], role=TeamMember.Role.MANAGER
    )
    people: dict[int, list[int]] = defaultdict(list)
    for team, user in members.values_list("team", "user"):
        people[team].append(user)
    records = ManagerRecord.objects.filter(user__in=members.values("user"))
    found = {
        user: (won + 5) / (won + lost + 10) for user, won, lost in records.values_list(*_OF_RECORD)
    }
    return {
        club.number: max((found.get(user, 0.5) for user in people[club.team_id]), default=0.5)
        for club in clubs
    }


@for_directors
def change_tie_order(
    *, tournament: Tournament, steps: Sequence[Mapping[str, object]], acting_user: User
) -> Tournament:
    """Break ties by these steps from now on. Refused: ``already-started``, and everything that is
    wrong with the steps at once."""
    with transaction.atomic():
        tournament = _in_setup(tournament)
        order = order_from_json(steps)
        before = [step.name for step in tournament.ties.steps]
        tournament.tie_order = order_to_json(order)
        tournament.save(update_fields=["tie_order"])
        log_action(
            code="tie-order-changed",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"steps": before},
            new={"steps": [step.name for step in order.steps]},
        )
        publish(tournament.scope)
    return tournament


def _stage(tournament: Tournament, number: int, spec: StageSpec) -> Stage:
    stored = spec_to_json(spec)
    return Stage(
        tournament=tournament,
        number=number,
        kind=spec.kind,
        name=clean_line(spec.name),
        legs=spec.legs,
        series_length=spec.series_length,
        home_pattern=spec.hosts(spec.series_length),
        plan={
            key: value
            for key, value in stored.items()
            if key not in ("kind", "name", "legs", "series_length", "pattern")
        },
    )


def _in_setup(tournament: Tournament) -> Tournament:
    found = Tournament.objects.locked().get(pk=tournament.pk)
    if found.state != Tournament.State.SETUP:
        raise Refused(
            Refusal(
                "already-started",
                f"{found} is {found.get_state_display().lower()}: its format stands.",
            )
        )
    return found
