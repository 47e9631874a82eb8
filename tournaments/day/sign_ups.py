"""Sign-ups for an event: the announcement, the list, places offered to those who wait, and
check-in."""

from __future__ import annotations

import re
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from config.jobs.one_by_one import one_by_one
from config.journal.models import Action
from config.journal.services import log_action
from config.lines import address_problem, clean_line, look_of
from config.live.services import publish
from config.people.mails import TO_A_MAILBOX, post_mail
from config.people.models import User
from config.people.scopes import verify_own
from config.people.times import zone_of
from config.refusals import Refusal, Refused, refuse_all, text_problem
from config.senders import Rate
from config.site import whole_address
from config.spreadsheets import header_form, read_list
from tournaments.club_list import in_line, read_clubs
from tournaments.day.models import Announcement, SignUp
from tournaments.models import Tournament
from tournaments.permissions import for_directors
from tournaments.services.clubs import enter_clubs

MOST_SIGN_UPS = 300
"""Maximum number of confirmed sign-ups for an event."""

MOST_ON_A_LIST = 2000
"""Maximum number of rows for an event including those a director adds, so that strangers cannot
fill the list."""

MOST_UNCONFIRMED = 1000
"""Per event; beyond it the oldest is deleted, so that strangers' sign-ups keep nobody out."""

FROM_A_PLACE = Rate(
    "sign-ups", 30, words="Too many sign up from where you are. Try again later, or ask a director."
)

LINK_PAUSE_SECONDS = 600
UNCONFIRMED_KEPT = timedelta(days=2)
"""After this time an unconfirmed sign-up is deleted, and may be repeated."""

LONGEST_SHEET = 20_000
FORGOTTEN = "a former member"
State = SignUp.State
ACTIVE = (State.COMING, State.OFFERED, State.WAITING)
HOLDS_A_PLACE = (State.COMING, State.OFFERED)


@dataclass(frozen=True)
class Told:
    name: str
    town: str = ""
    club: str = ""
    partner: str = ""
    email: str = ""

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, clean_line(getattr(self, each.name)))

    def problems(self, place: str = "") -> list[Refusal]:
        refusals = []
        lengths = {"name": 80, "town": 80, "club": 60, "partner": 80, "email": 254}
        for key, most in lengths.items():
            text = getattr(self, key)
            if problem := text_problem(text, f"{place}{key}"):
                refusals.append(problem)
            if len(text) > most:
                sentence = f"At most {most} characters."
                refusals.append(Refusal("too-long", sentence, f"{place}{key}"))
            if key != "email" and (problem := address_problem(text, f"{place}{key}")):
                refusals.append(problem)
        if not self.name:
            refusals.append(Refusal("name-missing", "Say a name.", f"{place}name"))
        if self.email:
            try:
                validate_email(self.email)
            except ValidationError:
                sentence = f"{self.email[:60]!r} is no e-mail address."
                refusals.append(Refusal("not-an-address", sentence, f"{place}email"))
        return refusals


def announcement_of(tournament: Tournament) -> Announcement:
    """Return the stored announcement, or an unsaved empty one."""
    stored = Announcement.objects.filter(tournament=tournament).first()
    return stored or Announcement(tournament=tournament)


@for_directors
def announce(*, tournament: Tournament, said: Mapping[str, Any], acting_user: User) -> None:
    """Create or change an announcement; ``said`` holds the form's cleaned fields. Additional places
    are offered to those who wait."""
    with transaction.atomic():
        row = _locked(tournament)
        for name, value in said.items():
            setattr(row, name, value)
        row.save()
        _log("event-announced", tournament, acting_user, {"open": row.is_open})
        _offer_free_places(row)


def closed_because(found: Announcement, now: datetime) -> str:
    """Return why sign-up is closed now; empty where it is open. It closes with the start of play,
    whatever the announcement says."""
    if reason := begun_because(found.tournament):
        return reason
    if not found.is_open:
        return "Sign-up is closed."
    if found.closes_at is not None and found.closes_at <= now:
        return "The time for signing up is over."
    return ""


