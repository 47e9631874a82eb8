"""The stages of a tournament, how its ties are broken, and what follows when a round is played."""

import re
from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.people.models import User
from config.refusals import Refusal, Refused
from config.rest import PK, ThinViewSet, Values, acting, of_path, read
from tournaments.api.schemas.events import EntrantSerializer, WholeTournamentSerializer
from tournaments.api.schemas.schedule import meeting_of, round_of
from tournaments.api.schemas.stages import (
    AdvancedSerializer,
    DivisionsSerializer,
    FormatChangeSerializer,
    FormatChoiceSerializer,
    FormatPreviewAskedSerializer,
    NameSerializer,
    OvertakenSerializer,
    SplitSerializer,
    StageSerializer,
    TakenBackDrawingSerializer,
)
from tournaments.api.schemas.tables import ProspectsSerializer
from tournaments.api.schemas.ties import (
    DrawnTieGameSerializer,
    HeldTieGameSerializer,
    MadeRulingSerializer,
    PlayoffSerializer,
    ShootOutSerializer,
    TieOrderSerializer,
    TieRulingSerializer,
    TieSerializer,
    WaitingTieSerializer,
)
from tournaments.club_list import read_clubs
from tournaments.models import Stage, StageEntrant, TieRuling, Tournament
from tournaments.presenters import champions_of
from tournaments.rules.dividing import AT_RANDOM, BY_ROLL
from tournaments.rules.formats import spec_from_json, spec_to_json
from tournaments.rules.ties import Answer, order_from_json, order_to_json
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.selectors.drawings import overtaken
from tournaments.selectors.league import League, load_league
from tournaments.selectors.progress import brackets_of, clubs_in_question, waiting_ties
from tournaments.selectors.tables import division_tables, prospects
from tournaments.services.cloning import clone_tournament
from tournaments.services.clubs import enter_clubs, withdraw_club
from tournaments.services.drawing import advance_event
from tournaments.services.format_preview import preview_change
from tournaments.services.formats import (
    change_tie_order,
    choose_format,
    choose_preset,
    divide,
    divide_by,
)
from tournaments.services.redrawing import draw_again, take_back_drawing
from tournaments.services.ties import (
    enter_playoff,
    enter_shoot_out,
    open_tie_game,
    rule_on_tie,
    withdraw_ruling,
)

SLUG = of_path("slug", str)


