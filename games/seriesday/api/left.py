"""How a suspended game was left, for API clients."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from config.bodies import USUAL
from config.rest import ThinViewSet, Values, acting, of_path, read
from games.models import Game
from games.rules import left_games as law
from games.rules.pictures import LARGEST_PICTURE
from games.selectors import visible_series
from games.seriesday.access import part_in
from games.seriesday.api.rulings import verify_part
from games.seriesday.selectors.left import LeftShown, left_of, pictures_of
from games.seriesday.services import left as services

PATH: Any = [of_path("series"), of_path("number")]


class LeftPitcherSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=law.LONGEST_NAME)
    outs = serializers.IntegerField(min_value=0, max_value=law.MOST_OUTS)


class LeftSideSerializer(serializers.Serializer[Any]):
    playing = serializers.ListField(
        child=serializers.CharField(max_length=law.LONGEST_NAME),
        max_length=law.MOST_PLAYERS,
        default=list,
        help_text="In the order at bat.",
    )
    gone = serializers.ListField(
        child=serializers.CharField(max_length=law.LONGEST_NAME),
        max_length=law.MOST_PLAYERS,
        default=list,
    )
    pitchers = serializers.ListField(
        child=LeftPitcherSerializer(), max_length=law.MOST_PITCHERS, default=list
    )


class LeftSentSerializer(serializers.Serializer[Any]):
    first = serializers.CharField(max_length=law.LONGEST_NAME, allow_blank=True, default="")
    second = serializers.CharField(max_length=law.LONGEST_NAME, allow_blank=True, default="")
    third = serializers.CharField(max_length=law.LONGEST_NAME, allow_blank=True, default="")
    up = serializers.CharField(max_length=law.LONGEST_NAME, allow_blank=True, default="")
    away = LeftSideSerializer(required=False)
    home = LeftSideSerializer(required=False)
    words = serializers.CharField(max_length=law.LONGEST_WORDS, allow_blank=True, default="")


class LeftGameSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    agreed = serializers.BooleanField()
    stands = serializers.BooleanField(help_text="Whether it is of the game as it stands now.")
    situation = serializers.CharField(help_text="In words.")
    inning = serializers.IntegerField()
    half = serializers.IntegerField(help_text="0: the top.")
    outs = serializers.IntegerField()
    away_runs = serializers.IntegerField()
    home_runs = serializers.IntegerField()
    first = serializers.CharField(help_text="Empty: no runner is on it.")
    second = serializers.CharField()
    third = serializers.CharField()
    up = serializers.CharField()
    away = LeftSideSerializer()
    home = LeftSideSerializer()
    words = serializers.CharField()
    pictures = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Keys of pictures of the scoresheet; told to both clubs and directors.",
    )


class LeftVersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1, max_value=32767)


class PictureSentSerializer(serializers.Serializer[Any]):
    picture = serializers.FileField(
        help_text="JPEG, PNG or WebP, six megabytes at most; where and when it was taken is not "
        "kept."
    )


class PictureSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.CharField()


@extend_schema(tags=["series"], parameters=PATH)
class LeftViewSet(ThinViewSet):
    """How a suspended game that is played at a table was left."""

    serializer_class = LeftGameSerializer

    @extend_schema(summary="How a suspended game was left", responses=LeftGameSerializer)
    def retrieve(self, request: Request, series: str, number: str) -> Response:
        """404 where it was not reported."""
        return self._answer(request, _game(request, series, number))

    @extend_schema(
        summary="Tell how a suspended game was left",
        request=LeftSentSerializer,
        responses={201: LeftGameSerializer},
    )
    def tell(self, request: Request, series: str, number: str) -> Response:
        """The other side agrees to it; inning, outs and runs are those that were reported."""
        game = _own(request, series, number)
        services.keep_as_left(
            game_id=game.pk,
            left=_left(read(LeftSentSerializer, request)),
            acting_user=acting(request),
        )
        return self._answer(request, game, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Agree that a game was left so",
        request=LeftVersionSerializer,
        responses=LeftGameSerializer,
    )
    def agree(self, request: Request, series: str, number: str) -> Response:
        game = _own(request, series, number)
        version = read(LeftVersionSerializer, request)["version"]
        services.agree_to_left(game_id=game.pk, version=version, acting_user=acting(request))
        return self._answer(request, game)

    def _answer(self, request: Request, game: Game, code: int = status.HTTP_200_OK) -> Response:
        found = left_of(game)
        if found is None:
            raise Http404("It has not been reported how it was left.")
        has_part = part_in(request.user, game.series).has_part
        pictures = [each.pk for each in pictures_of(game)] if has_part else []
        return Response(LeftGameSerializer(_data(found, game, pictures)).data, status=code)


@extend_schema(tags=["series"], parameters=PATH)
class PictureViewSet(ThinViewSet):
    """Pictures of the scoresheet of a suspended game."""

    serializer_class = PictureSerializer
    parser_classes = [MultiPartParser]

    @extend_schema(
        summary="Lay a picture of the scoresheet beside it",
        request={"multipart/form-data": PictureSentSerializer},
        responses={201: PictureSerializer},
    )
    def add(self, request: Request, series: str, number: str) -> Response:
        """Its page is `/series/<series>/games/<number>/left/pictures/<id>/`."""
        game = _own(request, series, number)
        sent = read(PictureSentSerializer, request)["picture"]
        made = services.add_picture(
            game_id=game.pk, data=sent.read(LARGEST_PICTURE + 1), acting_user=acting(request)
        )
        return Response(PictureSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Take a picture of the scoresheet away",
        parameters=[of_path("picture")],
        responses={204: None},
    )
    def take_away(self, request: Request, series: str, number: str, picture: str) -> Response:
        game = _own(request, series, number)
        services.take_picture_away(
            game_id=game.pk, picture=int(picture), acting_user=acting(request)
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


def _game(request: Request, series: str, number: str) -> Game:
    found = visible_series(request.user, int(series)).game(int(number))
    if found is None:
        raise Http404("No such game.")
    return found


def _own(request: Request, series: str, number: str) -> Game:
    """A game in which the person who asks has a part."""
    verify_part(request, visible_series(request.user, int(series)))
    return _game(request, series, number)


def _left(sent: Values) -> law.Left:
    away, home = (
        law.SideLeft(
            tuple(side["playing"]),
            tuple(side["gone"]),
            tuple((each["name"], each["outs"]) for each in side["pitchers"]),
        )
        for side in (sent.get("away") or _EMPTY, sent.get("home") or _EMPTY)
    )
    players = (sent["first"], sent["second"], sent["third"])
    return law.Left(players, sent["up"], (away, home), sent["words"])


_EMPTY: Values = {"playing": [], "gone": [], "pitchers": []}


def _data(found: LeftShown, game: Game, pictures: list[int]) -> Values:
    row = found.row
    away, home = (
        {
            "playing": side.playing,
            "gone": side.gone,
            "pitchers": [{"name": name, "outs": outs} for name, outs in side.pitchers],
        }
        for side in found.sides
    )
    return {
        **{
            name: getattr(row, name)
            for name in (
                *("version", "inning", "half", "outs", "away_runs", "home_runs", "up", "words"),
            )
        },
        "agreed": row.agreed_at is not None,
        "stands": services.stands(row, game),
        "situation": found.situation,
        **dict(zip(law.BASES, row.men, strict=True)),
        "away": away,
        "home": home,
        "pictures": pictures,
    }


LARGEST_BODY = LARGEST_PICTURE + USUAL
