"""What a director can do from the desk. Each act reads the post, calls a service and says what
was done."""

from collections.abc import Callable, Mapping
from typing import Any

from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse

from config.inputs import number_sent, whole_number
from config.people.models import User
from config.refusals import Refusal, Refused
from rosters.models import TeamMember
from rosters.services.people import dismiss
from tournaments.club_list import in_line, read_clubs
from tournaments.day import asking
from tournaments.forms import InviteForm, OptionsForm
from tournaments.models import Invite, Round, TieRuling, Tournament
from tournaments.services import invites
from tournaments.services.cloning import clone_tournament
from tournaments.services.clubs import enter_clubs, withdraw_club
from tournaments.services.drafts import set_up
from tournaments.services.drawing import advance_event
from tournaments.services.events import change_time_zone, change_visibility, start_tournament
from tournaments.services.formats import choose_preset, divide, divide_by
from tournaments.services.options import change_options
from tournaments.services.play_out import play_now, play_round, queue_play_out
from tournaments.services.redrawing import draw_again, take_back_drawing
from tournaments.services.squads import replay_league
from tournaments.services.ties import (
    enter_playoff,
    enter_shoot_out,
    open_tie_game,
    rule_on_tie,
    withdraw_ruling,
)
from tournaments.views.cards import played_in_words

Act = Callable[[HttpRequest, Tournament, User], str]


def _start(request: HttpRequest, tournament: Tournament, user: User) -> str:
    start_tournament(tournament=tournament, acting_user=user)
    return f"The schedule is drawn. {tournament} is under way."


def _set_up_draft(request: HttpRequest, tournament: Tournament, user: User) -> str:
    draft = set_up(tournament=tournament, acting_user=user)
    return f"{draft} is set up: mark the imputed teams, have everybody roll, then open it."


def _replay(request: HttpRequest, tournament: Tournament, user: User) -> str:
    year, _, league = request.POST.get("league", "").partition("-")
    entered = replay_league(
        tournament=tournament,
        year=whole_number(year) or 0,
        league=league[:4],
        acting_user=user,
    )
    return f"{len(entered)} clubs are entered as they were in {year}, with their players and parks."


def _play_series(request: HttpRequest, tournament: Tournament, user: User) -> str:
    played = play_now(
        tournament=tournament, series_ids=[number_sent(request.POST, "series")], acting_user=user
    )
    return f"{played_in_words(played.games).capitalize()} played: {played.games[0].series}."


def _play_round(request: HttpRequest, tournament: Tournament, user: User) -> str:
    number = number_sent(request.POST, "round")
    played = play_round(tournament=tournament, number=number, acting_user=user)
    round_ = Round.objects.get(stage__tournament=tournament, number=number)
    said = [f"{round_}: {played_in_words(played.games)} played."]
    said += [f"Left: {refusal.message}" for refusal in played.left.values()]
    return " ".join(said)


def _play_out(request: HttpRequest, tournament: Tournament, user: User) -> str:
    return queue_play_out(tournament=tournament, acting_user=user).announcement


def _visibility(request: HttpRequest, tournament: Tournament, user: User) -> str:
    changed = change_visibility(
        tournament=tournament, visibility=request.POST.get("visibility", ""), acting_user=user
    )
    return f"{changed.get_visibility_display()}."


def _time_zone(request: HttpRequest, tournament: Tournament, user: User) -> str:
    zone = request.POST.get("time_zone", "").strip()
    changed = change_time_zone(tournament=tournament, time_zone=zone, acting_user=user)
    return f"Its days are those of {changed.time_zone}."


def _options(request: HttpRequest, tournament: Tournament, user: User) -> str:
    form = OptionsForm.of(tournament, request.POST)
    if not form.is_valid():
        raise Refused(*refusals_of(form))
    change_options(
        tournament=tournament,
        settings=form.settings(),
        format=form.format(),
        card_set=form.cleaned_data.get("card_set", ""),
        acting_user=user,
    )
    return "The options are as you set them."


def _invite(request: HttpRequest, tournament: Tournament, user: User) -> str:
    form = InviteForm(request.POST, tournament=tournament)
    if not form.is_valid():
        raise Refused(*refusals_of(form))
    made = invites.invite(
        tournament=tournament,
        role=form.cleaned_data["role"],
        entrant=form.cleaned_data["entrant"],
        email=form.cleaned_data["email"],
        ends=form.cleaned_data["ends"],
        until=form.cleaned_data["until"],
        acting_user=user,
    )
    return f"The link is made: {made}."


def _invite_managers(request: HttpRequest, tournament: Tournament, user: User) -> str:
    made = invites.invite_managers(tournament=tournament, acting_user=user)
    if not made:
        return "Every club has a manager or an open link for one."
    return f"{len(made)} {'link is' if len(made) == 1 else 'links are'} made, one for each club."


