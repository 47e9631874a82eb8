"""The director's desk: one page, and everything that can be done from it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import get_text_list
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.inputs import whole_number
from config.paging import or_first
from config.people.models import User
from config.refusals import Refusal, Refused
from config.ui.frame import wants_part
from games.presenters.words import house_rules, option_facts
from rosters.models import TeamMember
from rosters.selectors.real_clubs import real_leagues
from tournaments.day import asking
from tournaments.forms import DIVISION_CHOICES, InviteForm, OptionsForm
from tournaments.models import Entrant, Invite, Tournament
from tournaments.presenters import WaitingTie, names_of, stage_in_words, waiting_in_words
from tournaments.rules.dividing import WAYS
from tournaments.rules.formats import FORMATS, MOST_DIVISIONS
from tournaments.selectors import desk as selectors
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.advancing import why_not_advance
from tournaments.selectors.drafts import draft_divisions, draft_of
from tournaments.selectors.drawings import (
    drawn_at_start,
    has_begun,
    overtaken,
    withdrawal_refusals,
)
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting, RoundOfPlay
from tournaments.selectors.progress import title_ties
from tournaments.services.cloning import next_name
from tournaments.services.invites import is_open
from tournaments.services.play_out import ToPlay, to_play
from tournaments.services.substitutions import ends_in_words
from tournaments.unmanaged import MANAGERS_ACTS
from tournaments.views.acts import ACTS, link_of
from tournaments.views.cards import format_in_words, outlook
from tournaments.views.format_preview import BULK, act_or_preview
from tournaments.views.frame import frame
from tournaments.words import said

PLAY = "tournaments/_desk_play.html"

PREVIEWED = ("format", "divide", "divide-by", "enter-clubs", "withdraw-club", *BULK)
"""Acts that change divisions, clubs or stages: who moves and how many qualify is shown first."""

TIE_ACTS = ("playoff", "shoot-out", "roll-for-tie")
"""What is typed in about a tie that waits."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk. A post names its act; the answer to a refused one is the desk with the reasons."""
    tournament = directed_tournament(request.user, slug)
    if request.method != "POST":
        if not wants_part(request):
            return _page(request, tournament)
        if request.GET.get("part") == "log":
            return _log_part(request, tournament)
        if request.GET.get("part") == "questions":
            return _questions_part(request, tournament)
        return _live_part(request, tournament)
    try:
        act = partial(_act, request, tournament)
        previews = request.POST.get("act") in PREVIEWED
        done = act_or_preview(request, tournament, act) if previews else act()
        if isinstance(done, HttpResponse):
            return done
    except Refused as refused:
        if wants_part(request):
            reasons = " ".join(refusal.message for refusal in refused.refusals)
            return _play_part(request, tournament, reasons, "error")
        return _page(request, tournament, refusals=refused.refusals)
    if wants_part(request):
        return _play_part(request, tournament, done, "success")
    messages.success(request, done)
    return redirect("tournaments:desk", slug)


def _act(request: HttpRequest, tournament: Tournament) -> str:
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Refused(Refusal("unknown-act", "The desk does not know what is to be done.", "act"))
    return act(request, tournament, cast(User, request.user))


def _page(
    request: HttpRequest, tournament: Tournament, refusals: Sequence[Refusal] = ()
) -> HttpResponse:
    league = load_league(tournament)
    options_form = _options_form(request, tournament, refusals)
    people = selectors.people(tournament)
    ends = ends_in_words([each for club in people.members.values() for each in club])
    offers = [_offer(request, made) for made in people.invites]
    context = {
        **frame(request, tournament, "desk"),
        **_play(request, league),
        "refusals": _labelled(refusals, options_form),
        "people": people,
        "clubs": [
            (
                entrant,
                [(each, _role(each, ends)) for each in people.members.get(entrant.team_id, ())],
            )
            for entrant in league.entrants
        ],
        "invites": offers,
        "all_links": "\n".join(
            f"{offer['invite']}: {offer['link']}" for offer in offers if not offer["lapsed"]
        ),
        "invite_form": _invite_form(request, tournament, refusals),
        **_log(request, tournament),
        **_questions(request, tournament, refusals),
        "options": option_facts(tournament.system, tournament.settings),
        "house_rules": house_rules(tournament.system, tournament.settings),
        "options_form": options_form,
        "typed_clubs": request.POST.get("clubs", "") if refusals else "",
        "formats": [
            preset
            for preset in FORMATS.values()
            if preset.least <= len(league.entrants) <= preset.most
        ],
        "next_name": next_name(tournament.name),
        "rulings": [
            (ruling, ruling.told(names_of(league)), not withdrawal_refusals(league, ruling))
            for ruling in tournament.tie_rulings.filter(withdrawn_at=None).select_related("stage")
        ],
        "ways": WAYS.items(),
        "division_choices": DIVISION_CHOICES,
        "columns": _columns(league.divisions),
        "division_count": str(league.divisions),
        "typed_apart": request.POST.get("apart", "") if refusals else "",
        "visibilities": Tournament.Visibility.choices,
    }
    return render(request, "tournaments/desk.html", context, status=422 if refusals else 200)


