"""How a tournament stands, for API clients: everything computed anew from the games that count."""

from typing import Any, cast

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from config.jobs.api import JobSerializer
from config.limits import Pages
from config.rest import PK, Values, acting, asked, of_path, read
from games.planning.disclosure import reader_of
from rosters.api.teams import TeamSerializer
from tournaments.api.archives import Archives
from tournaments.api.schemas.clubs import ClubSerializer, RunsSerializer
from tournaments.api.schemas.reports import EventReportSerializer
from tournaments.api.schemas.schedule import (
    DayOfScheduleSerializer,
    DaysAskedSerializer,
    RoundSerializer,
    ScheduleAskedSerializer,
    meeting_of,
    result_of,
    round_of,
)
from tournaments.api.schemas.tables import (
    CourseSerializer,
    CrossLineSerializer,
    DailyMailSerializer,
    DailySerializer,
    DaySerializer,
    EndedSerializer,
    EventCountsSerializer,
    LeadersAskedSerializer,
    LeadersSerializer,
    RoundOddsSerializer,
    StandingSerializer,
    StatisticsAskedSerializer,
    StatisticsLineSerializer,
    SupposedSerializer,
    WhatIfSerializer,
)
from tournaments.book.selectors import asked_table, line_data, stages_with_games
from tournaments.rules.asking import read_asked
from tournaments.rules.metrics import METRICS
from tournaments.selectors import tables
from tournaments.selectors.access import directed_tournament, entrant_of, visible_tournament
from tournaments.selectors.club_page import against_everybody
from tournaments.selectors.daily import edition, edition_data
from tournaments.selectors.days import (
    day_before,
    days_played,
    results_on,
    series_to_come,
    to_come_data,
)
from tournaments.selectors.if_ended import if_ended
from tournaments.selectors.leaders import leaders_data, leaders_of
from tournaments.selectors.league import League, load_league
from tournaments.selectors.odds import odds_by_round
from tournaments.selectors.reports import event_report, report_data
from tournaments.selectors.runs import runs_of
from tournaments.selectors.teams import team_season
from tournaments.selectors.what_if import read_supposed, supposing
from tournaments.services.daily import choose_daily
from tournaments.services.odds import queue_odds

SLUG = of_path("slug", str)


