"""Free building: managers enter squads that they have built themselves."""

from __future__ import annotations

from django.db import transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.card_games.own_squads import OwnSquads, SquadTerms, own_squads, required
from games.models import Game
from rosters.models import RosterSpot, Squad, TeamMember
from rosters.services.squads import Spot, SquadPlan, store_squads
from tournaments.models import Entrant, Tournament
from tournaments.permissions import may_direct
from tournaments.services.drafts import require_no_draft


def enter_own_squad(*, entrant: Entrant, key: int, acting_user: User) -> Squad:
    """Give a club a squad that the user has made, as it stands now: later changes to it
    touches no event. Before play begins its people do so, afterwards directors, between its games.

    Refused: ``not-your-club``, ``no-own-squads``, ``draft-set-up``, ``already-started``,
    ``event-over``, ``game-going-on``, that there is no such squad of his, and everything that is
    wrong with it.
    """
    with transaction.atomic():
        tournament, kind = _taken(entrant, acting_user)
        name, cards = kind.cards(acting_user, key, squad_terms(tournament))
        plan = SquadPlan(entrant.team, [Spot(card) for card in cards], entered_as=name)
        store_squads(scope=tournament.scope, squads=[plan])
        log_action(
            code="own-squad-entered",
            actor=acting_user,
            scope=tournament.scope,
            subject=entrant.team,
            new={"name": name, "cards": cards},
        )
        publish(tournament.scope)
        return Squad.objects.get(event__key=tournament.scope, team=entrant.team)


def withdraw_own_squad(*, entrant: Entrant, acting_user: User) -> None:
    """Take back what was entered for a club, before play begins. Refused: as
    ``enter_own_squad``, ``already-started`` to directors, too, and ``nothing-entered``."""
    with transaction.atomic():
        tournament, kind = _taken(entrant, acting_user)
        if tournament.state != Tournament.State.SETUP:
            raise Refused(_started(kind, "A club needs one to play with; enter another instead."))
        found = Squad.objects.filter(event__key=tournament.scope, team=entrant.team).first()
        if found is None or not found.entered_as:
            sentence = f"No {kind.word} is entered for {entrant.team}."
            raise Refused(Refusal("nothing-entered", sentence, "squad"))
        log_action(
            code="own-squad-withdrawn",
            actor=acting_user,
            scope=tournament.scope,
            subject=entrant.team,
            old={"name": found.entered_as},
        )
        found.delete()
        publish(tournament.scope)


def squad_terms(tournament: Tournament) -> SquadTerms:
    """What an event asks of the squads that managers bring."""
    return SquadTerms(tournament.settings, tournament.card_set_id or 0)


def why_not_now(
    tournament: Tournament, entrant: Entrant, kind: OwnSquads, user: User
) -> list[Refusal]:
    """Why a club may not be given another squad at this moment."""
    if tournament.state == Tournament.State.SETUP:
        return []
    if tournament.state == Tournament.State.COMPLETE:
        return [Refusal("event-over", "The event is over.", "squad")]
    if not may_direct(user, tournament):
        return [_started(kind, "A director can enter another for you between games.")]
    going_on = Game.objects.filter(
        series__event__key=tournament.scope,
        status__in=(Game.Status.IN_PROGRESS, Game.Status.SUSPENDED),
    ).select_related("series__home", "series__away")
    return [
        Refusal(
            "game-going-on",
            f"{entrant.team} play game {game.number} of {game.series.away} at {game.series.home}, "
            f"and their {kind.word} stands as it was begun with ({kind.rule}).",
            f"series {game.series_id}, game {game.number}",
            {"rule": kind.rule, "game": game.pk},
        )
        for game in going_on
        if entrant.team_id in (game.series.home_id, game.series.away_id)
    ]


def require_legal_squads(tournament: Tournament) -> None:
    """Refuse the start of an event in whose game squads have a law of their own, with all that is
    wrong with any of them, each at its club."""
    kind = own_squads(tournament.system)
    if kind is None:
        return
    squads: dict[str, list[int]] = {}
    spots = RosterSpot.objects.filter(squad__event__key=tournament.scope).order_by(
        "squad", "number"
    )
    for name, card in spots.values_list("squad__team__name", "card"):
        squads.setdefault(name, []).append(card)
    refuse_all(
        Refusal(each.code, f"{name}: {each.message}", name, {**each.facts, "at": each.place})
        for name, cards in squads.items()
        for each in kind.problems(cards, squad_terms(tournament))
    )


def _taken(entrant: Entrant, user: User) -> tuple[Tournament, OwnSquads]:
    """The tournament, its row taken, in which the club may be given another squad now."""
    tournament = Tournament.objects.locked().get(pk=entrant.tournament_id)
    own = TeamMember.objects.filter(user=user, team=entrant.team_id)
    if not own.exists() and not may_direct(user, tournament):
        words = "Only a club's people or a director choose its squad."
        raise Refused(Refusal("not-your-club", words, "club", {"club": entrant.number}))
    kind = required(tournament.system)
    require_no_draft(tournament)
    refuse_all(why_not_now(tournament, entrant, kind, user))
    return tournament, kind


def _started(kind: OwnSquads, sentence: str) -> Refusal:
    return Refusal(
        "already-started",
        f"Play has begun with the {kind.word}s that were entered. {sentence}",
        "squad",
        {"rule": kind.rule},
    )
