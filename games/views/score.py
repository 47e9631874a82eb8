"""The scoring page: made for a phone at a table, and for two people at two ends of a wire.

Every button is a form of its own with the number of entries its page showed, so it works without
scripts, and a second phone can never write over the first.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.inputs import number_sent, whole_number
from config.refusals import Refusal, Refused
from config.ui.frame import show_marked, wants_part
from games.access import Rights, own_clubs, rights_in
from games.clocks import shown_clock
from games.engine.table import SUSPEND
from games.frame import user_of
from games.hooks import is_confirmed_by_others
from games.models import Game, Series
from games.planning.disclosure import reader_of
from games.planning.presenters import before as before_presenter
from games.planning.services.before_games import BeforeGame, before_game
from games.presenters.dice import order_from, throw
from games.presenters.story import story
from games.presenters.transcripts import read_entries
from games.records import is_throw, record_of
from games.rules.standing_orders import When
from games.rules.taken_back import arrived
from games.scorer import Scorer, scorer
from games.selectors import find_series, series_games, voided_tails
from games.services.calling_off import ended
from games.services.going_on import Until, allow_house, give_standing_orders, go_on
from games.services.redoing import redo_last
from games.services.rewinding import rewind_game, undo_last, void_game
from games.services.scoring import (
    SERVER_DICE,
    TABLE_DICE,
    Seats,
    add_entries,
    decided_refusals,
    record_game,
)
from games.services.table_dice import enter_table_dice, read_table_dice
from games.services.time_up import looked_at
from games.services.wait_acts import WAIT_ACTS, act_on_wait
from games.standing_orders import house_allowed
from games.topics import series_topic
from games.turns import passed_over
from games.views.beginnings import FIELD as BEGINNING
from games.views.beginnings import beginning_asked, is_asked, seats_of, situation_form
from games.waits import shown_wait
from rosters.models import Team

LOOKS = ("all", "rewind", "after")
"""What the address of the page may ask for, and goes on asking for when the page comes anew."""

Act = Callable[[HttpRequest, Rights, Game], Game]

SEATS_KEPT = "seats"
"""What the visitor chose for games whose start was refused, in the session."""
MOST_SEATS_KEPT = 10

ORDER_OF_DICE = "dice-order-{}"
"""The cookie in which a browser keeps the order of dice in a game system."""
ORDER_LASTS = 365 * 24 * 3600
"""Seconds."""


@dataclass(frozen=True)
class HouseSide:
    """A side of a game that has not begun: whether the user speaks for it, is one of its people,
    and whether these let the computer manage for them. ``missing``: what it has still to do before
    the game, in words; ``may_do`` it now."""

    side: int
    club: Team
    mine: bool
    own: bool
    allowed: bool
    missing: str = ""
    may_do: str = ""

    @property
    def may_be_managed(self) -> bool:
        """Whether the visitor may have the house manage it."""
        return self.mine or self.allowed

    @property
    def holds_up(self) -> bool:
        """Whether the game cannot begin for the visitor before this side has done its part."""
        return bool(self.missing) and not self.may_be_managed


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Start a game, enter what is thrown and decided, take back what was wrong."""
    series = find_series(pk)
    if series is None or not 1 <= number <= series.length:
        raise Http404("No such game.")
    rights = rights_in(request.user, series, number)
    if not rights.may_score:
        raise Http404("No such game.")
    game = series.game(number)
    if game is not None and not game.has_plays:
        return redirect("seriesday:report", pk, number)
    if game is not None:
        game = looked_at(game)
    if request.method != "POST":
        return _page(request, rights, series, number, game)
    try:
        if request.POST.get("act") == "house":
            _allow_house(request, rights, series, number)
            return redirect("games:score", pk, number)
        if request.POST.get("act") == "dice-order":
            return _keep_order(request, series, redirect("games:score", pk, number))
        changed = _act(request, rights, series, number, game)
    except Refused as refused:
        there = _arrived_before(request, series, number, refused)
        if there is None:
            return _refused(request, rights, series, number, refused.refusals)
        changed = there
    if wants_part(request):
        # What was played to enter it is what the page shows.
        there = None if changed.status == Game.Status.VOID else changed
        answer = _page(request, rights, series, number, there)
        # What was asked by the address is done: a reload must not ask it again.
        answer["HX-Replace-Url"] = reverse("games:score", args=[pk, number])
        return answer
    return redirect("games:score", pk, number)