def _columns(divisions: int) -> range:
    """The numbers of the divisions into which clubs may be dragged: those there are, and one more
    as long as there may be."""
    return range(1, min(max(divisions + 1, 2), MOST_DIVISIONS) + 1)


def _draft_moves(league: League) -> list[tuple[Entrant, int]]:
    """The clubs that were drafted in other divisions than they are in, and these."""
    if league.tournament.state != Tournament.State.SETUP:
        return []
    drafted = draft_divisions(league.tournament)
    return [
        (club, drafted[club.number])
        for club in league.entrants
        if drafted.get(club.number, club.division) != club.division
    ]


def _invite_form(
    request: HttpRequest, tournament: Tournament, refusals: Sequence[Refusal]
) -> InviteForm:
    """An empty form, or the refused one with what was typed and each reason at its field."""
    if not refusals or request.POST.get("act") != "invite":
        return InviteForm(tournament=tournament)
    form = InviteForm(request.POST, tournament=tournament)
    for refusal in refusals:
        if form.is_valid() and refusal.place in form.fields:
            form.add_error(refusal.place, refusal.message)
    return form


def _options_form(
    request: HttpRequest, tournament: Tournament, refusals: Sequence[Refusal]
) -> OptionsForm | None:
    """The options as they stand, or as they were refused; none once play has begun."""
    if tournament.state != Tournament.State.SETUP:
        return None
    if not refusals or request.POST.get("act") != "options":
        return OptionsForm.of(tournament)
    form = OptionsForm.of(tournament, request.POST)
    if form.is_valid():
        form.refuse(refusals)
    return form


def _labelled(refusals: Sequence[Refusal], form: OptionsForm | None) -> list[Refusal]:
    """Refusals with the label of an option for the name that programs know it by."""
    shown = []
    for refusal in refusals:
        field = form.field_of(refusal.place) if form is not None else None
        place = str(form[field].label) if form is not None and field else refusal.place
        shown.append(Refusal(refusal.code, refusal.message, place, refusal.facts))
    return shown


def _play(request: HttpRequest, league: League) -> dict[str, Any]:
    """What the part about play shows; ``mood`` changes when its buttons do."""
    overview = selectors.overview(league)
    tournament = league.tournament
    managed = selectors.managed_clubs(tournament)
    ahead = to_play(tournament)
    opened = request.POST.get("opened") or request.GET.get("opened", "")
    mood = "playing"
    if not overview.is_playing:
        mood = f"{tournament.state}-{overview.left}" + (f"-{len(ahead.left)}" if ahead.left else "")
    return {
        "tournament": tournament,
        "draft": draft_of(tournament),
        "real_leagues": real_leagues(tournament.card_set)
        if tournament.state == Tournament.State.SETUP
        else [],
        "topic": tournament.scope,
        "league": league,
        "counts": league.counts,
        "draft_moves": _draft_moves(league),
        "format": format_in_words(league.stage),
        "outlook": outlook(league.entrants, league.stage),
        "stages": [(stage, stage_in_words(stage, league.divisions)) for stage in league.format],
        "waiting_ties": [_tie_form(request, tie) for tie in waiting_in_words(league)]
        if tournament.state != Tournament.State.SETUP
        else [],
        "title_open": bool(title_ties(league)),
        "stops": why_not_advance(league) if tournament.state == Tournament.State.RUNNING else (),
        "overtaken": overtaken(league),
        "drawn": [
            round_
            for round_ in reversed(league.rounds)
            if not drawn_at_start(league, round_.number)
        ],
        "simulated_rounds": _simulated_rounds(league),
        "start_stands": tournament.state == Tournament.State.RUNNING
        and bool(league.rounds)
        and not has_begun(league.rounds),
        "took_back": request.POST.get("act") == "take-back-drawing",
        "overview": overview,
        "job": overview.job,
        "mood": mood,
        "unmanaged": sum(club.team_id not in managed for club in league.entrants),
        "managers_acts": MANAGERS_ACTS,
        "opened": whole_number(opened) or 0,
        "ahead": ahead,
        "open_rounds": [_open_round(round_, managed, ahead) for round_ in overview.unplayed_rounds],
        "managed": _names(
            managed, [each for one in overview.unplayed_rounds for each in one.unplayed]
        ),
    }


