"""Ballots are opened, voted on, closed and cancelled."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.people.scopes import verify_directs
from config.refusals import Refusal, Refused, refuse_all, text_problem
from tournaments.awards.models import Ballot, Candidate, Named
from tournaments.awards.selectors import managed_teams, nominees, sources
from tournaments.models import Entrant, Tournament
from tournaments.permissions import for_directors

MOST_BALLOTS = 40
"""The most ballots of an event, cancelled ones among them."""
LONGEST_TITLE = 80
FURTHEST = timedelta(days=366)
FEWEST_CANDIDATES = 2


@for_directors
def open_ballot(
    *,
    tournament: Tournament,
    title: str,
    source: str,
    closes_at: datetime | None,
    acting_user: User,
) -> Ballot:
    """Open a ballot on which the clubs of an event vote. Its candidates are those of this moment.

    Refused, all at once where that can be: ``not-started``, ``no-title``, ``title-too-long``,
    ``illegal-character``, ``unknown-source``, ``deadline-impossible``, ``duplicate-title``,
    ``too-many-ballots``, ``too-few-candidates``.
    """
    said, now = " ".join(title.split()), timezone.now()
    with transaction.atomic():
        found = _locked(tournament)
        known = {value for _, group in sources(found) for value, _ in group}
        refuse_all(_problems(found, said, source, closes_at, known, now))
        whom = nominees(found, source)
        if len(whom) < FEWEST_CANDIDATES:
            raise Refused(
                Refusal(
                    "too-few-candidates",
                    f"A ballot needs {FEWEST_CANDIDATES} candidates; by this there are "
                    f"{len(whom) or 'none'}.",
                    "source",
                    {"candidates": len(whom)},
                )
            )
        ballot = Ballot.objects.create(
            tournament=found, title=said, source=source, opened_at=now, closes_at=closes_at
        )
        Candidate.objects.bulk_create(
            Candidate(
                ballot=ballot, number=number, card_id=each.card, team_id=each.team, told=each.told
            )
            for number, each in enumerate(whom, start=1)
        )
        told = f"{said}, {len(whom)} candidates"
        new = {"source": source, "closes_at": closes_at.isoformat() if closes_at else None}
        _log("ballot-opened", ballot, acting_user, {**new, "told": told})
    return ballot


def vote(
    *, ballot: Ballot, club: int, candidates: Sequence[int], acting_user: User
) -> Sequence[Named]:
    """Cast the vote of a club (by its number in the event): the numbers of candidates, the first
    place first. It replaces an earlier vote. The log does not say whom it names.

    Refused: ``ballot-closed``, ``not-your-club`` (only a club's managers vote for it),
    ``club-is-out``, ``unknown-candidate``, ``named-twice``, ``places-missing``.
    """
    now = timezone.now()
    with transaction.atomic():
        found = _open_one(ballot, now)
        entrant = found.tournament.entrants.filter(number=club).first()
        if entrant is None or not managed_teams(acting_user, [entrant.team_id]):
            words = "Only the managers of a club vote for it."
            raise Refused(Refusal("not-your-club", words, "club", {"club": club}))
        if entrant.is_out:
            raise Refused(Refusal("club-is-out", "A club that is out does not vote.", "club"))
        known = {each.number: each for each in found.candidates.all()}
        refuse_all(_vote_problems(candidates, known))
        Named.objects.filter(ballot=found, team=entrant.team_id).delete()
        named = Named.objects.bulk_create(
            Named(
                ballot=found,
                team_id=entrant.team_id,
                place=place,
                candidate=known[number],
                by=acting_user,
                at=now,
            )
            for place, number in enumerate(candidates, start=1)
        )
        _log("ballot-voted", found, acting_user, {"told": _for(entrant, found)})
    return named


def close_ballot(*, ballot: Ballot, acting_user: User) -> Ballot:
    """Close a ballot: who has won is shown from now on. Refused: ``director-only``,
    ``ballot-closed``."""
    return _end(ballot, Ballot.State.CLOSED, "ballot-closed", acting_user)


def cancel_ballot(*, ballot: Ballot, acting_user: User) -> Ballot:
    """Cancel a ballot: its votes are deleted, and never shown. Refused:
    ``director-only``, and ``ballot-closed``, because a result that was shown stays."""
    return _end(ballot, Ballot.State.CANCELLED, "ballot-cancelled", acting_user)


def _end(ballot: Ballot, state: str, code: str, acting_user: User) -> Ballot:
    verify_directs(acting_user, ballot.tournament.scope)
    now = timezone.now()
    with transaction.atomic():
        found = _open_one(ballot, now)
        found.state, found.closed_at = state, now
        found.save(update_fields=["state", "closed_at"])
        if state == Ballot.State.CANCELLED:
            found.named.all().delete()
        _log(code, found, acting_user, {"told": found.title})
    return found


def _problems(
    tournament: Tournament,
    title: str,
    source: str,
    closes_at: datetime | None,
    known: set[str],
    now: datetime,
) -> list[Refusal]:
    problem = text_problem(title, "title")
    ballots = tournament.ballots.all()
    judged = (
        (
            tournament.state != Tournament.State.SETUP,
            Refusal("not-started", "There is nothing to vote on before play begins.", "state"),
        ),
        (bool(title), Refusal("no-title", "Say what the vote is about.", "title")),
        (
            len(title) <= LONGEST_TITLE,
            Refusal("title-too-long", f"At most {LONGEST_TITLE} characters.", "title"),
        ),
        (
            source in known,
            Refusal("unknown-source", "Nothing here gives such candidates.", "source"),
        ),
        (
            closes_at is None or now < closes_at <= now + FURTHEST,
            Refusal(
                "deadline-impossible", "A ballot closes later than now, within a year.", "closes_at"
            ),
        ),
        (
            not any(
                each.casefold() == title.casefold()
                for each in ballots.exclude(state=Ballot.State.CANCELLED).values_list(
                    "title", flat=True
                )
            ),
            Refusal("duplicate-title", "There is a ballot of that title.", "title"),
        ),
        (
            ballots.count() < MOST_BALLOTS,
            Refusal("too-many-ballots", f"An event has {MOST_BALLOTS} ballots at most.", "title"),
        ),
    )
    found = [refusal for holds, refusal in judged if not holds]
    return [problem, *found] if problem else found


def _vote_problems(candidates: Sequence[int], known: dict[int, Candidate]) -> list[Refusal]:
    """Every place is filled, each with another candidate."""
    wanted = min(3, len(known))
    found = [
        Refusal("unknown-candidate", f"There is no candidate No. {number}.", f"candidates.{place}")
        for place, number in enumerate(candidates, start=1)
        if number not in known
    ]
    if len(set(candidates)) < len(candidates):
        found.append(
            Refusal("named-twice", "Name a different candidate for each place.", "candidates")
        )
    if len(candidates) != wanted:
        words = f"A vote names {wanted}, from the first place on."
        found.append(Refusal("places-missing", words, "candidates", {"places": wanted}))
    return found


def _for(entrant: Entrant, ballot: Ballot) -> str:
    return f"{ballot.title}, for {entrant.team.name}"


def _locked(tournament: Tournament) -> Tournament:
    return Tournament.objects.locked().get(pk=tournament.pk)


def _open_one(ballot: Ballot, now: datetime) -> Ballot:
    """The ballot, if it is open. The row of its event is locked, so that a vote and a closing at
    the same moment come one after the other."""
    tournament = _locked(ballot.tournament)
    found = tournament.ballots.get(pk=ballot.pk)
    if found.state_at(now) != Ballot.State.OPEN:
        words = f"“{found.title}” is {found.state_at(now)}."
        raise Refused(Refusal("ballot-closed", words, "ballot", {"state": found.state_at(now)}))
    return found


def _log(code: str, ballot: Ballot, acting_user: User, new: dict[str, object]) -> None:
    log_action(
        code=code,
        actor=acting_user,
        scope=ballot.tournament.scope,
        subject=ballot,
        new=new,
    )
    publish(ballot.tournament.scope)