def begun_because(tournament: Tournament) -> str:
    """Return why an event has no more places to give; empty during setup."""
    if tournament.state == Tournament.State.COMPLETE:
        return "The event is over."
    if tournament.state != Tournament.State.SETUP:
        return "Play has begun: nobody can sign up any more."
    return ""


def sign_up(*, tournament: Tournament, told: Told, sender: str = "") -> SignUp:
    """Sign a person up; a mail asks for confirmation, and until then the sign-up has no place.
    ``sender`` is the network address. Refused: ``sign-up-closed``, ``address-missing``,
    ``asked-too-often``, ``sign-up-full``, and what is wrong with the fields. A person already on
    the list is only sent the link again, at most every ``LINK_PAUSE_SECONDS``, because anybody can
    enter anybody's address."""
    refuse_all(told.problems())
    if not told.email:
        raise Refused(Refusal("address-missing", "Say your e-mail address.", "email"))
    FROM_A_PLACE.verify(sender)
    with transaction.atomic():
        announcement = _locked(tournament)
        reason = closed_because(announcement, timezone.now())
        if reason:
            raise Refused(Refusal("sign-up-closed", reason))
        email = told.email.lower()
        rows = SignUp.objects.filter(tournament=tournament)
        rows.filter(state=State.UNCONFIRMED, made_at__lt=timezone.now() - UNCONFIRMED_KEPT).delete()
        same_person = rows.exclude(state=State.WITHDRAWN).filter(
            email=email, name__iexact=told.name
        )
        row = same_person.first()
        if row is None:
            _verify_room(tournament)
            unconfirmed = rows.filter(state=State.UNCONFIRMED)
            oldest = unconfirmed.order_by("-made_at", "-pk")[MOST_UNCONFIRMED - 1 :]
            rows.filter(pk__in=list(oldest.values_list("pk", flat=True))).delete()
            row = SignUp.objects.create(
                tournament=tournament,
                name=told.name,
                town=told.town,
                club=told.club,
                partner=told.partner,
                email=email,
                state=State.UNCONFIRMED,
                key=secrets.token_hex(16),
                made_at=timezone.now(),
            )
            publish(tournament.scope)
    link = f"sign-up-link:{row.pk}:{row.made_at.timestamp()}"
    if cache.add(link, True, LINK_PAUSE_SECONDS) and TO_A_MAILBOX.takes(email):
        _mail_link(row)
    return row


def _verify_room(tournament: Tournament) -> None:
    confirmed = SignUp.objects.filter(tournament=tournament, state__in=ACTIVE)
    if confirmed.count() >= MOST_SIGN_UPS:
        raise Refused(Refusal("sign-up-full", "So many have signed up that no more are taken."))


def confirm(*, key: str) -> SignUp:
    """Confirm a sign-up: it gets a place, or joins the waiting list. Refused: ``no-such-sign-up``,
    ``sign-up-withdrawn``, ``sign-up-full``, ``sign-up-closed`` once play has begun."""
    with transaction.atomic():
        announcement, row = _of_key(key)
        if row.state == State.WITHDRAWN:
            raise Refused(Refusal("sign-up-withdrawn", "You have said that you do not come."))
        if row.state == State.UNCONFIRMED:
            if reason := begun_because(announcement.tournament):
                raise Refused(Refusal("sign-up-closed", reason))
            _verify_room(row.tournament)
            _take_place(announcement, row)
            _log("sign-up-confirmed", row.tournament, None, {"told": row.name, "state": row.state})
            has_place = row.state == State.COMING
            _mail(
                row,
                "you have a place" if has_place else "you are on the waiting list",
                "If you cannot come, say so here:",
            )
    return row


