"""Squads that come from no draft: those of the real clubs of a year, and those of a sheet."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.planning.services.lineups import lay_down_usual
from games.planning.services.rotations import declare_usual
from rosters.drafts.pools import listed_parks, players_of
from rosters.matching import doubled, names_of, read_rows
from rosters.models import CardSet, RosterSpot, Squad, Team, TeamMember
from rosters.presenters.clubs import club_look
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import law_of
from rosters.rules.teams import TeamPlan, abbreviate, letters_of
from rosters.selectors.prospects import prospects
from rosters.selectors.real_clubs import RealClub, real_clubs, real_leagues
from rosters.services.squads import Spot, SquadPlan, store_squads
from rosters.services.teams import create_teams
from tournaments.models import Entrant, Tournament
from tournaments.permissions import for_directors
from tournaments.rules.dividing import entering
from tournaments.rules.schedule import FEWEST_ENTRANTS, MOST_ENTRANTS
from tournaments.selectors.drafts import draft_settings
from tournaments.services.drafts import require_no_draft
from tournaments.services.formats import size_problems
from tournaments.services.quotas import verify_room_for_clubs

COLUMNS = ("team", "player")


@for_directors
def replay_league(
    *, tournament: Tournament, year: int, league: str, acting_user: User
) -> Sequence[Entrant]:
    """Make the clubs of an event those of a real league of a year, with their players in the order
    of their use, their usual line-ups and rotations and their parks.

    A club that is entered keeps its number and its people: it becomes the real club of its name
    or letters, or the next that is left. More are entered as they are needed; those too many go.

    Refused: ``already-started``, ``draft-set-up``, ``no-cards``, ``no-such-league`` where the cards
    are not of that league's year, ``number-of-clubs``, ``club-has-people`` where one that must go
    has a manager, ``quota-reached``, and with its name why a club cannot play.
    """
    with transaction.atomic():
        tournament, card_set = _in_setup(tournament)
        if (year, league) not in {(each.year, each.league) for each in real_leagues(card_set)}:
            raise Refused(
                Refusal(
                    "no-such-league",
                    f"{card_set} has no clubs of {league[:8] or 'that league'} in {year}.",
                    "league",
                )
            )
        clubs = real_clubs(card_set, year, league, draft_settings(tournament))
        if not FEWEST_ENTRANTS <= len(clubs) <= MOST_ENTRANTS:
            raise Refused(
                Refusal(
                    "number-of-clubs",
                    f"An event has {FEWEST_ENTRANTS} to {MOST_ENTRANTS} clubs; that league had "
                    f"{len(clubs)}.",
                    "league",
                )
            )
        refuse_all(
            Refusal(each.code, f"{club.season.name}: {each.message}", club.season.name, each.facts)
            for club in clubs
            for each in club.problems
        )
        entrants = _become(tournament, clubs, acting_user)
        store_squads(
            scope=tournament.scope,
            squads=[
                SquadPlan(entrant.team, [Spot(card) for card in club.cards], club.park)
                for entrant, club in zip(entrants, clubs, strict=True)
            ],
        )
        _play_as_they_did(tournament, entrants, clubs, acting_user)
        log_action(
            code="league-replayed",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            new={"year": year, "league": league, "clubs": [each.season.name for each in clubs]},
        )
        publish(tournament.scope)
    return entrants


def _play_as_they_did(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    clubs: Sequence[RealClub],
    acting_user: User,
) -> None:
    """Give clubs their real line-ups and rotations, until a manager lays down others: rotations for
    as many games as a club has in the first stage by now, where enough pitchers took turns for a
    starter's rest."""
    rosters = {entrant.team_id: club.roster for entrant, club in zip(entrants, clubs, strict=True)}
    stored = Squad.objects.filter(event__key=tournament.scope, team__in=rosters).select_related(
        "team"
    )
    squads = {squad: rosters[squad.team_id] for squad in stored}
    lay_down_usual(
        fields={squad: roster.field for squad, roster in squads.items()}, acting_user=acting_user
    )
    first = tournament.stages.get(number=1).spec
    rest = tournament.edition.pitching.starter_rest
    declare_usual(
        rotations={
            squad: roster.rotation if len(roster.rotation) > rest else ()
            for squad, roster in squads.items()
        },
        games=first.legs * (len(clubs) - 1) * first.length(1),
        acting_user=acting_user,
    )


