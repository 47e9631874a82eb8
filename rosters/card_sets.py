"""The only place that writes card sets: made from seasons, or taken from a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, QuerySet
from django.utils.text import slugify

from config.journal.services import record
from config.people.models import User
from games.engine.refusals import Refusal, Refused, refuse_all
from rosters.makers.base import CardRow, Maker, Subject
from rosters.makers.registry import maker
from rosters.models import Card, CardSet, PlayerSeason, Source
from rosters.squads import weigh_scarcity
from rosters.stats.plain import batting_line, fielding_line, pitching_line, splits
from rosters.stats.seasons import Season
from rosters.years import write_years

BATCH = 500
LONGEST_NAME = 80


@dataclass(frozen=True)
class Made:
    """A card with the season it was made of."""

    row: CardRow
    season_id: int | None = None


def make_card_set(
    *,
    name: str,
    system_key: str,
    source: Source,
    years: Sequence[int],
    acting_user: User | None,
    advance: Callable[[int], None] = lambda done: None,
) -> CardSet:
    """The cards of every player of these years. A mix of years makes a card of each season.

    ``advance(done)`` hears of every ``BATCH`` seasons and may raise to stop: then nothing is
    stored. Refused: ``no-card-maker``, ``no-seasons`` where the source has none,
    ``card-set-name``, ``card-set-name-taken``.
    """
    making = maker(system_key)
    seasons = seasons_for(source, years).select_related("player").order_by("year", "player__key")
    made: list[Made] = []
    done = 0
    for _, of_a_year in groupby(seasons.iterator(chunk_size=BATCH), key=lambda each: each.year):
        subjects = [(season.pk, subject_of(season)) for season in of_a_year]
        makes = making.for_year(subject.season for _, subject in subjects)
        for pk, subject in subjects:
            if done % BATCH == 0:
                advance(done)
            done += 1
            made += [Made(row, pk) for row in makes.make(subject)]
    if not made:
        raise Refused(no_seasons(source, years))
    return _store(name, making, made, acting_user, source=source, years=sorted(set(years)))


def seasons_for(source: Source, years: Sequence[int]) -> QuerySet[PlayerSeason]:
    """The seasons that cards of these years are made of."""
    return PlayerSeason.objects.filter(player__source=source, year__in=years, whole=True)


def subjects_of(source_key: str, years: Sequence[int]) -> list[Subject]:
    """Everybody of these years; ``no-seasons`` where the source has none."""
    source = Source.objects.filter(key=source_key).first()
    seasons = seasons_for(source, years).select_related("player") if source else ()
    found = [subject_of(season) for season in seasons]
    if not found:
        raise Refused(no_seasons(source or source_key, years))
    return found


def no_seasons(source: object, years: Sequence[int]) -> Refusal:
    """There is nothing to make cards of."""
    said = write_years(list(years)) or "no year"
    return Refusal(
        "no-seasons", f"{source} has no seasons of {said} here; import them first.", "years"
    )


def name_problems(name: str) -> list[Refusal]:
    """``card-set-name``, ``card-set-name-taken``: why no new set can be called so."""
    name = name.strip()
    if not slugify(name) or len(name) > LONGEST_NAME:
        return [Refusal("card-set-name", "A card set's name has 1 to 80 characters.", "name")]
    if CardSet.objects.filter(slug=slugify(name)).exists():
        return [_taken(name)]
    return []


def enter_card_set(
    *, name: str, system_key: str, rows: Sequence[CardRow], acting_user: User | None
) -> CardSet:
    """Cards that somebody owns, as read from a file."""
    making = maker(system_key)
    return _store(name, making, [Made(row) for row in rows], acting_user)


def rows_of(card_set: CardSet) -> list[CardRow]:
    """The cards of a set as rows, in the order of their keys."""
    return [
        CardRow(
            key=card.key,
            name=card.name,
            year=card.year,
            teams=tuple(card.teams),
            kind=card.kind,
            bats=card.bats,
            throws=card.throws,
            positions=tuple(card.positions.split()),
            cells=card.cells,
        )
        for card in card_set.cards.order_by("key")
    ]


def _store(
    name: str,
    making: Maker,
    made: Sequence[Made],
    acting_user: User | None,
    *,
    source: Source | None = None,
    years: Sequence[int] = (),
) -> CardSet:
    name = name.strip()
    refuse_all(name_problems(name))
    try:
        with transaction.atomic():
            card_set = CardSet.objects.create(
                name=name,
                slug=slugify(name),
                system_key=making.system,
                maker_version=making.version if source else None,
                source=source,
                years=list(years),
                created_by=acting_user,
            )
            Card.objects.bulk_create(
                (
                    Card(
                        card_set=card_set,
                        key=each.row.key,
                        name=each.row.name,
                        year=each.row.year,
                        teams=list(each.row.teams),
                        kind=each.row.kind,
                        bats=each.row.bats,
                        throws=each.row.throws,
                        positions=" ".join(each.row.positions),
                        cells=dict(each.row.cells),
                        value=making.value(each.row),
                        season_id=each.season_id,
                    )
                    for each in made
                ),
                batch_size=BATCH,
            )
            weigh_scarcity(card_set)
            record(
                code="card-set-made" if source else "card-set-entered",
                actor=acting_user,
                scope=f"card-set:{card_set.pk}",
                subject=card_set,
                new={"system": making.system, "cards": len(made), "years": list(years)},
            )
            return card_set
    except IntegrityError as error:
        if "slug" not in str(error):
            raise
        raise Refused(_taken(name)) from error


def delete_card_set(*, card_set: CardSet, acting_user: User) -> None:
    """Delete a set that nothing uses; refused with ``card-set-in-use`` otherwise."""
    with transaction.atomic():
        card_set = CardSet.objects.select_for_update().get(pk=card_set.pk)
        record(
            code="card-set-deleted",
            actor=acting_user,
            scope=f"card-set:{card_set.pk}",
            subject=card_set,
            old={"system": card_set.system_key, "cards": card_set.cards.count()},
        )
        try:
            card_set.delete()
        except ProtectedError as error:
            raise Refused(
                Refusal("card-set-in-use", f"{card_set} is in use and stays.", "card_set")
            ) from error


def _taken(name: str) -> Refusal:
    return Refusal("card-set-name-taken", f"There is a card set {name!r} already.", "name")


def subject_of(season: PlayerSeason) -> Subject:
    """Whom a stored season is of, as card makers and estimators take him."""
    player = season.player
    return Subject(
        key=player.key,
        name=str(player),
        bats=player.bats,
        throws=player.throws,
        season=Season(
            year=season.year,
            league=season.league,
            teams=tuple(season.teams),
            batting=batting_line(season.batting),
            pitching=pitching_line(season.pitching),
            fielding=tuple(fielding_line(line) for line in season.fielding),
            whole=season.whole,
            batting_splits=splits(season.batting_splits),
            pitching_splits=splits(season.pitching_splits),
        ),
    )