def accept(*, key: str) -> SignUp:
    """Take the offered place, or a free one after an offer has expired. Refused:
    ``no-such-sign-up``, ``no-offer``, ``offer-over``, ``sign-up-closed`` once play has begun."""
    with transaction.atomic():
        announcement, row = _of_key(key)
        if row.state == State.COMING:
            return row
        if reason := begun_because(announcement.tournament):
            raise Refused(Refusal("sign-up-closed", reason))
        if row.state == State.OFFERED:
            if row.offered_until is None or row.offered_until <= timezone.now():
                raise Refused(
                    Refusal("offer-over", "The offer has run out: the place goes to the next.")
                )
        elif not may_take_free_place(announcement, row):
            raise Refused(Refusal("no-offer", "No place is offered to you now."))
        _comes(row)
        _log("place-taken", row.tournament, None, {"told": row.name})
    return row


def may_take_free_place(found: Announcement, row: SignUp) -> bool:
    """Whether a person whose offer expired may still have a place: one is free and not offered to
    anyone else."""
    return (
        row.state == State.WAITING
        and row.lapsed_at is not None
        and not begun_because(found.tournament)
        and _places_left(found) > 0
    )


def lapse_offers(*, now: datetime) -> int:
    """Expire offers: those people go to the end of the waiting list, and the places are offered to
    the next. Return the number of events. Idempotent."""
    due = SignUp.objects.filter(state=State.OFFERED, offered_until__lte=now)
    events = Tournament.objects.filter(pk__in=due.values("tournament"))
    return sum(one_by_one("offers of places", list(events), lambda event: _lapse(event, now)))


def _lapse(tournament: Tournament, now: datetime) -> bool:
    with transaction.atomic():
        announcement = _locked(tournament)
        rows = SignUp.objects.filter(
            tournament=tournament, state=State.OFFERED, offered_until__lte=now
        )
        expired = list(rows.select_related("tournament").order_by("offered_until", "pk"))
        line = _line(announcement)
        for row in expired:
            row.state, row.offered_until, row.lapsed_at = State.WAITING, None, now
            row.save(update_fields=["state", "offered_until", "lapsed_at"])
            _log("offer-lapsed", row.tournament, None, {"told": row.name})
            _mail(
                row,
                "the offer has run out",
                "The place goes to the next. If one is free later, you can take it here:",
            )
        _write_line([*line, *expired])
        _offer_free_places(announcement)
    return bool(expired)


@for_directors
def offer_place(*, tournament: Tournament, pk: int, acting_user: User) -> SignUp:
    """Offer a free place to a person on the waiting list, out of order. Refused:
    ``no-such-sign-up``, ``not-waiting``, ``no-place-free``, ``sign-up-closed`` once play has
    begun."""
    with transaction.atomic():
        announcement = _locked(tournament)
        row = _waiting(tournament, pk)
        if reason := begun_because(announcement.tournament):
            raise Refused(Refusal("sign-up-closed", reason))
        if _places_left(announcement) <= 0:
            raise Refused(Refusal("no-place-free", "Every place is taken or offered.", "person"))
        _offer(announcement, row, acting_user)
    return row


@for_directors
def move_in_line(*, tournament: Tournament, pk: int, place: int, acting_user: User) -> SignUp:
    """Move a person to a place of the waiting list, from 1. Refused: ``no-such-sign-up``,
    ``not-waiting``, ``no-such-place``."""
    with transaction.atomic():
        announcement = _locked(tournament)
        row = _waiting(tournament, pk)
        line = [other for other in _line(announcement) if other.pk != row.pk]
        if not 1 <= place <= len(line) + 1:
            sentence = f"The waiting list has places 1 to {len(line) + 1}."
            raise Refused(Refusal("no-such-place", sentence, "place"))
        line.insert(place - 1, row)
        _write_line(line)
        _log("waiting-list-ordered", tournament, acting_user, {"told": row.name, "place": place})
    return row


