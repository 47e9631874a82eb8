"""What can be done from the draft room. Each act reads the post, calls a service and says what was
done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from django import forms
from django.http import Http404, HttpRequest
from django.utils import timezone

from config.inputs import whole_number
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from config.rest import read_form
from rosters.drafts import access, room_acts, seating
from rosters.drafts.forms import NextClockForm, SettingsForm
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.room import look
from rosters.drafts.seating import Actor, Sitting, sitting
from rosters.drafts.services import (
    choosing_slots,
    directing,
    finishing,
    linking,
    listing,
    picking,
    preparing,
    projecting,
)
from rosters.editions import edition_of
from rosters.models import Card
from rosters.rules.draft.divisions import Division
from rosters.rules.draft.slots import Place

Act = Callable[[HttpRequest, Draft], str]


def division_of(request: HttpRequest, draft: Draft) -> int:
    """The division that is looked at: the one asked for, the visitor's own, or the first."""
    asked = request.POST.get("division") or request.GET.get("division") or ""
    division = whole_number(asked, most=999)
    if division is not None:
        if 1 <= division <= len(draft.divisions):
            return division
        raise Http404("No such division.")
    own = [seat.division for seat in access.own_seats(request.user, draft) if seat.division]
    return own[0] if own else 1


def number(given: Mapping[str, Any], key: str, usual: int | None = None) -> int:
    """A whole number that was sent; ``not-a-number``."""
    text = str(given.get(key) or "")
    if not text and usual is not None:
        return usual
    found = whole_number(text)
    if found is None:
        raise Refused(Refusal("not-a-number", f"{text[:40]!r} is not a number.", key))
    return found


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


def _direct(request: HttpRequest, draft: Draft) -> None:
    if not access.may_direct(request.user, draft):
        raise Http404("No such draft.")


def _seat(request: HttpRequest, draft: Draft, *, own: bool = True) -> DraftSeat:
    """The seat that is meant, for its own people and, unless it is private, for directors."""
    found = draft.seats.filter(number=number(request.POST, "seat")).first()
    mine = {seat.pk for seat in access.own_seats(request.user, draft)}
    if found is None or not (
        found.pk in mine or (not own and access.may_direct(request.user, draft))
    ):
        raise Http404("No such seat.")
    return found


def _sitting(request: HttpRequest, draft: Draft) -> Sitting:
    """The seat that a user acts for: their own where none is named."""
    slot = number(request.POST, "slot", 0) or None
    return sitting(_user(request), draft, division_of(request, draft), slot)


def _actor(request: HttpRequest, draft: Draft) -> Actor:
    """A director about to act on the division that is looked at."""
    return seating.directing(_user(request), draft, division_of(request, draft))


def _thing(request: HttpRequest) -> dict[str, Any]:
    """The card or the park that was sent."""
    if request.POST.get("park"):
        return {"park": request.POST["park"][:100]}
    return {"card": number(request.POST, "card")}


def _pick(request: HttpRequest, draft: Draft) -> str:
    made = picking.make_pick(**_sitting(request, draft).arguments, **_thing(request))
    return f"Pick {made} is made."


def _queue(request: HttpRequest, draft: Draft) -> str:
    card = number(request.POST, "card")
    listing.queue(seat=_seat(request, draft), card=card, acting_user=_user(request))
    return f"{_named(card)} is in your queue."


def _unqueue(request: HttpRequest, draft: Draft) -> str:
    card = number(request.POST, "card")
    listing.unqueue(seat=_seat(request, draft), card=card, acting_user=_user(request))
    return f"{_named(card)} is out of your queue."


def _move(request: HttpRequest, draft: Draft) -> str:
    by = -1 if request.POST.get("to") == "up" else 1
    listing.move(
        seat=_seat(request, draft),
        card=number(request.POST, "card"),
        by=by,
        acting_user=_user(request),
    )
    return "Moved."


def _avoid(request: HttpRequest, draft: Draft) -> str:
    card = number(request.POST, "card")
    avoided = request.POST.get("avoided") == "yes"
    listing.avoid(
        seat=_seat(request, draft), card=card, avoided=avoided, acting_user=_user(request)
    )
    return f"{_named(card)} is {'never' if avoided else 'again'} picked for you."