def _mail_invite(request: HttpRequest, tournament: Tournament, user: User) -> str:
    made = _open_invite(request, tournament)
    invites.mail_invite(made=made, acting_user=user)
    return f"The link is on its way to {made.email}."


def _withdraw_invite(request: HttpRequest, tournament: Tournament, user: User) -> str:
    made = _open_invite(request, tournament)
    invites.withdraw(made=made, acting_user=user)
    return f"The link for {made} works no longer."


def _enter_clubs(request: HttpRequest, tournament: Tournament, user: User) -> str:
    lines = read_clubs(request.POST.get("clubs", ""))
    try:
        entered = enter_clubs(
            tournament=tournament, plans=[line.plan for line in lines], acting_user=user
        )
    except Refused as refused:
        raise Refused(*(in_line(refusal, lines) for refusal in refused.refusals)) from None
    names = ", ".join(entrant.team.name for entrant in entered)
    return f"Entered: {names}."


def _withdraw_club(request: HttpRequest, tournament: Tournament, user: User) -> str:
    withdraw_club(tournament=tournament, number=number_sent(request.POST, "club"), acting_user=user)
    return "The club is out; those behind it have moved up a number."


def _revoke_role(request: HttpRequest, tournament: Tournament, user: User) -> str:
    role = (
        tournament.roles.select_related("user").filter(pk=number_sent(request.POST, "role")).first()
    )
    if role is None:
        raise Refused(Refusal("no-such-role", "That person has no role here by now.", "role"))
    invites.revoke_role(role=role, acting_user=user)
    return f"{role.user} is no longer {role.get_role_display().lower()}."


def _dismiss(request: HttpRequest, tournament: Tournament, user: User) -> str:
    member = (
        TeamMember.objects.select_related("user", "team")
        .filter(pk=number_sent(request.POST, "member"), team__entries__tournament=tournament)
        .first()
    )
    if member is None:
        raise Refused(Refusal("no-such-role", "That person has no role here by now.", "member"))
    dismiss(member=member, scope=tournament.scope, acting_user=user)
    return f"{member.user} no longer acts for {member.team}."


def _advance(request: HttpRequest, tournament: Tournament, user: User) -> str:
    return advance_event(tournament=tournament, acting_user=user)


def _take_back_drawing(request: HttpRequest, tournament: Tournament, user: User) -> str:
    return take_back_drawing(tournament=tournament, acting_user=user, **_drawing(request))


def _draw_again(request: HttpRequest, tournament: Tournament, user: User) -> str:
    return draw_again(tournament=tournament, acting_user=user, **_drawing(request))


def _drawing(request: HttpRequest) -> dict[str, Any]:
    return {
        "number": number_sent(request.POST, "round"),
        "reason": request.POST.get("reason", ""),
        "played_too": request.POST.get("played_too") == "1",
    }


def _choose_format(request: HttpRequest, tournament: Tournament, user: User) -> str:
    choose_preset(
        tournament=tournament,
        key=request.POST.get("preset", ""),
        divisions=number_sent(request.POST, "divisions") if request.POST.get("divisions") else 0,
        acting_user=user,
    )
    return "The stages and the order of tie-breaks are those of the preset."


def _divide(request: HttpRequest, tournament: Tournament, user: User) -> str:
    numbers = tournament.entrants.values_list("number", flat=True)
    divisions = {number: number_sent(request.POST, f"division-{number}") for number in numbers}
    divide(tournament=tournament, divisions=divisions, acting_user=user)
    return "The clubs are divided."


def _divide_by(request: HttpRequest, tournament: Tournament, user: User) -> str:
    rolls = divide_by(
        tournament=tournament,
        count=number_sent(request.POST, "count"),
        way=request.POST.get("way", ""),
        apart=request.POST.get("apart", ""),
        acting_user=user,
    )
    names = dict(tournament.entrants.values_list("number", "team__name"))
    told = ", ".join(
        f"{names[number]} {face}" for number, face in sorted(rolls.items(), key=lambda at: -at[1])
    )
    return f"The clubs are divided. Rolled: {told}." if told else "The clubs are divided."


def _roll_for_tie(request: HttpRequest, tournament: Tournament, user: User) -> str:
    members = _members(request)
    rolls = {member: number_sent(request.POST, f"roll-{member}") for member in members}
    rule_on_tie(tournament=tournament, kind="d20", values=rolls, acting_user=user)
    return "The dice are on record."