@for_directors
def tell_apart(*, tournament: Tournament, pk: int, acting_user: User) -> SignUp:
    """Mark all who signed up with this person's address as different people. Refused:
    ``no-such-sign-up``."""
    with transaction.atomic():
        _locked(tournament)
        row = _row(tournament, pk)
        if row.email:
            rows = SignUp.objects.filter(tournament=tournament, email=row.email, state__in=ACTIVE)
            rows.update(told_apart=True)
            _log("sign-ups-told-apart", tournament, acting_user, {"told": row.name})
    return row


def of_one_address(listed: Sequence[SignUp]) -> Mapping[int, str]:
    """Return the sign-ups, by key, that may be the same person: one address with several names,
    unless a director has marked them as different; with the other names."""
    by_address: dict[str, list[SignUp]] = defaultdict(list)
    for row in listed:
        if row.email:
            by_address[row.email].append(row)
    return {
        row.pk: ", ".join(other.name for other in rows if other.pk != row.pk)
        for rows in by_address.values()
        if len(rows) > 1 and not all(other_row.told_apart for other_row in rows)
        for row in rows
    }


def withdraw(*, key: str) -> SignUp:
    """Withdraw a sign-up; until play begins its place is offered to the next. Refused:
    ``no-such-sign-up``."""
    with transaction.atomic():
        announcement, row = _of_key(key)
        _withdraw(announcement, row, None)
    return row


def forget_sign_ups(*, user: User, acting_user: User) -> None:
    """Delete the sign-ups of a user's address, and their names in the log; during setup the place
    is offered to the next. Refused: ``permission-denied``."""
    verify_own(user, acting_user)
    rows = SignUp.objects.filter(email=user.email).select_related("tournament")
    with transaction.atomic():
        for row in rows.order_by("tournament", "pk"):
            announcement = _locked(row.tournament)
            if row.tournament.state == Tournament.State.SETUP:
                _withdraw(announcement, row, acting_user)
            forget_in_log(row.tournament.scope, row.name)
            row.delete()


def forget_in_log(scope: str, name: str) -> None:
    """Replace the name of a person who signed up or asked in the log."""
    for action in Action.objects.filter(scope=scope, new__told=name):
        action.new = {**(action.new or {}), "told": FORGOTTEN}
        action.save(update_fields=["new"])


def unconfirmed_too_long(now: datetime) -> QuerySet[SignUp]:
    before = now - UNCONFIRMED_KEPT
    return SignUp.objects.filter(state=State.UNCONFIRMED, made_at__lt=before)


@for_directors
def take_off(*, tournament: Tournament, pk: int, acting_user: User) -> SignUp:
    """Remove a person from the list. Refused: ``no-such-sign-up``."""
    with transaction.atomic():
        announcement = _locked(tournament)
        row = _row(tournament, pk)
        _withdraw(announcement, row, acting_user)
    return row


@dataclass(frozen=True)
class PeopleOfList:
    """How many a list put on an event's, and which columns it was read as."""

    count: int
    columns: Sequence[str]

    def __str__(self) -> str:
        """In words."""
        return f"{self.count} put on the list, read as {_in_words(self.columns)}."