def _note(request: HttpRequest, draft: Draft) -> str:
    text = request.POST.get("note", "")
    listing.note(
        seat=_seat(request, draft),
        card=number(request.POST, "card"),
        text=text,
        acting_user=_user(request),
    )
    return "Noted."


def _named(card: int) -> str:
    return Card.objects.filter(pk=card).values_list("name", flat=True).first() or "He"


def _in_the_room(request: HttpRequest, draft: Draft) -> str:
    """Do one of ``room_acts.ACTS`` with the fields that were sent."""
    act = room_acts.ACTS[request.POST["act"]]
    post = request.POST.copy()
    post["division"] = str(division_of(request, draft))
    if post.get("name"):
        post["card"] = str(_the_one(draft, str(post["name"])))
    sent = read_form(act.fields, post)
    act.done(_user(request), draft, sent)
    return act.said(sent)


def _undo(request: HttpRequest, draft: Draft) -> str:
    pick = number(request.POST, "pick", 0) or None
    gone = directing.undo(**_actor(request, draft).arguments, pick=pick)
    if not gone:
        return "The nomination is taken back."
    also = f", and with it {', '.join(map(str, gone[1:]))}" if gone[1:] else ""
    return f"Pick {gone[0]} is taken back{also}."


def _the_one(draft: Draft, name: str) -> int:
    """The card of that name; ``name-unknown``, ``name-doubtful``."""
    found = list(draft.card_set.cards.filter(name__iexact=name.strip()).values_list("pk", "key"))
    if len(found) != 1:
        code = "name-doubtful" if found else "name-unknown"
        told = " or ".join(key for _, key in found[:5])
        raise Refused(
            Refusal(
                code,
                f"{name[:60]!r} may be {told}."
                if found
                else f"Nobody in the pool is called {name[:60]!r}.",
                "name",
            )
        )
    return int(found[0][0])


def _drafter(request: HttpRequest, draft: Draft) -> str:
    drafter = request.POST.get("drafter", "")
    if draft.state == Draft.State.PREPARING:
        seat = _seat(request, draft, own=False)
        if drafter != DraftSeat.Drafter.MANAGER:
            _direct(request, draft)
        preparing.say_who_drafts(seat=seat, drafter=drafter, acting_user=_user(request))
        return "Settled."
    return _in_the_room(request, draft)


