"""The API of awards: those from statistics, and ballots."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, WholeNumberField, acting, of_path, read
from tournaments.awards.models import Ballot, Candidate
from tournaments.awards.selectors import Own, Seen, ballots_of, from_book
from tournaments.awards.services import (
    LONGEST_TITLE,
    cancel_ballot,
    close_ballot,
    open_ballot,
    vote,
)
from tournaments.models import Tournament
from tournaments.selectors.access import directed_tournament, visible_tournament

PATH: Any = [of_path("slug", str), of_path("ballot")]


class HolderSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(source="place", help_text="Level ones have the same.")
    card = serializers.IntegerField(allow_null=True, help_text="Null: the award is of clubs.")
    player = serializers.CharField(source="name", help_text="Empty: the award is of clubs.")
    club = serializers.IntegerField(source="club.number")
    value = serializers.CharField(help_text="As it is printed.")


class AwardSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    words = serializers.CharField(help_text="What it is given for.")
    holders = HolderSerializer(many=True, help_text="The first three places.")
    more = serializers.IntegerField(help_text="So many more share the last place that is told.")


class CandidateSerializer(serializers.ModelSerializer[Candidate]):
    team = serializers.IntegerField(source="team_id", help_text="The key of the club's team.")
    name = serializers.CharField(source="__str__")

    class Meta:
        model = Candidate
        fields = ("number", "card", "team", "name", "told")
        read_only_fields = fields


class CountedSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(source="place", help_text="1: has the award, alone or shared.")
    candidate = serializers.IntegerField(source="who.number")
    points = serializers.IntegerField()
    named = serializers.ListField(
        child=serializers.IntegerField(), help_text="How often first, second and third."
    )


class ClubVoteSerializer(serializers.Serializer[Any]):
    club = serializers.IntegerField(source="club.number")
    candidates = serializers.SerializerMethodField(help_text="Numbers, the first place first.")

    def get_candidates(self, each: Own) -> list[int]:
        return [candidate.number for candidate in each.named]


class BallotSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="ballot.pk")
    title = serializers.CharField(source="ballot.title")
    source = serializers.CharField(  # type: ignore[assignment]
        source="ballot.source", help_text="What its candidates are from."
    )
    state = serializers.ChoiceField(choices=Ballot.State.choices)
    opened_at = serializers.DateTimeField(source="ballot.opened_at")
    closes_at = serializers.DateTimeField(source="ballot.closes_at", allow_null=True)
    candidates = CandidateSerializer(many=True)
    voters = serializers.IntegerField(help_text="Clubs that have a vote.")
    voted = serializers.IntegerField(help_text="Clubs that have voted.")
    own = ClubVoteSerializer(many=True, help_text="The votes of the clubs that you manage.")
    count = CountedSerializer(many=True, help_text="Empty before it is closed.")
    votes = ClubVoteSerializer(many=True, help_text="Of every club; empty before it is closed.")


class AwardsSerializer(serializers.Serializer[Any]):
    covered = serializers.IntegerField(help_text="Games that the book of its players knows.")
    games = serializers.IntegerField(source="over", help_text="Games that are over.")
    men = AwardSerializer(many=True)
    clubs = AwardSerializer(many=True)
    ballots = BallotSerializer(many=True, help_text="The latest first.")


class BallotSentSerializer(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=LONGEST_TITLE)
    source = serializers.CharField(  # type: ignore[assignment]
        max_length=40,
        help_text="`batting.home_runs` or another column of `batting` or `pitching`: the first ten "
        "of it; `squad.3`: all players of club No. 3; `clubs`: the clubs.",
    )
    closes_at = serializers.DateTimeField(
        allow_null=True, required=False, default=None, help_text="Null: when a director closes it."
    )


class VoteSentSerializer(serializers.Serializer[Any]):
    club = WholeNumberField(help_text="Number of a club that you manage.")
    candidates = serializers.ListField(
        child=WholeNumberField(), max_length=3, help_text="Numbers, the first place first."
    )


class AwardActions(ThinViewSet):
    """What a tournament's routes have of its awards."""

    @extend_schema(
        summary="Awards from the book as things stand, and ballots",
        parameters=[of_path("slug", str)],
        responses=AwardsSerializer,
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def awards(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        stats_awards = from_book(tournament)
        data = {
            "covered": stats_awards.covered,
            "over": stats_awards.over,
            "men": [*stats_awards.players, *stats_awards.gloves],
            "clubs": stats_awards.clubs,
            "ballots": ballots_of(tournament, request.user, timezone.now()),
        }
        return Response(AwardsSerializer(data).data)

    @extend_schema(
        summary="Have the clubs vote on an award",
        parameters=[of_path("slug", str)],
        request=BallotSentSerializer,
        responses={201: BallotSerializer},
    )
    @action(detail=True, methods=["post"], filter_backends=[])
    def ballots(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        fields = read(BallotSentSerializer, request)
        new_ballot = open_ballot(tournament=tournament, **fields, acting_user=acting(request))
        return _answer(request, tournament, new_ballot.pk, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Vote for a club that one manages, or change its vote",
        parameters=PATH,
        request=VoteSentSerializer,
        responses=BallotSerializer,
    )
    @action(detail=True, methods=["put"], url_path=f"ballots/(?P<ballot>{PK})/vote")
    def ballot_vote(self, request: Request, slug: str, ballot: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        seen_ballot = _seen(request, tournament, int(ballot)).ballot
        vote(ballot=seen_ballot, **read(VoteSentSerializer, request), acting_user=acting(request))
        return _answer(request, tournament, seen_ballot.pk)

    @extend_schema(
        summary="Close a ballot: the count is told",
        parameters=PATH,
        request=None,
        responses=BallotSerializer,
    )
    @action(detail=True, methods=["post"], url_path=f"ballots/(?P<ballot>{PK})/close")
    def ballot_close(self, request: Request, slug: str, ballot: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        seen_ballot = _seen(request, tournament, int(ballot)).ballot
        close_ballot(ballot=seen_ballot, acting_user=acting(request))
        return _answer(request, tournament, seen_ballot.pk)

    @extend_schema(
        summary="Call a ballot off: its votes are gone",
        parameters=PATH,
        request=None,
        responses=BallotSerializer,
    )
    @action(detail=True, methods=["post"], url_path=f"ballots/(?P<ballot>{PK})/cancel")
    def ballot_cancel(self, request: Request, slug: str, ballot: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        seen_ballot = _seen(request, tournament, int(ballot)).ballot
        cancel_ballot(ballot=seen_ballot, acting_user=acting(request))
        return _answer(request, tournament, seen_ballot.pk)


def _seen(request: Request, tournament: Tournament, pk: int) -> Seen:
    ballots = ballots_of(tournament, request.user, timezone.now(), ballot=pk)
    if not ballots:
        raise Http404("No such ballot.")
    return ballots[0]


def _answer(
    request: Request, tournament: Tournament, pk: int, code: int = status.HTTP_200_OK
) -> Response:
    return Response(BallotSerializer(_seen(request, tournament, pk)).data, status=code)