def _act(
    request: HttpRequest, rights: Rights, series: Series, number: int, game: Game | None
) -> Game:
    act = request.POST.get("act", "")
    if act == "start":
        return _start(request, rights, series, number)
    if game is None:
        raise Refused(Refusal("no-game-yet", "The game has not been started, or is off the books."))
    if act not in ACTS:
        raise Refused(Refusal("unknown-act", f"There is no such act: {act!r}.", "act"))
    return ACTS[act](request, rights, game)


def _allow_house(request: HttpRequest, rights: Rights, series: Series, number: int) -> None:
    """Whether the house may manage for a club whose people are away."""
    allow_house(
        series=series,
        number=number,
        side=number_sent(request.POST, "side"),
        allowed=request.POST.get("allowed") == "yes",
        acting_user=user_of(request),
    )


def _start(request: HttpRequest, rights: Rights, series: Series, number: int) -> Game:
    beginning = None
    if is_asked(request):
        if not rights.may_direct:
            sentence = "Only a director has a game begin in the middle."
            raise Refused(Refusal("director-only", sentence, BEGINNING))
        beginning = beginning_asked(request, series, number)
    return record_game(
        series_id=series.pk,
        number=number,
        transcript=(),
        acting_user=user_of(request),
        seats=seats_of(request),
        beginning=beginning,
    )


def _enter(request: HttpRequest, rights: Rights, game: Game) -> Game:
    return add_entries(
        game_id=game.pk,
        after=number_sent(request.POST, "after"),
        entries=_entries(request),
        acting_user=user_of(request),
    )


def _enter_dice(request: HttpRequest, rights: Rights, game: Game) -> Game:
    """The dice of a turn as somebody read them out, in one line."""
    return enter_table_dice(
        game_id=game.pk,
        after=number_sent(request.POST, "after"),
        dice=request.POST.get("dice", ""),
        acting_user=user_of(request),
        order=request.POST.get("order", "").split(),
    )