def _everybody_is_here(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    preparing.all_are_here(draft=draft, acting_user=_user(request))
    return "Everybody is here."


def _imputed(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    seat = _seat(request, draft, own=False)
    imputed = request.POST.get("imputed") == "yes"
    preparing.mark_imputed(seat=seat, imputed=imputed, acting_user=_user(request))
    return f"{seat} is {'an imputed team' if imputed else 'a participant'}."


def _divide(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    split: list[Division] = []
    problems: list[Refusal] = []
    sent = zip(request.POST.getlist("participants"), request.POST.getlist("imputed"), strict=False)
    for number, typed in enumerate(sent, start=1):
        participants, imputed = (whole_number(each or "0") for each in typed)
        if not any(typed):
            continue
        for said, read in (("participants", participants), ("imputed", imputed)):
            if read is None:
                sentence = f"Division {number}: write {said} as a whole number."
                problems.append(Refusal("division-form", sentence, f"{said}-{number}"))
        split.append(Division(participants or 0, imputed or 0))
    refuse_all(problems)
    preparing.divide(draft=draft, divisions=split, acting_user=_user(request))
    return "Divided."


def _settings(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    form = SettingsForm(request.POST, settings=draft.settled, law=edition_of(draft.scope).divisions)
    _verify_form(form)
    preparing.change_settings(draft=draft, settings=form.settled(), acting_user=_user(request))
    return "The settings of the draft are saved."


def _verify_form(form: forms.Form) -> None:
    refuse_all(
        Refusal(f"{field}-not-accepted", str(error), field)
        for field, errors in form.errors.items()
        for error in errors
    )


def _clock(request: HttpRequest, draft: Draft) -> str:
    actor = _actor(request, draft)
    form = NextClockForm(request.POST, settings=look(draft, actor.division).board.next_terms)
    _verify_form(form)
    directing.change_clock(**actor.arguments, **form.changes())
    return "The clock is changed from the next turn on."


def _roll(request: HttpRequest, draft: Draft) -> str:
    seat = _seat(request, draft, own=False)
    typed = request.POST.get("faces", "").split()
    if typed:
        _direct(request, draft)
    read = [whole_number(face, most=9999) for face in typed]
    faces = [face for face in read if face is not None]
    if len(faces) < len(typed):
        raise Refused(Refusal("roll-out-of-range", "Type the faces, a space between.", "faces"))
    rolled = choosing_slots.roll(seat=seat, faces=faces or None, acting_user=_user(request))
    return f"{rolled} rolled {' + '.join(map(str, rolled.rolls[-1]))}."


def _roll_all(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    choosing_slots.roll_for_everybody(draft=draft, acting_user=_user(request))
    return "Everybody has rolled, and nobody is tied."


def _choose(request: HttpRequest, draft: Draft) -> str:
    seat = _seat(request, draft, own=False)
    written = request.POST.get("place", "").partition("-")
    division, slot = whole_number(written[0], most=999), whole_number(written[2], most=999)
    if division is None or slot is None:
        raise Refused(Refusal("no-such-slot", "Choose a slot.", "place"))
    chosen = choosing_slots.choose_slot(
        seat=seat,
        place=Place(division, slot),
        note=request.POST.get("note", ""),
        acting_user=_user(request),
    )
    return f"{chosen} has slot {chosen.slot}."


def _earliest(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    seat = choosing_slots.give_earliest(draft=draft, acting_user=_user(request))
    return f"{seat} is given slot {seat.slot}."


def _earliest_for_all(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    given = len(choosing_slots.give_earliest_to_all(draft=draft, acting_user=_user(request)))
    return f"{given} slot{'' if given == 1 else 's'} given, in the order of choice."


def _draw(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    choosing_slots.draw_slots(draft=draft, acting_user=_user(request))
    return "The imputed teams' slots are drawn."


def _put_out(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    seat = _seat(request, draft, own=False)
    preparing.put_out(seat=seat, acting_user=_user(request))
    return f"{seat} does not draft."


def _open(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    preparing.open_draft(draft=draft, acting_user=_user(request), now=timezone.now())
    return "The draft is open."


def _finish(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    finishing.finish_draft(draft=draft, acting_user=_user(request), now=timezone.now())
    return "The draft is over. Every club has its squad."


def _take_back(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    preparing.take_back_draft(draft=draft, acting_user=_user(request))
    return "The draft is taken back."


def _project(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    projecting.queue_projection(
        draft=draft, division=division_of(request, draft), acting_user=_user(request)
    )
    return "The seasons are being played; the recap shows how they end."


def _link(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    linking.make_link(draft=draft, acting_user=_user(request))
    return "Anyone who has the link may look at the board."


def _unlink(request: HttpRequest, draft: Draft) -> str:
    _direct(request, draft)
    linking.withdraw_link(draft=draft, acting_user=_user(request))
    return "The link works no longer."


ACTS: Mapping[str, Act] = {
    **dict.fromkeys(room_acts.ACTS, _in_the_room),
    "pick": _pick,
    "queue": _queue,
    "unqueue": _unqueue,
    "move": _move,
    "avoid": _avoid,
    "note": _note,
    "undo": _undo,
    "clock": _clock,
    "drafter": _drafter,
    "everybody": _everybody_is_here,
    "imputed": _imputed,
    "divide": _divide,
    "settings": _settings,
    "roll": _roll,
    "roll-all": _roll_all,
    "choose": _choose,
    "earliest": _earliest,
    "earliest-for-all": _earliest_for_all,
    "draw": _draw,
    "put-out": _put_out,
    "open": _open,
    "finish": _finish,
    "take-back": _take_back,
    "project": _project,
    "link": _link,
    "unlink": _unlink,
}