@for_directors
def import_list(*, tournament: Tournament, text: str, acting_user: User) -> PeopleOfList:
    """Put people on the list, a line each: name, town, club, e-mail and partner, or the columns
    that the first line names, with commas, semicolons or tabs. They need not confirm. Refused, all
    or none: ``nobody-named``, ``sheet-too-long``, ``column-twice``, ``too-many-cells``,
    ``sign-up-full``, ``signed-up-already`` (of people without an address, by their name),
    ``event-over``, and what is wrong with a line."""
    if len(text) > LONGEST_SHEET:
        raise Refused(Refusal("sheet-too-long", "The list is too long.", "people"))
    lines = list(read_list(text, lambda number: f"line {number}"))
    order: tuple[str, ...] = _COLUMNS
    if lines and _is_head(lines[0][1]):
        # As the site writes it, or a spreadsheet: columns in any order, and others beside them.
        order = tuple(_HEADS.get(header_form(cell), "") for cell in lines.pop(0)[1])
        named = [column for column in order if column]
        if len(set(named)) < len(named):
            raise Refused(Refusal("column-twice", "A column is named twice.", "line 1"))
    if not lines:
        raise Refused(Refusal("nobody-named", "Name at least one, a line each.", "people"))
    said = f"There are more cells here than {_in_words(filter(None, order))}."
    extra = [
        Refusal("too-many-cells", said, f"line {number}")
        for number, cells in lines
        if any(cells[len(order) :])
    ]
    entries = [
        (
            f"line {number}",
            Told(**{key: part for key, part in zip(order, parts, strict=False) if key}),
        )
        for number, parts in lines
    ]
    with transaction.atomic():
        announcement = _locked(tournament)
        _verify_not_over(announcement.tournament)
        rows = SignUp.objects.filter(tournament=tournament)
        listed = {
            (email, look_of(name))
            for email, name in rows.exclude(state=State.WITHDRAWN).values_list("email", "name")
        }
        problems = extra + [
            problem for place, entry in entries for problem in entry.problems(f"{place}, ")
        ]
        for place, entry in entries:
            person = entry.email.lower(), look_of(entry.name)
            if person in listed:
                who = f"{entry.name}, {entry.email[:60]}," if entry.email else entry.name
                sentence = f"{who} is on the list already."
                problems.append(Refusal("signed-up-already", sentence, place))
            listed.add(person)
        if rows.exclude(state=State.UNCONFIRMED).count() + len(entries) > MOST_ON_A_LIST:
            sentence = f"A list has {MOST_ON_A_LIST} people at most."
            problems.append(Refusal("sign-up-full", sentence, "people"))
        refuse_all(problems)
        for _, entry in entries:
            row = SignUp(
                tournament=tournament,
                name=entry.name,
                town=entry.town,
                club=entry.club,
                partner=entry.partner,
                email=entry.email.lower(),
                key=secrets.token_hex(16),
                made_at=timezone.now(),
            )
            _take_place(announcement, row)
        _log("sign-ups-imported", tournament, acting_user, {"count": len(entries)})
    filled = [name for name in _COLUMNS if any(getattr(entry, name) for _, entry in entries)]
    return PeopleOfList(len(entries), sorted(filled, key=order.index))


_COLUMNS = ("name", "town", "club", "email", "partner")
_HEADS = {key: key for key in _COLUMNS} | {"emailaddress": "email"}
"""The columns by the form of their headers."""


def _in_words(columns: Iterable[str]) -> str:
    return ", ".join("e-mail" if column == "email" else column for column in columns)


def _is_head(cells: Sequence[str]) -> bool:
    """Whether a line names columns and not a person."""
    found = [form for cell in cells if (form := header_form(cell)) in _HEADS]
    return "name" in found and len(found) > 1


@for_directors
def enter_those_who_come(*, tournament: Tournament, acting_user: User) -> int:
    """Enter a club for everybody who has a place and no club yet, with the given name or named
    after the person; return their number. Refused: ``nobody-to-enter``, and as in
    ``enter_clubs``."""
    with transaction.atomic():
        _locked(tournament)
        rows = SignUp.objects.filter(tournament=tournament, state=State.COMING, entered=False)
        people = list(rows.order_by("confirmed_at", "pk"))
        if not people:
            raise Refused(Refusal("nobody-to-enter", "Everybody who comes has a club.", "clubs"))
        names = [row.club or f"Club of {row.name}"[:60] for row in people]
        lines = read_clubs("\n".join(re.sub(r"[,\t;]", " ", name) for name in names))
        try:
            entrants = enter_clubs(
                tournament=tournament, plans=[line.plan for line in lines], acting_user=acting_user
            )
        except Refused as refused:
            raise Refused(*(in_line(refusal, lines) for refusal in refused.refusals)) from refused
        for person, entrant in zip(people, entrants, strict=True):
            person.entered, person.entrant = True, entrant
        SignUp.objects.bulk_update(people, ["entered", "entrant"])
    return len(people)