class Tables(Archives):
    """The part of a tournament's resource that is read off its results."""

    @extend_schema(
        summary="The odds that were found, round by round, with their sampling errors",
        parameters=[SLUG],
        responses=RoundOddsSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def odds(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        stages = [stage for stage in tournament.stages.order_by("number") if stage.spec.entry]
        found = odds_by_round(tournament, stages[0].number if stages else None)
        return Response(RoundOddsSerializer(found, many=True).data)

    @extend_schema(
        summary="Have the odds found as things stand, as a job",
        parameters=[SLUG],
        request=None,
        responses={202: JobSerializer},
    )
    @odds.mapping.post
    def find_odds(self, request: Request, slug: str) -> Response:
        job = queue_odds(
            tournament=directed_tournament(request.user, slug), acting_user=acting(request)
        )
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(
        summary="How much has been played: the figures that all pages, reports and files give",
        parameters=[SLUG],
        responses=EventCountsSerializer,
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def counts(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response(EventCountsSerializer(league.counts).data)

    @extend_schema(
        summary="The standings",
        parameters=[SLUG],
        responses=StandingSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def standings(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response([_standing(line) for line in tables.table(league)])

    @extend_schema(
        summary="Who would be in what follows if the season ended today, and whom they would meet",
        parameters=[SLUG],
        responses=EndedSerializer(many=True),
    )
    @action(detail=True, url_path="if-ended", pagination_class=None, filter_backends=[])
    def if_ended(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response(_ended(league))

    @extend_schema(
        summary="The standings as they would be with these results of series to come",
        parameters=[SLUG, SupposedSerializer],
        responses=WhatIfSerializer,
    )
    @action(detail=True, url_path="what-if", pagination_class=None, filter_backends=[])
    def what_if(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        words = asked(SupposedSerializer, request)["results"]
        given = dict(each.partition(":")[::2] for each in words.split(",") if each)
        supposed, refusals = read_supposed(league, given)
        if refusals:
            raise ValidationError(
                {"results": [ErrorDetail(each.message, each.code) for each in refusals]}
            )
        then = supposing(league, supposed)
        return Response(
            {
                "standings": [_standing(line) for line in tables.table(then)],
                "if_ended": _ended(then),
            }
        )

    @extend_schema(
        summary="The schedule by round, byes among it, of all clubs or of one",
        parameters=[SLUG, ScheduleAskedSerializer],
        responses=RoundSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def schedule(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        number = asked(ScheduleAskedSerializer, request).get("club")
        club = entrant_of(tournament, number) if number else None
        league = load_league(tournament)
        return Response([round_of(round_, club) for round_ in league.rounds_of_format])

    @extend_schema(
        summary="The schedule by days: what was played on one, and what is to be played",
        parameters=[SLUG, DaysAskedSerializer],
        responses=DayOfScheduleSerializer,
    )
    @action(
        detail=True,
        url_path="schedule/days",
        url_name="days",
        pagination_class=None,
        filter_backends=[],
    )
    def days(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        given = asked(DaysAskedSerializer, request)
        club = entrant_of(tournament, given["club"]) if "club" in given else None
        league, today = load_league(tournament), timezone.localdate()
        day = given.get("day", today)
        played = days_played(tournament)
        before = day_before(played, day)
        reader = reader_of(request.user, tournament.scope)
        ahead = series_to_come(league, reader, club) if day >= today else []
        told = {
            "day": day,
            "before": before,
            "after": next((each for each in reversed(played) if each > day), None),
            "results": [result_of(each) for each in results_on(league, day, club)],
            "last_results": [result_of(each) for each in results_on(league, before, club)]
            if before
            else [],
            "ahead": [to_come_data(each) for each in ahead],
        }
        return Response(DayOfScheduleSerializer(told).data)

    @extend_schema(
        summary="The daily page: a day's results in a sentence or two, who is hot, what comes",
        parameters=[SLUG, DaySerializer],
        responses=DailySerializer,
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def daily(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        played = days_played(tournament)
        day = asked(DaySerializer, request).get("day") or (played[0] if played else None)
        if day not in played or day is None:
            raise Http404("Nothing was played on that day.")
        told = edition(load_league(tournament), day, reader_of(request.user, tournament.scope))
        return Response(DailySerializer(edition_data(told)).data)

    @extend_schema(
        summary="Be mailed the daily page every morning after play, or no more",
        parameters=[SLUG],
        request=DailyMailSerializer,
        responses=DailyMailSerializer,
    )
    @action(detail=True, methods=["put"], url_path="daily-mail")
    def daily_mail(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        wanted = read(DailyMailSerializer, request)["wanted"]
        choose_daily(tournament=tournament, wanted=wanted, acting_user=acting(request))
        return Response({"wanted": wanted})

    @extend_schema(
        summary="The cross-table",
        parameters=[SLUG],
        responses=CrossLineSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def grid(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        lines = tables.cross_table(league, tables.table(league))
        return Response(
            [
                {
                    "entrant": line.entrant.number,
                    "against": [None if tally is None else str(tally) for tally in line.tallies],
                }
                for line in lines
            ]
        )

    @extend_schema(
        summary="The standings race",
        parameters=[SLUG],
        responses=CourseSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def race(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response(
            [
                {"entrant": course.entrant.number, "above_even": course.values}
                for course in tables.race(league, tables.table(league))
            ]
        )

    @extend_schema(
        summary="The tournament report: the winner, and everybody's record and season points",
        parameters=[SLUG],
        responses=EventReportSerializer,
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def report(self, request: Request, slug: str) -> Response:
        found = event_report(visible_tournament(request.user, slug))
        return Response(EventReportSerializer(report_data(found)).data)

    @extend_schema(
        summary="Who leads at bat and on the mound, and how many games that is known of",
        parameters=[SLUG, LeadersAskedSerializer],
        responses=LeadersSerializer,
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def leaders(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        given = asked(LeadersAskedSerializer, request)
        numbers = [stage.number for stage in stages_with_games(tournament)]
        wanted, refusals = read_asked(given, stages=numbers, clubs=(), positions=())
        if refusals:
            raise ValidationError(
                {each.place: [ErrorDetail(each.message, each.code)] for each in refusals}
            )
        found = leaders_of(tournament, wanted)
        return Response(LeadersSerializer(leaders_data(found)).data)

    @extend_schema(
        summary="What everybody did, at bat or on the mound, in the order that is asked for",
        parameters=[SLUG, StatisticsAskedSerializer],
        responses=StatisticsLineSerializer(many=True),
    )
    @action(detail=True, filter_backends=[], pagination_class=Pages)
    def statistics(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        given = asked(StatisticsAskedSerializer, request)
        told = {
            name: str(value).lower() if value is True else str(value)
            for name, value in given.items()
        }
        table, refusals, _ = asked_table(tournament, told)
        if refusals:
            raise ValidationError(
                {each.place: [ErrorDetail(each.message, each.code)] for each in refusals}
            )
        page: Any = self.paginate_queryset(cast(Any, table.lines))
        lines = [line_data(line, table.columns) for line in page]
        rows = StatisticsLineSerializer(lines, many=True)
        return self.get_paginated_response(rows.data)

    @extend_schema(
        summary="One club: its place, its meetings, its people",
        parameters=[SLUG, of_path("number")],
        responses=ClubSerializer,
    )
    @action(detail=True, url_path=f"clubs/(?P<number>{PK})")
    def club(self, request: Request, slug: str, number: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        entrant = entrant_of(tournament, int(number))
        league = load_league(tournament)
        season = team_season(league, entrant)
        line = next((line for line in tables.table(league) if line.entrant == entrant), None)
        return Response(
            {
                "number": entrant.number,
                "team": TeamSerializer(entrant.team).data,
                "standing": _standing(line) if line else None,
                "meetings": [
                    {"round": meeting.round_number, **meeting_of(meeting)}
                    for meeting in season.meetings
                ],
                "people": [
                    {"name": str(member.user), "role": member.role} for member in season.people
                ],
                "against": [
                    {
                        "opponent": each.opponent.number,
                        "won": each.games.won,
                        "lost": each.games.lost,
                        "tied": each.games.tied,
                        "runs_for": each.runs_for,
                        "runs_against": each.runs_against,
                    }
                    for each in against_everybody(league, entrant)
                ],
                "runs": RunsSerializer(runs_of(league, entrant)).data,
            }
        )


def _ended(league: League) -> list[Values]:
    return [
        {
            "stage": ended.stage.number if ended.stage else None,
            "qualifiers": [
                {"entrant": each.entrant, "seed": each.seed, "reason": each.reason}
                for each in ended.qualifiers
            ],
            "pairs": [[better, worse or None] for better, worse in ended.pairs],
            "open": [list(tie.members) for tie in ended.open],
            "first": [each.number for each in ended.first],
        }
        for ended in if_ended(league)
    ]


def _standing(line: tables.StandingsLine) -> Values:
    return {
        "rank": line.row.place.label,
        "entrant": line.entrant.number,
        "team": line.entrant.team.name,
        "evidence": line.row.place.evidence,
        "metrics": {metric.key: metric.show(line.row) for metric in METRICS},
    }