def _simulated_rounds(league: League) -> list[tuple[RoundOfPlay, int]]:
    """The rounds of which something was simulated, the last first, with how many games."""
    found = [
        (each, sum(game.is_simulated for meeting in each.meetings for game in meeting.games))
        for each in reversed(league.rounds)
    ]
    return [(each, games) for each, games in found if games]


def _role(member: TeamMember, ends: Mapping[int, str]) -> str:
    until = ends.get(member.pk)
    return f"{member.get_role_display()}, {until}" if until else member.get_role_display()


@dataclass(frozen=True)
class TieForm:
    """What may be told of a tie that waits, with what was typed where that was refused: of each
    club its number, its name, its runs, its d20 and whether it batted last."""

    tie: WaitingTie
    clubs: Sequence[tuple[int, str, str, str, bool]]
    refused: bool


def _tie_form(request: HttpRequest, tie: WaitingTie) -> TieForm:
    typed = request.POST
    refused = typed.get("act") in TIE_ACTS and typed.get("members") == tie.members
    home = typed.get("home") if refused else str(tie.clubs[0][0])
    clubs = [
        (
            number,
            name,
            typed.get(f"runs-{number}", "") if refused else "",
            typed.get(f"roll-{number}", "") if refused else "",
            str(number) == home,
        )
        for number, name in tie.clubs
    ]
    return TieForm(tie, clubs, refused)


@dataclass(frozen=True)
class OpenRound:
    """A round with something left to play; ``managed`` names the clubs in it that have managers of
    their own, and so does each of ``series``, which also says why it is left to people. ``free``
    and ``games``: how many series of it are simulated, and games at most."""

    round: RoundOfPlay
    series: Sequence[tuple[Meeting, str, str]]
    managed: str
    free: int
    games: int


def _open_round(round_: RoundOfPlay, managed: frozenset[int], ahead: ToPlay) -> OpenRound:
    series = [
        (meeting, _names(managed, [meeting]), ahead.left[key].message if key in ahead.left else "")
        for meeting in round_.unplayed
        if (key := meeting.series_id) is not None
    ]
    free = [meeting for meeting, _, why in series if not why]
    games = sum(ahead.series.get(meeting.series_id or 0, 0) for meeting in free)
    return OpenRound(round_, series, _names(managed, free), len(free), games)


def _names(managed: frozenset[int], meetings: Sequence[Meeting]) -> str:
    """The clubs of these meetings that have managers, in words."""
    sides = [side for each in meetings for side in (each.away, each.home) if side is not None]
    names = dict.fromkeys(side.team.name for side in sides if side.team_id in managed)
    return get_text_list(list(names), "and")


def _live_part(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What moves while a job plays. The buttons come along only when they have changed, for a
    button that is replaced under a finger is not pressed."""
    context = _play(request, load_league(tournament))
    changed = request.GET.get("mood") != context["mood"]
    return render(request, "tournaments/_desk_live.html", {**context, "changed": changed})


def _log(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    page = or_first(partial(selectors.log_page, tournament), request.GET)
    return {"log": page, "lines": [said(action) for action in page]}


def _log_part(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "topic": tournament.scope,
        **_log(request, tournament),
    }
    return render(request, "tournaments/_desk_log.html", context)


def _questions(
    request: HttpRequest, tournament: Tournament, refusals: Sequence[Refusal] = ()
) -> dict[str, Any]:
    return {
        "waiting_questions": asking.waiting_at_desk(request, tournament),
        "answer_refused": bool(refusals) and request.POST.get("act") == asking.ANSWER,
    }


def _questions_part(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "topic": tournament.scope,
        **_questions(request, tournament),
    }
    return render(request, "tournaments/_desk_questions.html", context)


def _play_part(
    request: HttpRequest, tournament: Tournament, words: str, level: str
) -> HttpResponse:
    tournament.refresh_from_db()
    response = render(request, PLAY, _play(request, load_league(tournament)))
    response["HX-Trigger"] = json.dumps({"toast": {"message": words, "level": level}})
    return response


def _offer(request: HttpRequest, made: Invite) -> dict[str, Any]:
    return {
        "invite": made,
        "link": link_of(request, made),
        "lapsed": not is_open(made),
    }
