"""How a suspended game was left: reading it, telling it, agreeing, and pictures of the sheet."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.bodies import USUAL, takes
from config.inputs import whole_number
from config.refusals import Refusal, Refused, refuse_all
from games.frame import crumbs_to, user_of
from games.models import Game, Series
from games.rules.left_games import BASES, LONGEST_NAME, LONGEST_WORDS, Left, SideLeft
from games.rules.pictures import LARGEST_PICTURE
from games.selectors import visible_series
from games.seriesday.access import part_in
from games.seriesday.selectors.left import left_of, pictures_of, players_of, told_pitchers
from games.seriesday.services import left as services
from games.seriesday.views.acting import unknown_act
from pitching.rules.innings import innings_of, outs_of

LONGEST_LIST = 3000


@takes(LARGEST_PICTURE + USUAL)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def left(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """How a suspended game was left; a post of people of its clubs names its act."""
    series = visible_series(request.user, pk)
    game = series.game(number)
    if game is None or not _has_page(game):
        raise Http404("No such game.")
    if game.has_plays:
        # It stands there as it was left, with every play.
        return redirect(game.get_absolute_url())
    if request.method != "POST":
        return _page(request, series, game)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if not part_in(request.user, series).has_part:
        raise Http404("No such page.")
    try:
        done = _act(request, game)
    except Refused as refused:
        return _page(request, series, game, refused.refusals)
    messages.success(request, done)
    return redirect("seriesday:left", pk, number)


@never_cache
@require_safe
def picture(request: HttpRequest, pk: int, number: int, picture: int) -> HttpResponse:
    """A picture of the scoresheet, for the people of both clubs and directors."""
    series = visible_series(request.user, pk)
    game = series.game(number)
    if game is None or not part_in(request.user, series).has_part:
        raise Http404("No such picture.")
    row = game.photographs.filter(pk=picture).first()
    if row is None:
        raise Http404("No such picture.")
    name = f"scoresheet-{row.pk}.{row.kind}"
    return HttpResponse(
        bytes(row.data),
        content_type=f"image/{row.kind}",
        headers={
            "Content-Disposition": f'inline; filename="{name}"',
            "X-Content-Type-Options": "nosniff",
            "X-Robots-Tag": "noindex",
        },
    )


def _has_page(game: Game) -> bool:
    """Suspended games have it, and those of which something was kept."""
    return game.status == Game.Status.SUSPENDED or game.left.exists()


def _act(request: HttpRequest, game: Game) -> str:
    post, user = request.POST, user_of(request)
    match post.get("act", ""):
        case "tell":
            row = services.keep_as_left(
                game_id=game.pk, left=read_left(post.dict()), acting_user=user
            )
            return "Kept." if row.agreed_at else "Saved. The other side has to agree to it."
        case "agree":
            version = whole_number(post.get("version", "")) or 0
            services.agree_to_left(game_id=game.pk, version=version, acting_user=user)
            return "Agreed: the game goes on from there."
        case "picture":
            sent = request.FILES.get("picture")
            if not isinstance(sent, UploadedFile):
                raise Refused(Refusal("no-picture", "Choose a picture.", "picture"))
            services.add_picture(
                game_id=game.pk, data=sent.read(LARGEST_PICTURE + 1), acting_user=user
            )
            return "The picture is added."
        case "take-away":
            key = whole_number(post.get("picture", "")) or 0
            services.take_picture_away(game_id=game.pk, picture=key, acting_user=user)
            return "The picture is gone."
    raise unknown_act()


def read_left(fields: dict[str, str]) -> Left:
    """The form: names a line each, pitchers as ``Smith 4.2``. Refused: ``innings-not-thirds``,
    ``too-long``."""
    wrong: list[Refusal] = []
    sides = []
    for name in ("away", "home"):
        lists = [fields.get(f"{name}_{part}", "") for part in ("playing", "gone", "pitchers")]
        if any(len(each) > LONGEST_LIST for each in lists):
            wrong.append(Refusal("too-long", f"At most {LONGEST_LIST} characters.", name))
            lists = [each[:LONGEST_LIST] for each in lists]
        playing, gone, pitchers = (_lines(each) for each in lists)
        told = []
        for line in pitchers:
            who, _, innings = line.rpartition(" ")
            try:
                told.append((who or line, outs_of(innings, f"{name} pitchers")))
            except Refused as refused:
                wrong += refused.refusals
        sides.append(SideLeft(playing, gone, tuple(told)))
    refuse_all(wrong)
    first, second, third = (" ".join(fields.get(f"on_{base}", "").split()) for base in BASES)
    return Left(
        (first, second, third),
        " ".join(fields.get("up", "").split()),
        (sides[0], sides[1]),
        fields.get("words", "").strip(),
    )


def _lines(text: str) -> tuple[str, ...]:
    words = (" ".join(line.split()) for line in text.replace(";", "\n").splitlines())
    return tuple(word for word in words if word)


def _page(
    request: HttpRequest, series: Series, game: Game, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    part = part_in(request.user, series)
    found = left_of(game)
    suspended = game.status == Game.Status.SUSPENDED
    stands = found is not None and services.stands(found.row, game)
    away_id, home_id = series.sides(game.number)
    clubs = {series.away_id: series.away, series.home_id: series.home}
    players = players_of(series)
    context: dict[str, Any] = {
        "series": series,
        "game": game,
        "left": found,
        "stands": stands,
        "suspended": suspended,
        "tells": suspended and part.has_part,
        "agrees": suspended
        and stands
        and found is not None
        and request.user.is_authenticated
        and services.may_agree(part, found.row, user_of(request)),
        "pictures": pictures_of(game) if part.has_part else (),
        "has_part": part.has_part,
        "directs": part.directs,
        "fields": request.POST.dict()
        if refusals and request.POST.get("act") == "tell"
        else _filled(game),
        "sides": [("away", clubs[away_id]), ("home", clubs[home_id])],
        "batting": sorted(players.get(home_id if game.half else away_id, ())),
        "longest_name": LONGEST_NAME,
        "longest_words": LONGEST_WORDS,
        "longest_list": LONGEST_LIST,
        "refusals": refusals,
        "opened": bool(refusals) and request.POST.get("act") == "tell",
        "crumbs": [
            *crumbs_to(series),
            (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
            (f"Game {game.number} as it was left", ""),
        ],
    }
    return render(request, "seriesday/left.html", context, status=422 if refusals else 200)


def _filled(game: Game) -> dict[str, str]:
    """What the form begins with: the last telling, and the pitchers of the report."""
    found = left_of(game)
    told = told_pitchers(game)
    fields: dict[str, str] = {}
    for at, name in enumerate(("away", "home")):
        side = found.sides[at] if found is not None else SideLeft()
        pitchers = told[at] or side.pitchers
        fields |= {
            f"{name}_playing": "\n".join(side.playing),
            f"{name}_gone": "\n".join(side.gone),
            f"{name}_pitchers": "\n".join(
                f"{player} {innings_of(outs)}" for player, outs in pitchers
            ),
        }
    if found is not None and services.stands(found.row, game):
        fields |= {f"on_{base}": player for base, player in zip(BASES, found.row.men, strict=True)}
        fields |= {"up": found.row.up, "words": found.row.words}
    return fields
