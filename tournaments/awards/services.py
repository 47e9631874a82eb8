"""Open, vote on, close and cancel ballots."""

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
"""Maximum number of ballots in an event, including cancelled ones."""
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
    """Open a ballot on which the clubs of an event vote, with the candidates of this moment.

    Refused, all at once where possible: ``not-started``, ``no-title``, ``title-too-long``,
    ``illegal-character``, ``unknown-source``, ``deadline-impossible``, ``duplicate-title``,
    ``too-many-ballots``, ``too-few-candidates``.
    """
    clean_title, now = " ".join(title.split()), timezone.now()
    with transaction.atomic():
        event = _locked(tournament)
        known_sources = {value for _, group in sources(event) for value, _ in group}
        refuse_all(_problems(event, clean_title, source, closes_at, known_sources, now))
        named = nominees(event, source)
        if len(named) < FEWEST_CANDIDATES:
            raise Refused(
                Refusal(
                    "too-few-candidates",
                    f"A ballot needs {FEWEST_CANDIDATES} candidates; by this there are "
                    f"{len(named) or 'none'}.",
                    "source",
                    {"candidates": len(named)},
                )
            )
        ballot = Ballot.objects.create(
            tournament=event, title=clean_title, source=source, opened_at=now, closes_at=closes_at
        )
        Candidate.objects.bulk_create(
            Candidate(
                ballot=ballot, number=number, card_id=item.card, team_id=item.team, told=item.told
            )
            for number, item in enumerate(named, start=1)
        )
        summary = f"{clean_title}, {len(named)} candidates"
        new = {"source": source, "closes_at": closes_at.isoformat() if closes_at else None}
        _log("ballot-opened", ballot, acting_user, {**new, "told": summary})
    return ballot


def vote(
    *, ballot: Ballot, club: int, candidates: Sequence[int], acting_user: User
) -> Sequence[Named]:
    """Cast the vote of a club (by its number in the event) as candidates' numbers, first place
    first. It replaces an earlier vote. The log does not say whom it names.

    Refused: ``ballot-closed``, ``not-your-club`` (only a club's managers vote for it),
    ``club-is-out``, ``unknown-candidate``, ``named-twice``, ``places-missing``.
    """
    now = timezone.now()
    with transaction.atomic():
        open_ballot_ = _open_one(ballot, now)
        entrant = open_ballot_.tournament.entrants.filter(number=club).first()
        if entrant is None or not managed_teams(acting_user, [entrant.team_id]):
            words = "Only the managers of a club vote for it."
            raise Refused(Refusal("not-your-club", words, "club", {"club": club}))
        if entrant.is_out:
            raise Refused(Refusal("club-is-out", "A club that is out does not vote.", "club"))
        by_number = {candidate.number: candidate for candidate in open_ballot_.candidates.all()}
        refuse_all(_vote_problems(candidates, by_number))
        Named.objects.filter(ballot=open_ballot_, team=entrant.team_id).delete()
        named = Named.objects.bulk_create(
            Named(
                ballot=open_ballot_,
                team_id=entrant.team_id,
                place=place,
                candidate=by_number[number],
                by=acting_user,
                at=now,
            )
            for place, number in enumerate(candidates, start=1)
        )
        _log("ballot-voted", open_ballot_, acting_user, {"told": _for(entrant, open_ballot_)})
    return named


def close_ballot(*, ballot: Ballot, acting_user: User) -> Ballot:
    """Close a ballot and show the result. Refused: ``director-only``, ``ballot-closed``."""
    return _end(ballot, Ballot.State.CLOSED, "ballot-closed", acting_user)


def cancel_ballot(*, ballot: Ballot, acting_user: User) -> Ballot:
    """Cancel a ballot and delete its votes unseen. Refused: ``director-only``, and
    ``ballot-closed``, because a published result stands."""
    return _end(ballot, Ballot.State.CANCELLED, "ballot-cancelled", acting_user)


def _end(ballot: Ballot, state: str, code: str, acting_user: User) -> Ballot:
    verify_directs(acting_user, ballot.tournament.scope)
    now = timezone.now()
    with transaction.atomic():
        ended = _open_one(ballot, now)
        ended.state, ended.closed_at = state, now
        ended.save(update_fields=["state", "closed_at"])
        if state == Ballot.State.CANCELLED:
            ended.named.all().delete()
        _log(code, ended, acting_user, {"told": ended.title})
    return ended


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
    checks = (
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
                other_title.casefold() == title.casefold()
                for other_title in ballots.exclude(state=Ballot.State.CANCELLED).values_list(
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
    refusals = [refusal for holds, refusal in checks if not holds]
    return [problem, *refusals] if problem else refusals


def _vote_problems(candidates: Sequence[int], known: dict[int, Candidate]) -> list[Refusal]:
    """Check that every place has a different candidate."""
    places = min(3, len(known))
    refusals = [
        Refusal("unknown-candidate", f"There is no candidate No. {number}.", f"candidates.{place}")
        for place, number in enumerate(candidates, start=1)
        if number not in known
    ]
    if len(set(candidates)) < len(candidates):
        refusals.append(
            Refusal("named-twice", "Name a different candidate for each place.", "candidates")
        )
    if len(candidates) != places:
        words = f"A vote names {places}, from the first place on."
        refusals.append(Refusal("places-missing", words, "candidates", {"places": places}))
    return refusals


def _for(entrant: Entrant, ballot: Ballot) -> str:
    return f"{ballot.title}, for {entrant.team.name}"


def _locked(tournament: Tournament) -> Tournament:
    return Tournament.objects.locked().get(pk=tournament.pk)


def _open_one(ballot: Ballot, now: datetime) -> Ballot:
    """Return the ballot if it is open. The row of its event is locked, so that a vote and a closing
    at the same moment run one after the other."""
    tournament = _locked(ballot.tournament)
    current = tournament.ballots.get(pk=ballot.pk)
    if current.state_at(now) != Ballot.State.OPEN:
        words = f"“{current.title}” is {current.state_at(now)}."
        raise Refused(Refusal("ballot-closed", words, "ballot", {"state": current.state_at(now)}))
    return current


def _log(code: str, ballot: Ballot, acting_user: User, new: dict[str, object]) -> None:
    log_action(
        code=code,
        actor=acting_user,
        scope=ballot.tournament.scope,
        subject=ballot,
        new=new,
    )
    publish(ballot.tournament.scope)
