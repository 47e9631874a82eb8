"""The only place that writes card sets: made from seasons, or taken from a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from config.journal.services import record
from config.people.models import User
from games.engine.refusals import Refusal, Refused
from rosters.makers.base import CardRow, Maker, Subject
from rosters.makers.registry import maker
from rosters.models import Card, CardSet, PlayerSeason, Source
from rosters.stats.plain import batting_line, fielding_line, pitching_line, splits
from rosters.stats.seasons import Season

BATCH = 500


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
) -> CardSet:
    """The cards of every player of these years. A mix of years makes a card of each season.

    Refused: ``no-card-maker``, ``no-seasons`` where the source has none, ``card-set-name``,
    ``card-set-name-taken``.
    """
    making = maker(system_key)
    seasons = (
        PlayerSeason.objects.filter(player__source=source, year__in=years, whole=True)
        .select_related("player")
        .order_by("year", "player__key")
    )
    made = [
        Made(row, season.pk)
        for season in seasons.iterator(chunk_size=BATCH)
        for row in making.make(_subject(season))
    ]
    if not made:
        raise Refused(
            Refusal(
                "no-seasons",
                f"{source} has no seasons of {', '.join(map(str, years))} here; import them first.",
                "years",
            )
        )
    return _store(name, making, made, acting_user, source=source, years=sorted(set(years)))


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
    slug = slugify(name)
    if not slug or len(name) > 80:
        raise Refused(Refusal("card-set-name", "A card set's name has 1 to 80 characters.", "name"))
    try:
        with transaction.atomic():
            card_set = CardSet.objects.create(
                name=name,
                slug=slug,
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
        raise Refused(
            Refusal("card-set-name-taken", f"There is a card set {name!r} already.", "name")
        ) from error


def _subject(season: PlayerSeason) -> Subject:
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
