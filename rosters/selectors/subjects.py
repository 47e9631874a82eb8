"""The stored seasons of a source that cards are made of."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from config.refusals import Refusal, Refused
from rosters.makers.base import Subject
from rosters.models import PlayerSeason, Source
from rosters.stats.plain import batting_line, fielding_line, pitching_line, splits
from rosters.stats.seasons import Season
from rosters.years import write_years


def seasons_for(source: Source, years: Sequence[int]) -> QuerySet[PlayerSeason]:
    return PlayerSeason.objects.filter(player__source=source, year__in=years, whole=True)


def subjects_of(source_key: str, years: Sequence[int], league: str = "") -> list[Subject]:
    """All players of these years, or only their seasons in one league, which may be none;
    ``no-seasons`` if the source has none of the years."""
    source = Source.objects.filter(key=source_key).first()
    if source is None or not seasons_for(source, years).exists():
        raise Refused(no_seasons(source or source_key, years))
    seasons = (
        PlayerSeason.objects.filter(player__source=source, year__in=years, league=league)
        if league
        else seasons_for(source, years)
    )
    return [subject_of(season) for season in seasons.select_related("player")]


def no_seasons(source: object, years: Sequence[int]) -> Refusal:
    years_text = write_years(list(years)) or "no year"
    return Refusal(
        "no-seasons", f"{source} has no seasons of {years_text} here; import them first.", "years"
    )


def subject_of(season: PlayerSeason) -> Subject:
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