@for_directors
def make_door(*, tournament: Tournament, acting_user: User) -> None:
    """Create a new secret address for check-in by people in the room; the older one stops working.
    Refused: ``event-over``."""
    with transaction.atomic():
        announcement = _locked(tournament)
        _verify_not_over(announcement.tournament)
        announcement.door_key = secrets.token_hex(16)
        announcement.save(update_fields=["door_key"])
        _log("door-made", tournament, acting_user, {})


@for_directors
def withdraw_door(*, tournament: Tournament, acting_user: User) -> None:
    with transaction.atomic():
        announcement = _locked(tournament)
        announcement.door_key = ""
        announcement.save(update_fields=["door_key"])
        _log("door-withdrawn", tournament, acting_user, {})


@for_directors
def check_in(
    *, tournament: Tournament, pk: int, acting_user: User | None, here: bool = True
) -> SignUp:
    """Check a participant in, or undo it; a second check-in keeps the first time. ``acting_user``
    is None for participants. Refused: ``no-such-sign-up``, ``event-over``."""
    with transaction.atomic():
        _verify_not_over(_locked(tournament).tournament)
        row = _row(tournament, pk)
        if bool(row.here_at) != here:
            row.here_at = timezone.now() if here else None
            row.save(update_fields=["here_at"])
            code = "checked-in" if here else "check-in-taken-back"
            _log(code, tournament, acting_user, {"told": row.name})
    return row


def _withdraw(found: Announcement, row: SignUp, acting_user: User | None) -> None:
    if row.state == State.WITHDRAWN:
        return
    row.state, row.offered_until = State.WITHDRAWN, None
    row.save(update_fields=["state", "offered_until"])
    _log("sign-up-withdrawn", row.tournament, acting_user, {"told": row.name})
    _offer_free_places(found)


def _take_place(found: Announcement, row: SignUp) -> None:
    row.confirmed_at = timezone.now()
    row.state = State.COMING if _places_left(found) > 0 else State.WAITING
    row.save()


def _places_left(found: Announcement) -> int:
    if found.places is None:
        return MOST_ON_A_LIST
    taken = SignUp.objects.filter(tournament=found.tournament_id, state__in=HOLDS_A_PLACE)
    return found.places - taken.count()


def _offer_free_places(found: Announcement) -> None:
    """Offer free places to the next on the waiting list, until play begins; not again to people
    whose offer expired."""
    if begun_because(found.tournament):
        return
    places = max(0, _places_left(found))
    for row in [waiting for waiting in _line(found) if waiting.lapsed_at is None][:places]:
        _offer(found, row, None)


def _offer(found: Announcement, row: SignUp, acting_user: User | None) -> None:
    """Offer a place for a limited time. A person without an address, added by a director, gets it
    at once."""
    if not row.email:
        _comes(row)
        _log("sign-up-moved-up", row.tournament, acting_user, {"told": row.name})
        return
    row.state, row.lapsed_at, row.rank = State.OFFERED, None, None
    row.offered_until = timezone.now() + timedelta(hours=found.offer_hours)
    row.save(update_fields=["state", "offered_until", "lapsed_at", "rank"])
    _log("place-offered", row.tournament, acting_user, {"told": row.name})
    until = timezone.localtime(row.offered_until, zone_of(row.tournament.time_zone))
    _mail(
        row,
        "a place is free",
        f"It is held for you until {until:%A, %-d %B, %H:%M} ({row.tournament.time_zone}), then "
        "it goes to the next. Take it, or say that you cannot come, here:",
    )


def _comes(row: SignUp) -> None:
    row.state, row.offered_until, row.lapsed_at, row.rank = State.COMING, None, None, None
    row.save(update_fields=["state", "offered_until", "lapsed_at", "rank"])


