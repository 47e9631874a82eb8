"""Write card sets, made from seasons or taken from a file; no other code does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils.text import slugify

from config.journal.services import log_action
from config.lines import clean_line
from config.people.models import User
from config.people.scopes import verify_may
from config.refusals import Refusal, Refused, refuse_all
from rosters.access import may_delete_cards
from rosters.makers.base import CardRow, Maker, maker
from rosters.makers.truth import MeasuredCard, card_lines
from rosters.models import Card, CardSet, Source
from rosters.selectors.subjects import no_seasons, seasons_for, subject_of
from rosters.services.squads import weigh_scarcity

BATCH = 500
LONGEST_NAME = 80


@dataclass(frozen=True)
class Made:
    """A card with the season it was made of, and how true it came out."""

    row: CardRow
    season_id: int | None = None
    truth: Mapping[str, Any] = field(default_factory=dict)


def make_card_set(
    *,
    name: str,
    system_key: str,
    source: Source,
    years: Sequence[int],
    acting_user: User | None,
    settings: Mapping[str, str] | None = None,
    advance: Callable[[int], None] = lambda done: None,
) -> CardSet:
    """Make the cards of every player of these years, one for each season; ``settings`` are the
    maker's own.

    ``advance(done)`` is called every ``BATCH`` seasons and may raise to stop: then nothing is
    stored. Refused: ``no-card-maker``, ``no-seasons`` if the source has none, ``card-set-name``,
    ``card-set-name-taken``, ``unknown-setting``, ``unknown-choice``.
    """
    card_maker = maker(system_key).with_settings(settings or {})
    chosen = card_maker.chosen(settings or {})
    seasons = seasons_for(source, years).select_related("player").order_by("year", "player__key")
    cards: list[Made] = []
    truth: dict[str, Any] = {"norms": [], "lines": []}
    done = 0
    for year, year_seasons in groupby(
        seasons.iterator(chunk_size=BATCH), key=lambda stored_season: stored_season.year
    ):
        subjects = [(season.pk, subject_of(season)) for season in year_seasons]
        year_maker = card_maker.for_year(subject for _, subject in subjects)
        rows = []
        for pk, subject in subjects:
            if done % BATCH == 0:
                advance(done)
            done += 1
            rows += [(pk, subject, row) for row in year_maker.make(subject)]
        measured = year_maker.measured([(subject, row) for _, subject, row in rows])
        by_key = {card.key: card for card in measured}
        cards += [Made(row, pk, _truth_of(by_key.get(row.key))) for pk, _, row in rows]
        truth["norms"] += [{"year": year, **asdict(norm)} for norm in year_maker.norms()]
        truth["lines"] += [{"year": year, **asdict(line)} for line in card_lines(measured)]
    if not cards:
        raise Refused(no_seasons(source, years))
    return _store(
        name,
        card_maker,
        cards,
        acting_user,
        source=source,
        years=sorted(set(years)),
        chosen=chosen,
        truth=truth,
    )


def _truth_of(card: MeasuredCard | None) -> dict[str, Any]:
    if card is None:
        return {}
    return {"own": dict(card.own), "made": dict(card.made), "error": card.error}


def slug_of(name: str) -> str:
    """The name as it stands in addresses; ligatures may have made it longer."""
    return slugify(name)[:LONGEST_NAME]


def name_problems(name: str) -> list[Refusal]:
    """``card-set-name``, ``card-set-name-taken``: why no new set can be called so."""
    name = clean_line(name)
    if not slug_of(name) or len(name) > LONGEST_NAME:
        return [Refusal("card-set-name", "A card set's name has 1 to 80 characters.", "name")]
    if CardSet.objects.filter(slug=slug_of(name)).exists():
        return [name_taken(name)]
    return []


def enter_card_set(
    *,
    name: str,
    system_key: str,
    rows: Sequence[CardRow],
    acting_user: User | None,
    advance: Callable[[int], None] = lambda done: None,
) -> CardSet:
    """Store typed or owned cards, as read from a file; ``advance`` as in ``make_card_set``."""
    card_maker = maker(system_key)
    return _store(name, card_maker, [Made(row) for row in rows], acting_user, advance=advance)


def _store(
    name: str,
    making: Maker,
    made: Sequence[Made],
    acting_user: User | None,
    *,
    source: Source | None = None,
    years: Sequence[int] = (),
    chosen: Mapping[str, str] | None = None,
    truth: Mapping[str, Any] | None = None,
    advance: Callable[[int], None] = lambda done: None,
) -> CardSet:
    name = clean_line(name)
    refuse_all(name_problems(name))
    values = []
    for done, card in enumerate(made):
        # Before the transaction: it takes time, and other requests need not wait for it.
        if done % BATCH == 0:
            advance(done)
        values.append(making.value(card.row))
    try:
        with transaction.atomic():
            card_set = CardSet.objects.create(
                name=name,
                slug=slug_of(name),
                system_key=making.system,
                maker_version=making.version if source else None,
                source=source,
                years=list(years),
                settings=dict(chosen or {}),
                truth=dict(truth or {}),
                created_by=acting_user,
            )
            Card.objects.bulk_create(
                (
                    Card(
                        card_set=card_set,
                        key=card.row.key,
                        name=card.row.name,
                        year=card.row.year,
                        teams=list(card.row.teams),
                        kind=card.row.kind,
                        bats=card.row.bats,
                        throws=card.row.throws,
                        positions=" ".join(card.row.positions),
                        cells=dict(card.row.cells),
                        value=value,
                        season_id=card.season_id,
                        truth=dict(card.truth),
                    )
                    for card, value in zip(made, values, strict=True)
                ),
                batch_size=BATCH,
            )
            weigh_scarcity(card_set)
            log_action(
                code="card-set-made" if source else "card-set-entered",
                actor=acting_user,
                scope=f"card-set:{card_set.pk}",
                subject=card_set,
                new={
                    "system": making.system,
                    "cards": len(made),
                    "years": list(years),
                    **({"settings": dict(chosen)} if chosen else {}),
                },
            )
            return card_set
    except IntegrityError as error:
        if "slug" not in str(error):
            raise
        raise Refused(name_taken(name)) from error


def delete_card_set(*, card_set: CardSet, acting_user: User) -> None:
    """Delete a set that nothing uses. Refused: ``permission-denied``, ``card-set-in-use``."""
    may = may_delete_cards(acting_user, card_set)
    verify_may(may, "Only who made a set may take it out.")
    with transaction.atomic():
        card_set = CardSet.objects.select_for_update().get(pk=card_set.pk)
        log_action(
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


def name_taken(name: str) -> Refusal:
    return Refusal("card-set-name-taken", f"There is a card set {name!r} already.", "name")
