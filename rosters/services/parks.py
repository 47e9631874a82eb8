"""Write ballparks, those in a source's list of a year and those that users describe; no other code
does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random

from django.db import transaction
from django.db.models import ProtectedError

from config.journal.services import log_action
from config.lines import clean_line, look_of
from config.people.models import User
from config.people.scopes import verify_may
from config.quotas import Wanted, verify_quota, verify_quotas
from config.refusals import Refusal, Refused, refuse_all
from games.systems.registry import park_cards
from rosters.access import may_delete_park, may_design_parks, may_edit, objections_to_park
from rosters.models import Ballpark, Source, Team
from rosters.park_files import ParkRow, card_column
from rosters.rules.parks import NUMBERS, ParkNumbers, design_problems
from rosters.services.teams import CHANGED_BY
from rosters.sources.facts import ParkFacts
from rosters.sources.known import HOUSE

LONGEST_NAME = 80


@dataclass(frozen=True)
class Design:
    """A park that a user describes; ``card``: its printed park card, or empty for one that fits the
    numbers."""

    name: str
    numbers: ParkNumbers
    city: str = ""
    card: str = ""

    def problems(self) -> list[Refusal]:
        """``park-name``, ``park-city``, ``park-number``, ``park-left-right`` (T0.02e),
        ``no-park-cards`` where no system prints any, and what is wrong with the card."""
        refusals = []
        if not 1 <= len(clean_line(self.name)) <= LONGEST_NAME:
            refusals.append(Refusal("park-name", "A park's name has 1 to 80 characters.", "name"))
        if len(clean_line(self.city)) > LONGEST_NAME:
            refusals.append(Refusal("park-city", "A place has up to 80 characters.", "city"))
        refusals.extend(design_problems(self.numbers))
        if self.card.strip():
            try:
                _stored(self)
            except Refused as refused:
                refusals.extend(refused.refusals)
        return refusals


def store_parks(source: Source, year: int, parks: Sequence[ParkFacts]) -> list[str]:
    """Store a source's parks of a year: add new ones, update changed ones, remove vanished ones. A
    park in which a club plays, or that a draft has given to one, stays as it is; the names of those
    that would have changed. The caller's transaction and log line cover them."""
    listed = Ballpark.objects.filter(source=source, year=year)
    used = {park.key: park for park in listed.exclude(clubs=None, drafted=None).distinct()}
    held = [
        used[park.key].name
        for park in parks
        if park.key in used and used[park.key].numbers != park.numbers
    ]
    Ballpark.objects.bulk_create(
        (
            Ballpark(
                source=source,
                year=year,
                key=park.key,
                name=park.name,
                city=park.city,
                faces=card_for(park.numbers),
                run_factor=park.factor,
                estimator=park.estimator,
                **asdict(park.numbers),
            )
            for park in parks
            if park.key not in used
        ),
        update_conflicts=True,
        unique_fields=["source", "year", "key"],
        update_fields=["name", "city", "faces", "run_factor", "estimator", *NUMBERS],
    )
    listed.exclude(key__in=[*used, *(park.key for park in parks)]).delete()
    return held + [park.name for park in used.values() if park.key not in {p.key for p in parks}]


DESIGNED_BY = "Parks are described by directors and managers."


def design_park(*, design: Design, acting_user: User) -> Ballpark:
    """Describe a park of one's own, for a club that takes the first of its division (T0.02e).

    Refused: ``permission-denied``, what is wrong with the design, ``quota-reached``.
    """
    verify_may(may_design_parks(acting_user), DESIGNED_BY)
    refuse_all(design.problems())
    with transaction.atomic():
        verify_quota(acting_user, "ballparks", acting_user.ballparks.count)
        return _designed(design, acting_user)


@dataclass(frozen=True)
class ParksOfFile:
    """The parks of a file in its order, and how many of them were there before."""

    parks: Sequence[Ballpark]
    there: int

    def __str__(self) -> str:
        """How many, in words."""
        said = f"{len(self.parks)} parks are here"
        return f"{said}, {self.there} of them already before." if self.there else f"{said}."


def design_parks(*, rows: Sequence[ParkRow], acting_user: User) -> ParksOfFile:
    """The parks of a file, all or none; those that the user has described so before are not made
    again.

    Refused: ``permission-denied``, what is wrong with any of them, by row and column,
    ``park-twice``, ``park-there`` for the name of another park of the user's, ``quota-reached``.
    """
    verify_may(may_design_parks(acting_user), DESIGNED_BY)
    designs = [Design(row.name, row.numbers, row.place, row.card) for row in rows]
    columns = {"city": "place", "card": card_column()}
    faults = [
        Refusal(
            problem.code,
            problem.message,
            f"row {row.number}:{columns.get(problem.place, problem.place)}",
        )
        for row, design in zip(rows, designs, strict=True)
        for problem in design.problems()
    ]
    rows_by_name: dict[str, int] = {}
    for row in rows:
        first = rows_by_name.setdefault(look_of(row.name), row.number)
        if first != row.number:
            sentence = f"{row.name} stands in row {first} as well."
            faults.append(Refusal("park-twice", sentence, f"row {row.number}:name"))
    refuse_all(faults)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=acting_user.pk)
        own: dict[str, list[Ballpark]] = {}
        for park in acting_user.ballparks.all():
            own.setdefault(look_of(park.name), []).append(park)
        there: dict[int, Ballpark] = {}
        for row, design in zip(rows, designs, strict=True):
            named_so = own.get(look_of(design.name), [])
            same = next((park for park in named_so if _is_as_designed(park, design)), None)
            if same is not None:
                there[row.number] = same
            elif named_so:
                said = f"You have a park {row.name[:60]} already, and it is another."
                faults.append(Refusal("park-there", said, f"row {row.number}:name"))
        refuse_all(faults)
        wanted = len(designs) - len(there)
        verify_quotas(acting_user, Wanted("ballparks", acting_user.ballparks.count, wanted, "file"))
        found = [
            there.get(row.number) or _designed(design, acting_user)
            for row, design in zip(rows, designs, strict=True)
        ]
    return ParksOfFile(found, len(there))