def _line(found: Announcement) -> list[SignUp]:
    rows = SignUp.objects.filter(tournament=found.tournament_id, state=State.WAITING)
    return in_order(rows.select_related("tournament"))


def _write_line(line: Sequence[SignUp]) -> None:
    for rank, row in enumerate(line, start=1):
        row.rank = rank
    SignUp.objects.bulk_update(line, ["rank"])


def in_order(rows: Iterable[SignUp]) -> list[SignUp]:
    """Sort people with a place, then those with an offer, then those who wait: these as a director
    ordered them, then by confirmation."""
    states = list(ACTIVE)
    return sorted(
        rows,
        key=lambda row: (
            states.index(State(row.state)),
            row.rank or MOST_ON_A_LIST + 1,
            row.confirmed_at,
            row.pk,
        ),
    )


def _mail_link(row: SignUp) -> None:
    """Mail the confirmation link without any entered text, because anybody may have entered it."""
    post_mail(
        "sign-up",
        row.email,
        f"{row.tournament}: please confirm",
        f"Somebody has signed up for {row.tournament} with this address.\n\n"
        f"Confirm, or change your mind, here:\n\n{_link(row)}\n\n"
        "If it was not you, you need not do anything.\n",
    )


def _link(row: SignUp) -> str:
    return whole_address(reverse("tournaments:sign-up", args=[row.key]))


def _mail(row: SignUp, subject: str, words: str) -> None:
    post_mail(
        "sign-up",
        row.email,
        f"{row.tournament}: {subject}",
        f"{row.name}, {row.tournament}: {subject}.\n\n{words}\n\n{_link(row)}\n",
    )


def _locked(tournament: Tournament) -> Announcement:
    """Return the announcement, created if missing, with the event's row locked."""
    row = Tournament.objects.locked().get(pk=tournament.pk)
    announcement, _ = Announcement.objects.get_or_create(tournament=row)
    announcement.tournament = row
    return announcement


def _verify_not_over(tournament: Tournament) -> None:
    if tournament.state == Tournament.State.COMPLETE:
        raise Refused(Refusal("event-over", "The event is over."))


def _of_key(key: str) -> tuple[Announcement, SignUp]:
    row = SignUp.objects.select_related("tournament").filter(key=key).first() if key else None
    if row is None:
        raise Refused(Refusal("no-such-sign-up", "There is no such sign-up."))
    announcement = _locked(row.tournament)
    row.refresh_from_db(fields=["state"])
    return announcement, row


def _row(tournament: Tournament, pk: int) -> SignUp:
    rows = SignUp.objects.filter(tournament=tournament).exclude(state=State.UNCONFIRMED)
    row = rows.select_related("tournament").filter(pk=pk).first()
    if row is None:
        raise Refused(Refusal("no-such-sign-up", "There is no such person on the list.", "person"))
    return row


def _waiting(tournament: Tournament, pk: int) -> SignUp:
    row = _row(tournament, pk)
    if row.state != State.WAITING:
        raise Refused(Refusal("not-waiting", f"{row.name} is not on the waiting list.", "person"))
    return row


def _log(code: str, tournament: Tournament, actor: User | None, new: dict[str, Any]) -> None:
    log_action(code=code, actor=actor, scope=tournament.scope, subject=tournament, new=new)
    publish(tournament.scope)


def on_the_list(tournament: Tournament) -> Sequence[SignUp]:
    """Return the sign-ups with a place, with an offer and on the waiting list, in order."""
    return in_order(SignUp.objects.filter(tournament=tournament, state__in=ACTIVE))


def place_in_line(row: SignUp) -> int:
    """Return the place on the waiting list, from 1; 0 for a person not on it."""
    waiting = SignUp.objects.filter(tournament=row.tournament_id, state=State.WAITING)
    ordered = [other.pk for other in in_order(waiting)]
    return ordered.index(row.pk) + 1 if row.pk in ordered else 0