class Stages(ThinViewSet):
    """The part of a tournament's resource that is about its format."""

    @extend_schema(
        summary="The stages with their clubs and rounds",
        parameters=[SLUG],
        responses=StageSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def stages(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response([_stage(league, stage) for stage in league.format])

    @extend_schema(
        summary="Set up another event like this one; you become its director",
        parameters=[SLUG],
        request=NameSerializer,
        responses={201: WholeTournamentSerializer},
    )
    @action(detail=True, methods=["post"])
    def clone(self, request: Request, slug: str) -> Response:
        made = clone_tournament(
            tournament=directed_tournament(request.user, slug),
            name=read(NameSerializer, request)["name"],
            acting_user=acting(request),
        )
        return Response(WholeTournamentSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Who has clinched a place, who is out, and the magic numbers",
        parameters=[SLUG],
        responses=ProspectsSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def prospects(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        found = [
            {
                "division": each.division,
                "places": each.places,
                "prize": each.prize,
                "clubs": [
                    {
                        "entrant": outlook.entrant,
                        "clinched": outlook.clinched,
                        "out": outlook.out,
                        "magic": outlook.magic,
                        "reason": outlook.reason,
                    }
                    for outlook in each.outlooks.values()
                ],
            }
            for each in prospects(league)
        ]
        return Response(found)

    @extend_schema(
        summary="Who has won the event; empty before it is over",
        parameters=[SLUG],
        responses=EntrantSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def champions(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response(EntrantSerializer(champions_of(league), many=True).data)

    @extend_schema(
        summary="Choose the format: a preset, or stages of your own, until the start",
        parameters=[SLUG],
        request=FormatChoiceSerializer,
        responses=WholeTournamentSerializer,
    )
    @action(detail=True, methods=["put"], url_path="format", url_name="format")
    def choose_format(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        changed = _choose(tournament, read(FormatChoiceSerializer, request), acting(request))
        return Response(WholeTournamentSerializer(changed).data)

    @extend_schema(
        summary="Who would move and how many would qualify, before you change the format or clubs",
        parameters=[SLUG],
        request=FormatPreviewAskedSerializer,
        responses=FormatChangeSerializer,
    )
    @action(detail=True, methods=["post"], url_path="format/preview", url_name="format-preview")
    def preview_format(self, request: Request, slug: str) -> Response:
        values = read(FormatPreviewAskedSerializer, request)
        tournament = directed_tournament(request.user, slug)
        by_chance = values.get("split", {}).get("way") in (AT_RANDOM, BY_ROLL)
        act = partial(_change, tournament, values, acting(request))
        change = preview_change(tournament, act, by_chance=by_chance)
        return Response(FormatChangeSerializer(change).data)

    @extend_schema(
        summary="Put clubs into divisions, until the start",
        parameters=[SLUG],
        request=DivisionsSerializer,
        responses=WholeTournamentSerializer,
    )
    @action(detail=True, methods=["put"])
    def divisions(self, request: Request, slug: str) -> Response:
        divided = divide(
            tournament=directed_tournament(request.user, slug),
            divisions=_by_number(read(DivisionsSerializer, request)["divisions"], "divisions"),
            acting_user=acting(request),
        )
        return Response(WholeTournamentSerializer(divided).data)

    @extend_schema(
        summary="Split the clubs into divisions of like size, until the start",
        parameters=[SLUG],
        request=SplitSerializer,
        responses=WholeTournamentSerializer,
    )
    @action(detail=True, methods=["post"], url_path="divisions/split", url_name="divisions-split")
    def split(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        divide_by(
            tournament=tournament, acting_user=acting(request), **read(SplitSerializer, request)
        )
        return Response(WholeTournamentSerializer(directed_tournament(request.user, slug)).data)

    @extend_schema(summary="How ties are broken", parameters=[SLUG], responses=TieOrderSerializer)
    @action(
        detail=True,
        url_path="tie-order",
        url_name="tie-order",
        pagination_class=None,
        filter_backends=[],
    )
    def tie_order(self, request: Request, slug: str) -> Response:
        return Response(_order(visible_tournament(request.user, slug)))

    @extend_schema(
        summary="Change how ties are broken, until the start",
        parameters=[SLUG],
        request=TieOrderSerializer,
        responses=TieOrderSerializer,
    )
    @tie_order.mapping.put
    def change_tie_order(self, request: Request, slug: str) -> Response:
        changed = change_tie_order(
            tournament=directed_tournament(request.user, slug),
            steps=read(TieOrderSerializer, request)["steps"],
            acting_user=acting(request),
        )
        return Response(_order(changed))

    @extend_schema(
        summary="Every tie with how it was broken, or what it waits for",
        parameters=[SLUG],
        responses=TieSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def ties(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        found = [
            {
                "division": table.number,
                "members": list(tie.members),
                "steps": [_answer(answer) for answer in tie.answers],
            }
            for table in division_tables(league)
            for tie in table.ties
        ]
        return Response(found)

    @extend_schema(
        summary="The questions about ties that wait for people",
        parameters=[SLUG],
        responses=WaitingTieSerializer(many=True),
    )
    @action(
        detail=True,
        url_path="tie-rulings",
        url_name="tie-rulings",
        pagination_class=None,
        filter_backends=[],
    )
    def tie_rulings(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        in_question = clubs_in_question(league)
        return Response(
            [
                {
                    "kind": answer.step.criterion,
                    "members": list(answer.group),
                    "decides": not in_question.isdisjoint(answer.group),
                }
                for answer in waiting_ties(league)
            ]
        )

    @extend_schema(
        summary="Record the dice, or who won the game, of a tie",
        parameters=[SLUG],
        request=TieRulingSerializer,
        responses={201: MadeRulingSerializer},
    )
    @tie_rulings.mapping.post
    def rule_on_tie(self, request: Request, slug: str) -> Response:
        values = read(TieRulingSerializer, request)
        ruling = rule_on_tie(
            tournament=directed_tournament(request.user, slug),
            kind=values["kind"],
            values=_by_number(values["values"], "values"),
            acting_user=acting(request),
        )
        return Response(MadeRulingSerializer(ruling).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="The games and shoot-outs that break ties: no stages, no rounds of the schedule",
        parameters=[SLUG],
        responses=HeldTieGameSerializer(many=True),
    )
    @action(
        detail=True,
        url_path="tie-games",
        url_name="tie-games",
        pagination_class=None,
        filter_backends=[],
    )
    def tie_games(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response(
            [
                {
                    "ruling": round_.stage.ruling.pk,
                    "kind": round_.stage.ruling.kind,
                    **round_of(round_),
                }
                for round_ in league.tie_games
            ]
        )

    @extend_schema(
        summary="Draw the game that breaks a tie of two",
        parameters=[SLUG],
        request=DrawnTieGameSerializer,
        responses={201: MadeRulingSerializer},
    )
    @tie_games.mapping.post
    def open_tie_game(self, request: Request, slug: str) -> Response:
        values = read(DrawnTieGameSerializer, request)
        ruling = open_tie_game(
            tournament=directed_tournament(request.user, slug),
            kind=values["kind"],
            members=values["members"],
            rolls=_by_number(values["rolls"], "rolls"),
            acting_user=acting(request),
        )
        return Response(MadeRulingSerializer(ruling).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Record a one-game playoff that was played at the table",
        parameters=[SLUG],
        request=PlayoffSerializer,
        responses={201: MadeRulingSerializer},
    )
    @action(detail=True, methods=["post"], url_path="playoffs", url_name="playoffs")
    def enter_playoff(self, request: Request, slug: str) -> Response:
        runs = read(PlayoffSerializer, request)["runs"]
        ruling = enter_playoff(
            tournament=directed_tournament(request.user, slug),
            runs=_by_number(runs, "runs"),
            acting_user=acting(request),
        )
        return Response(MadeRulingSerializer(ruling).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Record a shoot-out that was played at the table, by innings",
        parameters=[SLUG],
        request=ShootOutSerializer,
        responses={201: MadeRulingSerializer},
    )
    @action(detail=True, methods=["post"], url_path="shoot-outs", url_name="shoot-outs")
    def enter_shoot_out(self, request: Request, slug: str) -> Response:
        values = read(ShootOutSerializer, request)
        ruling = enter_shoot_out(
            tournament=directed_tournament(request.user, slug),
            acting_user=acting(request),
            **{**values, "rolls": _by_number(values["rolls"], "rolls")},
        )
        return Response(MadeRulingSerializer(ruling).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Take back how a tie was broken",
        parameters=[SLUG, of_path("ruling")],
        responses={204: None},
    )
    @action(
        detail=True, methods=["delete"], url_path=f"tie-rulings/(?P<ruling>{PK})", url_name="unrule"
    )
    def withdraw_ruling(self, request: Request, slug: str, ruling: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        found = TieRuling.objects.filter(tournament=tournament, pk=ruling).first()
        if found is None:
            raise Refused(Refusal("no-such-ruling", "There is no such ruling.", "ruling"))
        withdraw_ruling(ruling=found, acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Draw what follows when everything drawn is played",
        parameters=[SLUG],
        request=None,
        responses=AdvancedSerializer,
    )
    @action(detail=True, methods=["post"])
    def advance(self, request: Request, slug: str) -> Response:
        said = advance_event(
            tournament=directed_tournament(request.user, slug), acting_user=acting(request)
        )
        return Response({"done": said})

    @extend_schema(
        summary="What was drawn upon results that are others by now",
        parameters=[SLUG],
        responses=OvertakenSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def drawings(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response(OvertakenSerializer(overtaken(league), many=True).data)

    @extend_schema(
        summary="Take a drawing back, or draw it again",
        parameters=[SLUG],
        request=TakenBackDrawingSerializer,
        responses=AdvancedSerializer,
    )
    @drawings.mapping.post
    def take_back_drawing(self, request: Request, slug: str) -> Response:
        values = read(TakenBackDrawingSerializer, request)
        act = draw_again if values["again"] else take_back_drawing
        said = act(
            tournament=directed_tournament(request.user, slug),
            number=values["round"],
            reason=values["reason"],
            played_too=values["played_too"],
            acting_user=acting(request),
        )
        return Response({"done": said})


def _choose(tournament: Tournament, values: Values, user: User) -> Tournament:
    if values["preset"]:
        return choose_preset(
            tournament=tournament,
            key=values["preset"],
            divisions=values["divisions"],
            acting_user=user,
        )
    return choose_format(
        tournament=tournament,
        stages=[
            spec_from_json(each, f"stage {number}")
            for number, each in enumerate(values["stages"], start=1)
        ],
        divisions=values["divisions"],
        tie_order=order_from_json(values["tie_order"]) if values["tie_order"] else None,
        acting_user=user,
    )


def _change(tournament: Tournament, values: Values, user: User) -> None:
    """The one act that is named."""
    if "format" in values:
        _choose(tournament, values["format"], user)
    elif "divisions" in values:
        placed = _by_number(values["divisions"], "divisions")
        divide(tournament=tournament, divisions=placed, acting_user=user)
    elif "split" in values:
        divide_by(tournament=tournament, acting_user=user, **values["split"])
    elif "enter" in values:
        lines = read_clubs("\n".join(re.sub(r"[,\t;]", " ", name) for name in values["enter"]))
        plans = [line.plan for line in lines]
        enter_clubs(tournament=tournament, plans=plans, acting_user=user)
    else:
        withdraw_club(tournament=tournament, number=values["withdraw"], acting_user=user)


def _by_number(given: Values, place: str) -> dict[int, int]:
    """Whole numbers by the numbers of clubs, which JSON has as words: each written in one way, so
    that no two of them mean the same club."""
    wrong = [key for key in given if re.fullmatch(r"[1-9][0-9]{0,3}", key) is None]
    if wrong:
        raise Refused(Refusal("no-such-club", f"There is no club No. {wrong[0][:20]!r}.", place))
    return {int(key): value for key, value in given.items()}


def _order(tournament: Tournament) -> Values:
    return {"steps": order_to_json(tournament.ties)}


def _answer(answer: Answer) -> Values:
    return {
        "step": answer.number,
        "criterion": answer.step.criterion,
        "group": list(answer.group),
        "outcome": answer.outcome,
        "parts": [list(part) for part in answer.parts],
        "evidence": {str(member): said for member, said in answer.evidence.items()},
        "why": answer.why,
    }


def _stage(league: League, stage: Stage) -> Values:
    spec, brackets = stage.spec, brackets_of(league, stage)
    return {
        "number": stage.number,
        "name": str(stage),
        "kind": stage.kind,
        "told": spec.told,
        "settings": spec_to_json(spec),
        "members": [
            {"entrant": each.entrant.number, "seed": each.seed, "reason": each.reason}
            for each in StageEntrant.objects.filter(stage=stage).select_related("entrant")
        ],
        "rounds": [
            {
                "number": round_.number,
                "name": round_.name,
                "state": round_.state,
                "meetings": [
                    {
                        **meeting_of(meeting),
                        "bracket": brackets.get((round_.number, meeting.home.number), ""),
                    }
                    for meeting in round_.meetings
                ],
            }
            for round_ in league.of_stage(stage)
        ],
    }