def _become(
    tournament: Tournament, clubs: Sequence[RealClub], acting_user: User
) -> Sequence[Entrant]:
    """The entrants as these clubs, in the clubs' order."""
    there = list(tournament.entrants.select_related("team").order_by("number"))
    plans = _plans(clubs)
    left = list(there)
    became: dict[int, Entrant] = {}
    for same in (_alike, lambda team, plan: True):
        for number, plan in enumerate(plans):
            if number in became:
                continue
            found = next((each for each in left if same(each.team, plan)), None)
            if found is not None:
                left.remove(found)
                became[number] = found
    refuse_all(
        Refusal(
            "club-has-people",
            f"{each.team} has people and is one too many; take it out yourself first.",
            each.team.name,
        )
        for each in left
        if TeamMember.objects.filter(team=each.team_id).exists()
    )
    verify_room_for_clubs(acting_user, max(0, len(plans) - len(there)))
    for each in left:
        team = each.team
        each.delete()
        team.delete()
    for number, entrant in became.items():
        team, plan = entrant.team, plans[number]
        team.name, team.abbreviation = plan.name, plan.abbreviation
        team.colour, team.accent = plan.colour, plan.accent
        team.save(update_fields=["name", "abbreviation", "colour", "accent"])
    missing = [number for number in range(len(plans)) if number not in became]
    made = create_teams(plans=[plans[number] for number in missing])
    # Aside first: no two numbers are ever the same.
    kept = sorted(became.items(), key=lambda item: item[1].number)
    for aside in (1000, 0):
        for number, (_, entrant) in enumerate(kept, start=1):
            entrant.number = aside + number
            entrant.save(update_fields=["number"])
    sizes = Counter(entrant.division for entrant in became.values())
    for number, (team, division) in enumerate(
        zip(made, entering(sizes, len(made)), strict=True), start=len(kept) + 1
    ):
        became[missing[number - len(kept) - 1]] = Entrant.objects.create(
            tournament=tournament, team=team, number=number, division=division
        )
    refuse_all(size_problems(entrant.division for entrant in became.values()))
    return [became[number] for number in range(len(plans))]


def _alike(team: Team, plan: TeamPlan) -> bool:
    return team.name.casefold() == plan.name.casefold() or team.abbreviation == letters_of(
        plan.abbreviation
    )


def _plans(clubs: Sequence[RealClub]) -> list[TeamPlan]:
    """The clubs as they are entered; two of one name are told apart by the source's key."""
    names = [each.season.name for each in clubs]
    taken: set[str] = set()
    found = []
    for club in clubs:
        season = club.season
        name = season.name if names.count(season.name) == 1 else f"{season.name} ({season.key})"
        letters = letters_of(season.key)
        if not (2 <= len(letters) <= 4 and letters.isalnum()) or letters in taken:
            letters = abbreviate(name, taken)
        taken.add(letters)
        look = club_look(season.key, season.name)
        found.append(TeamPlan(name[:60], letters, look.colour, look.accent))
    return found


@dataclass(frozen=True)
class SquadRow:
    """A row of the sheet: a club and one of its players, or its park, as written."""

    number: int
    team: str
    text: str

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"row {self.number}"


def read_squads(text: str) -> list[SquadRow]:
    """The rows of a spreadsheet with the columns team and player.

    Refused with every fault: as ``read_rows``, ``missing-team``, ``missing-player``.
    """
    lines, faults = [], []
    for number, cells in read_rows(text, COLUMNS):
        faults += [
            Refusal(f"missing-{name}", f"The row has no {name}.", f"row {number}")
            for name in COLUMNS
            if not cells[name]
        ]
        if all(cells.values()):
            lines.append(SquadRow(number, cells["team"], cells["player"]))
    refuse_all(faults)
    return lines


