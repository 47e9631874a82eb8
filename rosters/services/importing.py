"""Write players and seasons of a source; no other code does. Each year is stored whole or not at
all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from rosters.models import Ballpark, ClubSeason, Player, PlayerSeason, Source
from rosters.services.parks import store_parks
from rosters.sources.facts import ClubFacts, ParkFacts, PersonFacts
from rosters.sources.fictional.league import invent_league
from rosters.sources.fictional.parks import house_parks
from rosters.sources.known import FICTIONAL, FICTIONAL_SEED, FICTIONAL_YEAR
from rosters.sources.splits import SplitTable
from rosters.sources.tables import MOST_FAULTS
from rosters.stats.plain import plain, plain_splits
from rosters.stats.seasons import Season

BATCH = 500


@dataclass(frozen=True)
class Stored:
    """What an import of one year left: ``seasons`` are whole ones, ``league_lines`` those of a
    single league."""

    year: int
    players: int
    seasons: int
    league_lines: int
    clubs: int
    parks: int
    held_parks: Sequence[str] = ()
    """Those in use, which stay as they are though the source has them otherwise now."""


def source(facts: tuple[str, str, Source.Kind, str]) -> Source:
    """The row of a source, made at its first use."""
    key, name, kind, attribution = facts
    row, _ = Source.objects.update_or_create(
        key=key, defaults={"name": name, "kind": kind, "attribution": attribution}
    )
    return row


def store_year(
    *,
    source: Source,
    year: int,
    people: Mapping[str, PersonFacts],
    seasons: Mapping[str, Sequence[Season]],
    clubs: Sequence[ClubFacts] = (),
    parks: Sequence[ParkFacts] = (),
    acting_user: User | None,
) -> Stored:
    """Store one year of a source: add new rows, update changed ones, remove those that vanished.
    Storing the same year again changes nothing. All or nothing."""
    with transaction.atomic():
        Source.objects.select_for_update().get(pk=source.pk)
        Player.objects.bulk_create(
            (_player(source, people[key]) for key in seasons),
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["source", "key"],
            update_fields=[
                "first_name",
                "last_name",
                "bats",
                "throws",
                "birth_year",
                "retrosheet_id",
            ],
        )
        ids = _ids(source, seasons)
        rows = [
            _season(ids[key], season)
            for key, player_seasons in seasons.items()
            for season in player_seasons
        ]
        stored_keys = {(row.player_id, row.league) for row in rows}
        vanished = [
            pk
            for pk, player_id, league in PlayerSeason.objects.filter(
                player__source=source, year=year
            ).values_list("pk", "player_id", "league")
            if (player_id, league) not in stored_keys
        ]
        for start in range(0, len(vanished), BATCH):
            PlayerSeason.objects.filter(pk__in=vanished[start : start + BATCH]).delete()
        PlayerSeason.objects.bulk_create(
            rows,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["player", "year", "league"],
            update_fields=[
                field.name
                for field in PlayerSeason._meta.concrete_fields
                if field.name not in ("id", "player", "year", "league", *_unsaid(rows))
            ],
        )
        ClubSeason.objects.filter(source=source, year=year).delete()
        ClubSeason.objects.bulk_create(_club(source, club) for club in clubs)
        held_parks = store_parks(source, year, parks)
        stored = Stored(
            year=year,
            players=len(seasons),
            seasons=sum(row.whole for row in rows),
            league_lines=sum(not row.whole for row in rows),
            clubs=len(clubs),
            parks=len(parks),
            held_parks=held_parks,
        )
        log_action(
            code="season-imported",
            actor=acting_user,
            scope=f"source:{source.pk}",
            subject=source,
            new={"year": year, "players": stored.players, "seasons": stored.seasons},
        )
    return stored


SPLITS = ("batting_splits", "pitching_splits")


def _unsaid(rows: Sequence[PlayerSeason]) -> list[str]:
    """Splits that this source has for no player: those from another source stay."""
    return [name for name in SPLITS if all(getattr(row, name) is None for row in rows)]


@dataclass(frozen=True)
class SplitsStored:
    """What an import of splits left: the players who have them now, and those of them whose splits
    lack something of the season."""

    players: int
    partial: int


def store_splits(
    *, source: Source, year: int, table: SplitTable, acting_user: User | None
) -> SplitsStored:
    """Store the real splits of a year's whole seasons, all or none.

    Refused, by the line of the player: ``no-seasons`` if the year was not imported,
    ``season-missing`` for a player without a season in it, ``splits-exceed-season`` if both hands
    together have more than the season.
    """
    whole_seasons = PlayerSeason.objects.filter(player__source=source, year=year, whole=True)
    with transaction.atomic():
        Source.objects.select_for_update().get(pk=source.pk)
        seasons = {
            season.player.retrosheet_id if table.by_retrosheet else season.player.key: season
            for season in whole_seasons.select_related("player")
        }
        if not seasons:
            raise Refused(
                Refusal("no-seasons", f"{source} has no seasons of {year} here.", "--year")
            )
        faults: list[Refusal] = []
        changed, partial = [], 0
        for key, splits in table.splits.items():
            season = seasons.get(key)
            if season is None:
                faults.append(table.fault(key, "season-missing", f"{key} did not play in {year}"))
                continue
            counts = _compared(season, pitching=table.pitching)
            both = {
                name: getattr(splits.left, name) + getattr(splits.right, name) for name in counts
            }
            exceeding = [name for name in counts if both[name] > counts[name]]
            if exceeding:
                excess = ", ".join(
                    f"{both[name]} {name.replace('_', ' ')} of {counts[name]}" for name in exceeding
                )
                faults.append(table.fault(key, "splits-exceed-season", f"{key} has {excess}"))
                continue
            partial += both != counts
            setattr(season, SPLITS[table.pitching], plain_splits(splits))
            changed.append(season)
        refuse_all(faults[:MOST_FAULTS])
        PlayerSeason.objects.bulk_update(changed, [SPLITS[table.pitching]], batch_size=BATCH)
        log_action(
            code="splits-imported",
            actor=acting_user,
            scope=f"source:{source.pk}",
            subject=source,
            new={"year": year, "pitching": table.pitching, "players": len(changed)},
        )
    return SplitsStored(len(changed), partial)


def _compared(season: PlayerSeason, *, pitching: bool) -> dict[str, int]:
    line = (season.pitching if pitching else season.batting) or {}
    names = ["hits", "home_runs", "walks"] + ([] if pitching else ["at_bats", "doubles", "triples"])
    return {name: line.get(name) or 0 for name in names}


def store_fictional_league(*, acting_user: User | None) -> Stored:
    invented = invent_league(FICTIONAL_SEED, FICTIONAL_YEAR)
    return store_year(
        source=source(FICTIONAL),
        year=FICTIONAL_YEAR,
        people={player.person.key: player.person for player in invented},
        seasons={player.person.key: [player.season] for player in invented},
        parks=house_parks(),
        acting_user=acting_user,
    )


def store_house_parks(using: str = DEFAULT_DB_ALIAS, **_: object) -> None:
    """Store the built-in ballparks, which exist from the first migration on, with or without the
    league."""
    if Ballpark._meta.db_table not in connections[using].introspection.table_names():
        return  # Migrated back to before the table existed.
    store_parks(source(FICTIONAL), FICTIONAL_YEAR, house_parks())


def _ids(source: Source, keys: Iterable[str]) -> dict[str, int]:
    key_list = list(keys)
    by_key: dict[str, int] = {}
    for start in range(0, len(key_list), BATCH):
        by_key |= dict(
            Player.objects.filter(
                source=source, key__in=key_list[start : start + BATCH]
            ).values_list("key", "pk")
        )
    return by_key


def _player(source: Source, person: PersonFacts) -> Player:
    return Player(
        source=source,
        key=person.key,
        first_name=person.first_name,
        last_name=person.last_name,
        bats=person.bats,
        throws=person.throws,
        birth_year=person.birth_year,
        retrosheet_id=person.retrosheet,
    )


def _season(player_id: int, season: Season) -> PlayerSeason:
    batting, pitching = season.batting, season.pitching
    return PlayerSeason(
        player_id=player_id,
        year=season.year,
        league=season.league,
        whole=season.whole,
        teams=list(season.teams),
        batting=plain(batting),
        pitching=plain(pitching),
        fielding=[plain(line) for line in season.fielding],
        batting_splits=plain_splits(season.batting_splits),
        pitching_splits=plain_splits(season.pitching_splits),
        positions=" ".join(line.position for line in season.fielding),
        at_bats=batting.at_bats if batting else 0,
        walks=batting.walks if batting else 0,
        outs=pitching.outs if pitching else 0,
        starts=pitching.starts if pitching else 0,
        relief_games=pitching.relief_games if pitching else 0,
    )


def _club(source: Source, club: ClubFacts) -> ClubSeason:
    return ClubSeason(
        source=source,
        year=club.year,
        league=club.league,
        division=club.division,
        key=club.key,
        name=club.name,
        park=club.park,
        park_key=club.park_key,
        park_factor=club.park_factor,
        totals=club.totals,
    )
