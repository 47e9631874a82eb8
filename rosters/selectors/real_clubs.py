"""The real clubs of the years that a card set is made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from rosters.models import Ballpark, CardSet, ClubSeason
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import law_of
from rosters.rules.real_clubs import Roster, Season, roster_of
from rosters.selectors.prospects import prospects

LEAGUES = {
    "AL": "American League",
    "NL": "National League",
    "AA": "American Association",
    "UA": "Union Association",
    "PL": "Players League",
    "FL": "Federal League",
    "NA": "National Association",
    "NNL": "Negro National League",
    "NN2": "Negro National League II",
    "ECL": "Eastern Colored League",
    "NAL": "Negro American League",
    "ANL": "American Negro League",
    "EWL": "East-West League",
    "NSL": "Negro Southern League",
}
"""The major leagues by the abbreviations of imported clubs."""


@dataclass(frozen=True)
class RealLeague:
    year: int
    league: str
    clubs: int

    @property
    def key(self) -> str:
        """Year and league, as a form sends them."""
        return f"{self.year}-{self.league}"

    @property
    def name(self) -> str:
        """``National League of 1986``."""
        return f"{LEAGUES.get(self.league, self.league or 'All clubs')} of {self.year}"


@dataclass(frozen=True)
class RealClub:
    """A real club: its players, its park, and what keeps it from playing."""

    season: ClubSeason
    roster: Roster
    park: Ballpark | None

    @property
    def cards(self) -> Sequence[int]:
        return self.roster.cards

    @property
    def problems(self) -> Sequence[Refusal]:
        return self.roster.problems


def real_leagues(card_set: CardSet | None) -> list[RealLeague]:
    if card_set is None or card_set.source_id is None:
        return []
    counts: dict[tuple[int, str], int] = defaultdict(int)
    rows = ClubSeason.objects.filter(source=card_set.source_id, year__in=card_set.years)
    for year, league in rows.values_list("year", "league").order_by("year", "league"):
        counts[year, league] += 1
    return [RealLeague(year, league, count) for (year, league), count in counts.items()]


def real_clubs(
    card_set: CardSet, year: int, league: str, settings: DraftSettings
) -> list[RealClub]:
    """The clubs of a league of a year with their players among the cards of a set."""
    law = law_of(card_set.system_key)
    playable = {player.key: player for player in prospects(card_set, judged=False)}
    players: dict[str, list[Season]] = defaultdict(list)
    cards = card_set.cards.filter(pk__in=playable, year=year, season__isnull=False)
    for card in cards.select_related("season"):
        season = card.season
        if season is None or not season.teams:
            continue
        players[season.teams[-1]].append(
            Season(
                playable[card.pk],
                {line["position"]: line.get("games") or 0 for line in season.fielding},
                season.at_bats + season.walks,
                season.outs,
                season.starts,
                season.relief_games,
            )
        )
    parks = {
        park.key: park for park in Ballpark.objects.filter(source=card_set.source_id, year=year)
    }
    parks_by_name = {park.name.casefold(): park for park in parks.values()}
    clubs = []
    rows = ClubSeason.objects.filter(source=card_set.source_id, year=year, league=league)
    for club in rows.order_by("name"):
        roster = roster_of(players.get(club.key, ()), law, settings)
        # Years imported before clubs had the keys of their parks.
        park = parks.get(club.park_key) or parks_by_name.get(club.park.casefold())
        clubs.append(RealClub(club, roster, park))
    return clubs
