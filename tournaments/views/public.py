"""The pages that everybody who may look at a tournament sees."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.downloads import csv_file
from config.inputs import whole_number
from config.ui.frame import show
from games.card_games.own_squads import own_squads
from games.planning.disclosure import reader_of
from games.presenters.words import house_rules
from games.scheduling.selectors import feed_in
from games.scheduling.views import feed
from pitching.selectors.sheets import latest_sheets
from rosters.access import may_edit
from rosters.presenters.address import Address
from rosters.presenters.parks import park_in_words
from rosters.presenters.squads import came, squad_csv, squad_tables
from tournaments.day.selectors import tables_of
from tournaments.models import Entrant, Tournament
from tournaments.presenters import champions_of, title_of
from tournaments.selectors import club_page, tables
from tournaments.selectors.access import entrant_of, own_teams, visible_tournament
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting, RoundOfPlay
from tournaments.selectors.reports import playoffs_of
from tournaments.selectors.runs import runs_of
from tournaments.selectors.squads import squad_of
from tournaments.selectors.teams import team_season
from tournaments.selectors.transactions import transactions_of
from tournaments.services.events import wants_parks
from tournaments.views import cards
from tournaments.views.frame import frame

LATEST = 8
MOST_MEETINGS = 150
"""The most meetings of a schedule that are shown at once, unless all of it is asked for."""
ALL = "all"
MOVED = 8
PAST = 20
"""The last so many transactions of a club stand on its page."""


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """When series are played, for calendar programs; of a private tournament for its people."""
    tournament = visible_tournament(request.user, slug)
    return feed(tournament.name, feed_in(tournament.scope, timezone.now()))


@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """How the tournament stands, at a glance."""
    tournament = visible_tournament(request.user, slug)
    league = load_league(tournament)
    lines = tables.table(league)
    courses = tables.race(league, lines)
    divisions = cards.division_rows(league, tables.division_tables(league), own_teams(request.user))
    rows = [row for _, division in divisions for row in division]
    champions = {each.team_id for each in champions_of(league)}
    next_round = league.next_round
    context = {
        **frame(request, tournament, "overview"),
        "league": league,
        "counts": league.counts,
        "champions": [row for row in rows if row.team.pk in champions]
        if league.has_table
        else champions_of(league),
        "champions_title": title_of(league, len(champions)),
        "divisions": divisions,
        "rows": rows,
        "lines": cards.chart_lines(tournament, courses),
        "rounds": cards.round_names(courses),
        "latest": [cards.card(meeting, meeting.round_name) for meeting in league.latest[:LATEST]],
        "next_round": cards.round_cards(next_round) if next_round else None,
        "runs_a_game": _runs_a_game(league),
        "house_rules": house_rules(tournament.system, tournament.settings),
    }
    return show(request, "tournaments/overview.html", "tournaments/_overview_live.html", context)


@require_safe
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    """Every round, or the meetings of one club or of two."""
    tournament = visible_tournament(request.user, slug)
    league = load_league(tournament)
    club = _chosen(league, request.GET.get("club"))
    against = _chosen(league, request.GET.get("against"))
    open_only = request.GET.get("open") == "1"
    wanted = [
        (round_, meetings)
        for round_ in league.rounds_of_format
        if (meetings := _wanted(round_.meetings, club, against, open_only))
    ]
    places = tables_of(league)
    first, last = _window(wanted, request.GET.get("from", ""))
    here = Address(request.path, request.GET)
    context = {
        **frame(request, tournament, "schedule"),
        "league": league,
        "rounds": [
            cards.RoundCards(round_, [cards.card(meeting, tables=places) for meeting in meetings])
            for round_, meetings in wanted[first:last]
        ],
        "tie_games": [
            cards.RoundCards(round_, [cards.card(meeting, tables=places) for meeting in meetings])
            for round_ in league.tie_games
            if (meetings := _wanted(round_.meetings, club, against, open_only))
        ],
        "jumps": [
            (round_, "" if first <= at < last else here.asking(**{"from": str(round_.number)}))
            for at, (round_, _) in enumerate(wanted)
        ],
        "all_url": here.asking(**{"from": ALL}) if last - first < len(wanted) else "",
        "club": club,
        "against": against,
        "open_only": open_only,
        "narrowed": bool(club or against or open_only),
    }
    return show(request, "tournaments/schedule.html", "tournaments/_schedule_live.html", context)


@require_safe
def grid(request: HttpRequest, slug: str) -> HttpResponse:
    """The cross-table: each against each."""
    tournament = visible_tournament(request.user, slug)
    league = load_league(tournament)
    lines = tables.table(league)
    context = {
        **frame(request, tournament, "grid"),
        "league": league,
        "columns": [line.entrant.team for line in lines],
        "rows": cards.cross_rows(tournament, tables.cross_table(league, lines)),
    }
    return show(request, "tournaments/grid.html", "tournaments/_grid_live.html", context)


@require_safe
def team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A club's season in the tournament."""
    tournament = visible_tournament(request.user, slug)
    entrant = entrant_of(tournament, number)
    league = load_league(tournament)
    lines = tables.table(league)
    rows = cards.standings_rows(tournament, lines)
    # Who is out of the pool has no line.
    row = next((row for row in rows if row.team == entrant.team and league.has_table), None)
    courses = tables.race(league, lines)
    course = next((each.values for each in courses if each.entrant == entrant), ())
    season = team_season(league, entrant)
    places = tables_of(league)
    shared = frame(request, tournament, "team")
    squad = squad_of(tournament, entrant)
    arms = club_page.arms_of(squad, request.user)
    context = {
        **shared,
        "crumbs": [*shared["crumbs"][:-1], (entrant.team.name, "")],
        "next_game": club_page.next_game(
            league, entrant, reader_of(request.user, tournament.scope, directs=shared["directs"])
        ),
        "able": [arm for arm in arms if arm.answer.eligible],
        "resting": [arm for arm in arms if not arm.answer.eligible],
        "arms_known": bool(arms),
        "men": club_page.squad_season(tournament, entrant, squad, arms),
        "against": club_page.against_everybody(league, entrant),
        "extra": cards.written(club_page.in_extra_innings(league, entrant)),
        "runs": cards.runs_charts(entrant, runs_of(league, entrant)),
        "moved": transactions_of(tournament, club=entrant)[:MOVED],
        "past": club_page.past_seasons(request.user, entrant)[:PAST],
        "season_lines": cards.chart_lines(
            tournament, [each for each in courses if each.entrant in (entrant, lines[0].entrant)]
        )
        if lines
        else [],
        "rounds": cards.round_names(courses),
        "league": league,
        "entrant": entrant,
        "team": entrant.team,
        "row": row,
        "ranked": sum(line.entrant.division == entrant.division for line in lines),
        "playoffs": None
        if league.has_table or not league.counts.playoffs.counted
        else playoffs_of(league)[0].get(entrant.pk),
        "course": course,
        "managers": [member for member in season.people if member.user.name],
        "may_edit": may_edit(request.user, entrant.team),
        "knows_parks": wants_parks(tournament),
        "plays_cards": tournament.card_set_id is not None,
        "squad": squad,
        "own_squads": own_squads(tournament.system)
        if may_edit(request.user, entrant.team)
        else None,
        "played": cards.season_lines(tournament, entrant, season.played),
        "ahead": cards.season_lines(tournament, entrant, season.ahead, places),
        "places": places,
    }
    return show(request, "tournaments/team.html", "tournaments/_team_live.html", context)