def _is_as_designed(park: Ballpark, design: Design) -> bool:
    return (park.city, park.numbers, park.faces) == (
        clean_line(design.city),
        design.numbers,
        _stored(design),
    )


def _designed(design: Design, acting_user: User) -> Ballpark:
    numbers = design.numbers
    park = Ballpark.objects.create(
        name=clean_line(design.name),
        city=clean_line(design.city),
        faces=_stored(design),
        designed_by=acting_user,
        **asdict(numbers),
    )
    log_action(
        code="park-designed",
        actor=acting_user,
        scope=f"park:{park.pk}",
        subject=park,
        new={**asdict(numbers), "card": park.faces},
    )
    return park


def choose_park(*, team: Team, park: Ballpark | None, acting_user: User) -> Team:
    """Choose a club's home park. Refused: ``permission-denied``, and with the objections of the
    events in which the club plays."""
    verify_may(may_edit(acting_user, team), CHANGED_BY)
    with transaction.atomic():
        team = Team.objects.select_for_update(of=("self",)).get(pk=team.pk)
        if team.ballpark_id == (park.pk if park else None):
            return team
        refuse_all(objections_to_park(team, park))
        old_park = str(team.ballpark) if team.ballpark else None
        team.ballpark = park
        team.save(update_fields=["ballpark"])
        log_action(
            code="park-chosen",
            actor=acting_user,
            scope=team.scope,
            subject=team,
            old={"ballpark": old_park},
            new={"ballpark": str(park) if park else None},
        )
    return team


def deal_parks(*, teams: Sequence[Team], seed: str, scope: str, acting_user: User | None) -> None:
    """Deal parks of the built-in list to a division's clubs that have none, each park once (T0.02d,
    T0.02g); the same for the same seed. One log line."""
    with transaction.atomic():
        places = Team.objects.select_for_update(of=("self",)).select_related("ballpark")
        clubs = list(places.filter(pk__in=[team.pk for team in teams]).order_by("pk"))
        without = [team for team in clubs if team.ballpark is None]
        taken_keys = {team.ballpark.pick.key for team in clubs if team.ballpark is not None}
        free = [
            park
            for park in Ballpark.objects.filter(source__key=HOUSE).order_by("key")
            if park.pick.key not in taken_keys
        ]
        Random(f"{seed}/parks").shuffle(free)
        dealt = list(zip(without, free, strict=False))
        if not dealt:
            return
        for team, park in dealt:
            team.ballpark = park
        Team.objects.bulk_update([team for team, _ in dealt], ["ballpark"])
        log_action(
            code="parks-dealt",
            actor=acting_user,
            scope=scope,
            subject=dealt[0][1],
            new={team.name: park.name for team, park in dealt},
        )


def delete_park(*, park: Ballpark, acting_user: User) -> None:
    """Delete a park that a user has described and no club plays in. Refused: ``permission-denied``,
    ``park-in-use``, ``park-of-a-list``."""
    if not park.is_designed:
        raise Refused(Refusal("park-of-a-list", f"{park} is on a list and stays.", "ballpark"))
    verify_may(may_delete_park(acting_user, park), "Only who described a park may take it out.")
    with transaction.atomic():
        log_action(
            code="park-deleted",
            actor=acting_user,
            scope=f"park:{park.pk}",
            subject=park,
            old=asdict(park.numbers),
        )
        try:
            park.delete()
        except ProtectedError as error:
            raise Refused(
                Refusal(
                    "park-in-use",
                    f"A club plays at {park}, or drafted it.",
                    "ballpark",
                )
            ) from error


def card_for(numbers: ParkNumbers) -> str:
    """The stored park card of a park with these numbers; empty if no system prints park cards."""
    printer = park_cards()
    return printer.fitting(numbers) if printer else ""


def _stored(design: Design) -> str:
    """The stored park card of a design. Refused: ``no-park-cards``, what is wrong with it."""
    if not design.card.strip():
        return card_for(design.numbers)
    printer = park_cards()
    if printer is None:
        raise Refused(Refusal("no-park-cards", "No game here prints park cards.", "card"))
    return printer.read(design.card)