def _tie_game(request: HttpRequest, tournament: Tournament, user: User) -> str:
    made = open_tie_game(
        tournament=tournament,
        kind=request.POST.get("kind", ""),
        members=_members(request),
        acting_user=user,
    )
    return f"{made.stage} is drawn."


def _playoff(request: HttpRequest, tournament: Tournament, user: User) -> str:
    runs = {
        member: -1
        if (made := whole_number(request.POST.get(f"runs-{member}", ""))) is None
        else made
        for member in _members(request)
    }
    ruling = enter_playoff(tournament=tournament, runs=runs, acting_user=user)
    return f"The game is on record: {_ruling_in_words(ruling)}."


def _shoot_out(request: HttpRequest, tournament: Tournament, user: User) -> str:
    members = _members(request)
    home = number_sent(request.POST, "home")
    rolls = {
        member: roll
        for member in members
        if (roll := whole_number(request.POST.get(f"roll-{member}", ""))) is not None
    }
    ruling = enter_shoot_out(
        tournament=tournament,
        home=home,
        away=next((member for member in members if member != home), 0),
        home_runs=_innings(request, f"runs-{home}"),
        away_runs=_innings(
            request, f"runs-{next((member for member in members if member != home), 0)}"
        ),
        rolls=rolls,
        acting_user=user,
    )
    return f"The shoot-out is on record: {_ruling_in_words(ruling)}."


def _ruling_in_words(ruling: TieRuling) -> str:
    clubs = ruling.tournament.entrants.values_list("number", "team__name")
    return ruling.told(dict(clubs).__getitem__)


def _runs(typed: str) -> int:
    """What is no number is refused as impossible runs."""
    made = whole_number(typed)
    return -1 if made is None else made


def _innings(request: HttpRequest, key: str) -> list[int]:
    """Runs by inning: ``0 1 0 2``; what is no number is refused as impossible runs."""
    parts = request.POST.get(key, "").replace(",", " ").split()[:50]
    return [_runs(part) for part in parts]


def _withdraw_ruling(request: HttpRequest, tournament: Tournament, user: User) -> str:
    ruling = tournament.tie_rulings.filter(pk=number_sent(request.POST, "ruling")).first()
    if ruling is None:
        raise Refused(Refusal("no-such-ruling", "There is no such ruling.", "ruling"))
    withdraw_ruling(ruling=ruling, acting_user=user)
    return "The tie is open again."


def _clone(request: HttpRequest, tournament: Tournament, user: User) -> str:
    name = request.POST.get("name", "")[:200]
    made = clone_tournament(tournament=tournament, name=name, acting_user=user)
    return f"{made} is set up like this one: {request.build_absolute_uri(made.get_absolute_url())}"


def _members(request: HttpRequest) -> list[int]:
    found = [whole_number(part) for part in request.POST.get("members", "").split(",")[:30]]
    return [number for number in found if number is not None]


ACTS: Mapping[str, Act] = {
    "start": _start,
    "set-up-draft": _set_up_draft,
    "replay": _replay,
    "play-series": _play_series,
    "play-round": _play_round,
    "play-out": _play_out,
    "visibility": _visibility,
    "time-zone": _time_zone,
    "options": _options,
    "invite": _invite,
    "invite-managers": _invite_managers,
    "mail-invite": _mail_invite,
    "withdraw-invite": _withdraw_invite,
    "enter-clubs": _enter_clubs,
    "withdraw-club": _withdraw_club,
    "revoke-role": _revoke_role,
    "dismiss": _dismiss,
    "advance": _advance,
    "take-back-drawing": _take_back_drawing,
    "draw-again": _draw_again,
    "clone": _clone,
    "format": _choose_format,
    "divide": _divide,
    "divide-by": _divide_by,
    "roll-for-tie": _roll_for_tie,
    "tie-game": _tie_game,
    "playoff": _playoff,
    "shoot-out": _shoot_out,
    "withdraw-ruling": _withdraw_ruling,
    **asking.DESK_ACTS,
}


def refusals_of(form: Form) -> list[Refusal]:
    """What a form did not take, each at its field."""
    return [
        Refusal(f"{field.replace('_', '-')}-not-accepted", str(error), field)
        for field, errors in form.errors.items()
        for error in errors
    ]


def link_of(request: HttpRequest, made: Invite) -> str:
    """The whole address that carries an invite."""
    return request.build_absolute_uri(reverse("tournaments:join", args=[invites.token_of(made)]))


def _open_invite(request: HttpRequest, tournament: Tournament) -> Invite:
    made = (
        tournament.invites.select_related("tournament", "entrant__team")
        .filter(pk=number_sent(request.POST, "invite"))
        .first()
    )
    if made is None:
        raise Refused(Refusal("no-such-invite", "There is no such invite.", "invite"))
    return made