def _keep_order(request: HttpRequest, series: Series, answer: HttpResponse) -> HttpResponse:
    """Have dice of one role read first from now on, before the others in the order they had."""
    first = request.POST.get("first", "")
    order = _order_of_dice(request, series)
    if first not in order:
        raise Refused(Refusal("no-such-die", "There is no such die in this game.", "first"))
    kept = ".".join([first, *(role for role in order if role != first)])
    answer.set_cookie(
        ORDER_OF_DICE.format(series.system_key),
        kept,
        max_age=ORDER_LASTS,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return answer


def _order_of_dice(request: HttpRequest, series: Series) -> tuple[str, ...]:
    """The roles of the dice in the order in which the visitor reads them out."""
    kept = request.COOKIES.get(ORDER_OF_DICE.format(series.system_key), "")
    return order_from(series.system, kept.split("."))


def _go_on(request: HttpRequest, rights: Rights, game: Game) -> Game:
    """The server throws until something is to be decided; what was pressed is decided before."""
    until = request.POST.get("until", Until.TURN)
    if until not in set(Until):
        raise Refused(Refusal("unknown-until", f"Play goes on to {' or '.join(Until)}.", "until"))
    return go_on(
        game_id=game.pk,
        after=number_sent(request.POST, "after"),
        answer=request.POST.get("entry", "").split(),
        acting_user=user_of(request),
        until=Until(until),
    )


def _orders(request: HttpRequest, rights: Rights, game: Game) -> Game:
    """Store the topics on which a side is asked from now on."""
    asked = {
        key.removeprefix("when-"): value
        for key, value in request.POST.items()
        if key.startswith("when-")
    }
    give_standing_orders(
        game=game,
        side=number_sent(request.POST, "side"),
        orders={
            "when": asked,
            "third": "third" in request.POST,
            "level": request.POST.get("level"),
        },
        acting_user=user_of(request),
    )
    return game


def _undo(request: HttpRequest, rights: Rights, game: Game) -> Game:
    return undo_last(
        game_id=game.pk,
        after=number_sent(request.POST, "after"),
        reason=request.POST.get("reason", ""),
        acting_user=user_of(request),
    )


def _rewind(request: HttpRequest, rights: Rights, game: Game) -> Game:
    return rewind_game(
        game_id=game.pk,
        entry=number_sent(request.POST, "entry"),
        reason=request.POST.get("reason", ""),
        acting_user=user_of(request),
        after=number_sent(request.POST, "after"),
    )


def _redo(request: HttpRequest, rights: Rights, game: Game) -> Game:
    return redo_last(
        game_id=game.pk,
        after=number_sent(request.POST, "after"),
        acting_user=user_of(request),
    )


def _void(request: HttpRequest, rights: Rights, game: Game) -> Game:
    return void_game(
        game_id=game.pk,
        reason=request.POST.get("reason", ""),
        acting_user=user_of(request),
    )


def _wait(request: HttpRequest, rights: Rights, game: Game) -> Game:
    """What the side that waits does about it."""
    return act_on_wait(game_id=game.pk, act=request.POST["act"], acting_user=user_of(request))


ACTS: Mapping[str, Act] = {
    **dict.fromkeys(WAIT_ACTS, _wait),
    "enter": _enter,
    "dice": _enter_dice,
    "on": _go_on,
    "orders": _orders,
    "undo": _undo,
    "redo": _redo,
    "rewind": _rewind,
    "void": _void,
}


def _entries(request: HttpRequest) -> list[str]:
    """What is entered: typed, pressed, or laid on the pad."""
    if "entry" in request.POST:
        return request.POST["entry"].split()
    faces = _faces(request)
    return ["-".join(faces)] if faces else read_entries(request.POST.get("entries", ""))


def _arrived_before(
    request: HttpRequest, series: Series, number: int, refused: Refused
) -> Game | None:
    """The game, where a page whose connection was lost sends again what had arrived: how many
    entries it knew, with what it enters, is the key of an entry."""
    after = whole_number(request.POST.get("after", ""))
    known = {"transcript-moved-on", "game-over", "game-exists"}
    if "again" not in request.POST or not known & {one.code for one in refused.refusals}:
        return None
    game = series.game(number)
    if game is None:
        return None
    act = request.POST.get("act")
    if act == "start":
        return game if game.created_by_id == user_of(request).pk else None
    if after is None or act not in ("enter", "dice", "on", "undo"):
        return None
    if act == "undo":
        cut = [tail for tail in voided_tails(game) if tail.voided_by_id == user_of(request).pk]
        mine = any(tail.entry + len(tail.entries.split()) - 1 == after for tail in cut[:1])
        return game if mine else None
    return game if _stands_there(request, game, after) else None


def _stands_there(request: HttpRequest, game: Game, after: int) -> bool:
    """Whether what a page sends that knew ``after`` entries stands behind them already."""
    sent = _entries(request)
    if request.POST.get("act") == "dice":
        order = request.POST.get("order", "").split()
        try:
            sent = read_table_dice(game, game.entries[:after], request.POST.get("dice", ""), order)
        except Refused:
            return False
    return arrived(game.entries, after, sent)


def _faces(request: HttpRequest) -> list[str]:
    """The faces of the pad, die by die."""
    faces: list[str] = []
    while face := request.POST.get(f"die-{len(faces) + 1}", ""):
        faces.append(face)
    return faces


def _refused(
    request: HttpRequest, rights: Rights, series: Series, number: int, refusals: tuple[Refusal, ...]
) -> HttpResponse:
    """The page as it stands now, with what was refused and what was entered meanwhile. What was
    typed stays in its field, unless the game has moved on: there it would count for the next
    throw."""
    game = series.game(number)
    post = request.POST
    act = post.get("act")
    kept: dict[str, Any] = {
        "typed": post.get("entries", ""),
        "dice": post.get("dice", "") if act == "dice" else "",
        "faces": _faces(request),
    }
    if game is not None and any(one.code == "transcript-moved-on" for one in refusals):
        after = whole_number(post.get("after", "")) or 0
        yours = kept["typed"] or kept["dice"] or " ".join(kept["faces"]) or post.get("entry", "")
        kept = {"meanwhile": _since(game, after)}
        if yours and act in ("enter", "dice"):
            kept |= {"yours": yours, "came": _stands_there(request, game, after)}
    return _page(request, rights, series, number, game, status=422, refusals=refusals, **kept)


def _since(game: Game, after: int) -> list[Any]:
    """What was entered after that many entries: each drawn or written, with the play it made."""
    told = story(record_of(game), (game.away, game.home))
    plays = {line.play.entry: line.play.text for half in told.halves for line in half.plays}
    return [
        (throw(game.series.system, word) if is_throw(word) else word, plays.get(place, ""))
        for place, word in enumerate(game.entries, start=1)
        if place > after
    ]


def _page(
    request: HttpRequest,
    rights: Rights,
    series: Series,
    number: int,
    game: Game | None,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    away_id, _ = series.sides(number)
    sides = (series.away, series.home) if away_id == series.away_id else (series.home, series.away)
    context: dict[str, Any] = {
        "series": series,
        "number": number,
        "game": game,
        "away": sides[0],
        "home": sides[1],
        "topic": series_topic(series),
        "asks": bool(series.system.decisions_in_play(series.settings)),
        "over": ended(series, game) or (decided_refusals(series) if game is None else []),
        "suspend": SUSPEND,
        "dice_kinds": (TABLE_DICE, SERVER_DICE),
        "score_url": reverse("games:score", args=[series.pk, number]),
        "asked": _asked(request, rights),
        **more,
    }
    if game is None:
        before = before_game(series, number)
        context["before"] = before
        context["seats"] = _seats_kept(request, series, number)
        user = user_of(request)
        new = Game(series=series, number=number, created_by=user)
        context["others_confirm"] = is_confirmed_by_others(new, user)
        house_sides = _house_sides(request, rights, series, sides, before)
        context["house_sides"] = house_sides
        context["missing"] = [each for each in house_sides if each.missing]
        context["held_up"] = any(each.holds_up for each in house_sides) or (
            bool(context["missing"]) and not context["asks"]
        )
        context["away_side"], context["home_side"] = house_sides
        context["may_set_up"] = rights.may_direct
        if rights.may_direct and is_asked(request):
            context |= _situation_asked(request, series, number)
        context["unfinished"] = [
            slot for slot in series_games(series).under_way if slot.number < number
        ]
    else:
        context |= {
            "scorer": _with_what_was_sent(
                request,
                more.pop("faces", ()),
                scorer(
                    game,
                    rights.speaks_for,
                    whole_story="all" in request.GET,
                    seen=whole_number(request.POST.get("after", "")),
                    part=request.POST.get("part", request.GET.get("part", "")),
                    order=_order_of_dice(request, series),
                ),
            ),
            "orders_side": whole_number(request.POST.get("side"))
            if request.POST.get("act") == "orders" and more.get("refusals")
            else None,
            "clock": shown_clock(game, timezone.now()),
            "waiting": shown_wait(game, rights.speaks_for),
            "played_on": request.POST.get("act") == "on",
            "whens": tuple(When),
            "may_take_back": rights.may_take_back(game),
            "may_void": rights.may_void(game),
            "rewind": _rewind_question(request, game),
            "passed": passed_over(series, game),
        }
    return show_marked(request, "games/score.html", "games/_scorer.html", context, status=status)


def _house_sides(
    request: HttpRequest,
    rights: Rights,
    series: Series,
    sides: tuple[Team, Team],
    before: BeforeGame | None,
) -> list[HouseSide]:
    allowed = house_allowed(series)
    own = own_clubs(request.user, series)
    reader = reader_of(request.user, series.scope, directs=rights.may_direct)
    unconfirmed = before.unconfirmed() if before is not None else []
    house_sides = []
    for side, club in enumerate(sides):
        missing = may_do = ""
        if before is not None and side in unconfirmed:
            missing = before_presenter.status(before, side, reader)
            if reader.is_inside(club.pk):
                may_do = before_presenter.next_act(before, side)
        house_sides.append(
            HouseSide(
                side,
                club,
                side in rights.speaks_for,
                club.pk in own,
                club.pk in allowed,
                missing,
                may_do,
            )
        )
    return house_sides


def _asked(request: HttpRequest, rights: Rights) -> str:
    """What the address asks for beside the game as it stands; an act answers it."""
    if request.method == "POST":
        return ""
    looks = (*LOOKS, BEGINNING) if rights.may_direct else LOOKS
    return urlencode({name: request.GET[name] for name in looks if name in request.GET})


def _seats_kept(request: HttpRequest, series: Series, number: int) -> Seats:
    """What the form that starts a game was sent with, also when the visitor comes back from naming
    a starter or a line-up after a refused start."""
    key = f"{series.pk}-{number}"
    kept: dict[str, Any] = request.session.get(SEATS_KEPT, {})
    if request.method == "POST" and request.POST.get("act") == "start":
        seats = seats_of(request)
        others = [(old, told) for old, told in kept.items() if old != key][1 - MOST_SEATS_KEPT :]
        request.session[SEATS_KEPT] = {**dict(others), key: asdict(seats)}
        return seats
    return Seats(**kept[key]) if key in kept else seats_of(request)


def _with_what_was_sent(request: HttpRequest, faces: Sequence[str], shown: Scorer) -> Scorer:
    """The page with the dice or the orders of a form that was refused: answered otherwise, the form
    shows what is stored."""
    if faces and shown.pad is not None:
        typed = dict(enumerate(faces, start=1))
        slots = [replace(slot, typed=typed.get(slot.place, "")) for slot in shown.pad.slots]
        shown = replace(shown, pad=replace(shown.pad, slots=slots))
    if request.method != "POST" or request.POST.get("act") != "orders":
        return shown
    sent = request.POST
    return replace(
        shown,
        orders=[
            replace(
                each,
                topics=[
                    (
                        key,
                        label,
                        When(word) if (word := sent.get(f"when-{key}")) in set(When) else chosen,
                    )
                    for key, label, chosen in each.topics
                ],
                third="third" in sent,
            )
            if str(each.side) == sent.get("side")
            else each
            for each in shown.orders
        ],
    )


def _situation_asked(request: HttpRequest, series: Series, number: int) -> dict[str, Any]:
    """The form that says where the game begins, or why there is none."""
    try:
        return {"situation": situation_form(request, series, number)}
    except Refused as refused:
        return {"no_situation": refused.refusals}


def _rewind_question(request: HttpRequest, game: Game) -> dict[str, Any] | None:
    """The entry that the address asks to go back to, and what would be lost; nothing once the
    game has moved on from where that was asked."""
    entry = whole_number(request.GET.get("rewind", ""))
    if entry is None or not 1 <= entry <= len(game.entries):
        return None
    if request.GET.get("after", str(len(game.entries))) != str(len(game.entries)):
        return None
    return {"entry": entry, "lost": game.entries[entry - 1 :]}