@for_directors
def enter_squads(
    *,
    tournament: Tournament,
    lines: Sequence[SquadRow],
    meant: Mapping[int, int],
    acting_user: User,
) -> int:
    """Enter squads from a sheet: each club that it names gets the players of its rows in place of
    the squad it had. Returns how many clubs. A row may name a ballpark instead of a player.

    ``meant``: by row, the card that is meant where a name is doubtful. Refused with every fault by
    row: ``unknown-team``, ``name-unknown``, ``name-doubtful`` (who could be meant is in its facts),
    ``name-doubled``, a player who may not be drafted, ``second-park``, ``park-taken``,
    ``player-taken`` by a club that the sheet does not name; and by club ``squad-size`` and whatever
    else the game's squad law finds. Nothing is stored then.
    """
    matched = {}
    if tournament.card_set is not None:
        # Whom a name could mean is looked up before the event is locked.
        parks = listed_parks(tournament.card_set)
        names = names_of(tournament.card_set, (park.pick for park in parks.values()))
        matched = {line.number: names.match(line, meant) for line in lines}
    with transaction.atomic():
        tournament, card_set = _in_setup(tournament)
        settings = draft_settings(tournament)
        teams = _teams(tournament)
        players = players_of(card_set)
        faults: list[Refusal] = []
        squads: dict[int, list[int]] = defaultdict(list)
        homes: dict[int, str] = {}
        named: list[tuple[SquadRow, int]] = []
        elsewhere = _taken_elsewhere(tournament, lines, teams)
        there = _there(tournament)
        kept = {card for cards in there.values() for card in cards}
        for line in lines:
            team = teams.get(line.team.casefold())
            card, park, fault = matched[line.number]
            if team is None:
                said = f"No club is called {line.team[:60]!r}."
                faults.append(Refusal("unknown-team", said, line.place))
            if fault is not None:
                faults.append(fault)
            elif card is not None:
                # Who is on a squad of the event already may stay in it, as players of real clubs.
                barred = {} if card in kept else players.barred
                wrong = _card_problem(card, {*players.able, *kept}, barred, elsewhere)
                if wrong is not None:
                    faults.append(Refusal(wrong.code, wrong.message, line.place, wrong.facts))
                named.append((line, card))
                if team is not None:
                    squads[team.pk].append(card)
            elif park is not None and team is not None:
                if team.pk in homes or park.key in homes.values():
                    code = "second-park" if team.pk in homes else "park-taken"
                    said = f"{line.text[:60]} is one park too many, or another club's."
                    faults.append(Refusal(code, said, line.place))
                homes[team.pk] = park.key
        faults += [
            Refusal("missing-player", f"The sheet has a park for {team}, and no players.", "sheet")
            for team in dict.fromkeys(teams.values())
            if team.pk in homes and team.pk not in squads
        ]
        refuse_all([*faults, *doubled(named)])
        by_id = {team.pk: team for team in teams.values()}
        refuse_all(
            problem
            for team_id in {*squads, *homes}
            if squads.get(team_id, []) != there.get(team_id, [])
            for problem in _squad_problems(
                by_id[team_id], squads.get(team_id, []), card_set, settings
            )
        )
        store_squads(
            scope=tournament.scope,
            squads=[
                SquadPlan(
                    by_id[team_id],
                    [Spot(card) for card in cards],
                    parks[homes[team_id]] if team_id in homes else None,
                )
                for team_id, cards in squads.items()
            ],
        )
        log_action(
            code="squads-entered",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            new={"clubs": [by_id[team_id].name for team_id in squads]},
        )
        publish(tournament.scope)
    return len(squads)


def _card_problem(
    card: int,
    able: Collection[int],
    barred: Mapping[int, Refusal],
    elsewhere: Mapping[int, str],
) -> Refusal | None:
    if card in barred:
        return barred[card]
    if card not in able:
        return Refusal("wrong-pool", "This card is not in the event's pool.", "card")
    if card in elsewhere:
        return Refusal("player-taken", f"He is on the squad of {elsewhere[card]}.", "card")
    return None


def _squad_problems(
    team: Team, cards: Sequence[int], card_set: CardSet, settings: DraftSettings
) -> Iterable[Refusal]:
    law = law_of(card_set.system_key)
    able = {player.key: player for player in prospects(card_set, judged=False)}
    size = law.players(settings)
    if len(cards) != size:
        yield Refusal(
            "squad-size",
            f"{team}: a squad has {size} players; the sheet has {len(cards)}.",
            team.name,
            {"players": size, "has": len(cards)},
        )
        return
    for each in law.holes([able[card] for card in cards], 0, (), settings):
        yield Refusal(each.code, f"{team}: {each.message}", team.name, each.facts)


def _taken_elsewhere(
    tournament: Tournament, lines: Sequence[SquadRow], teams: Mapping[str, Team]
) -> dict[int, str]:
    """The cards of clubs that the sheet does not name, each with its club."""
    named = {team.pk for line in lines if (team := teams.get(line.team.casefold())) is not None}
    there = Team.objects.filter(squads__event__key=tournament.scope).exclude(pk__in=named)
    rows = there.values_list("squads__spots__card", "name").filter(
        squads__event__key=tournament.scope, squads__spots__isnull=False
    )
    return dict(rows)


def _there(tournament: Tournament) -> dict[int, list[int]]:
    """The cards of the event's squads by club, in their order."""
    found: dict[int, list[int]] = defaultdict(list)
    spots = RosterSpot.objects.filter(squad__event__key=tournament.scope).order_by("number")
    for team_id, card_id in spots.values_list("squad__team", "card"):
        found[team_id].append(card_id)
    return found


def _teams(tournament: Tournament) -> dict[str, Team]:
    """The clubs by name, letters and number, as a sheet may have them."""
    found: dict[str, Team] = {}
    for entrant in tournament.entrants.select_related("team"):
        found[str(entrant.number)] = entrant.team
        found[entrant.team.abbreviation.casefold()] = entrant.team
        found[entrant.team.name.casefold()] = entrant.team
    return found


def _in_setup(tournament: Tournament) -> tuple[Tournament, CardSet]:
    """The tournament, its row taken, with its cards."""
    found = Tournament.objects.locked().get(pk=tournament.pk)
    if found.state != Tournament.State.SETUP:
        raise Refused(Refusal("already-started", "Squads are given before play begins.", "squads"))
    require_no_draft(found)
    if found.card_set is None:
        raise Refused(Refusal("no-cards", f"{found.system.name} is played without cards.", "cards"))
    return found, found.card_set