@require_safe
def team_of(request: HttpRequest, tournament_id: int, team_id: int) -> HttpResponse:
    """The same page for who knows event and club by their keys, as pitching sheets do."""
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    visible_tournament(request.user, tournament.slug)
    entrant = get_object_or_404(tournament.entrants, team=team_id)
    return redirect("tournaments:team", tournament.slug, entrant.number)


@require_safe
def squad(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A club's cards in the tournament, its park, and how each player came."""
    tournament = visible_tournament(request.user, slug)
    entrant = entrant_of(tournament, number)
    held = squad_of(tournament, entrant)
    if held is None:
        raise Http404("No such squad.")
    shared = frame(request, tournament, "team")
    page = reverse("tournaments:team", args=[slug, number])
    park = held.ballpark or entrant.team.ballpark
    context = {
        **shared,
        "crumbs": [*shared["crumbs"][:-1], (entrant.team.name, page), ("Squad", "")],
        "entrant": entrant,
        "team": entrant.team,
        "held": held,
        "sheet": latest_sheets(tournament.scope, [entrant.team_id]).get(entrant.team_id),
        "park": park,
        "park_words": park_in_words(park, tournament.system_key) if park else "",
        "tables": [
            (table, [(spot, row, came(spot)) for spot, row in table.rows])
            for table in squad_tables(held)
        ],
    }
    return render(request, "tournaments/squad.html", context)


@require_safe
def squad_spreadsheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same as CSV."""
    tournament = visible_tournament(request.user, slug)
    held = squad_of(tournament, entrant_of(tournament, number))
    if held is None:
        raise Http404("No such squad.")
    return csv_file(squad_csv(squad_tables(held)), f"squad-{slug}-{number}")


def _window(wanted: Sequence[tuple[RoundOfPlay, Sequence[Meeting]]], asked: str) -> tuple[int, int]:
    """Which of the rounds are shown, from and up to which place: all, where there are few
    meetings or all are asked for, else some from the round that is ``asked`` for, or from the last
    one that is played."""
    if asked == ALL or sum(len(meetings) for _, meetings in wanted) <= MOST_MEETINGS:
        return 0, len(wanted)
    numbers = [round_.number for round_, _ in wanted]
    if (wished := whole_number(asked)) in numbers and wished is not None:
        first = numbers.index(wished)
    else:
        played = [at for at, (round_, _) in enumerate(wanted) if not round_.unplayed]
        first = played[-1] if played else 0
    last, count = first, 0
    while last < len(wanted) and (last == first or count + len(wanted[last][1]) <= MOST_MEETINGS):
        count += len(wanted[last][1])
        last += 1
    return first, last


def _chosen(league: League, number: str | None) -> Entrant | None:
    """The entrant a filter names; what is no number of an entrant filters nothing."""
    return next((entrant for entrant in league.entrants if str(entrant.number) == number), None)


def _wanted(
    meetings: Sequence[Meeting], club: Entrant | None, against: Entrant | None, open_only: bool
) -> list[Meeting]:
    return [
        meeting
        for meeting in meetings
        if all(meeting.has(entrant) for entrant in (club, against) if entrant)
        and (meeting.is_open or not open_only)
    ]


def _runs_a_game(league: League) -> str:
    """Runs of both sides in a game, on the average."""
    games = league.finals
    runs = sum(game.away_runs + game.home_runs for game in games)
    return f"{runs / len(games):.1f}" if games else ""
