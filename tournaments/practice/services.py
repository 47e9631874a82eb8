"""Create, join and delete practice games."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import transaction

from config.events.models import Event
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.card_games.registry import edition_settings
from games.models import Game, Series
from games.rules.game_clocks import NO_CLOCK, Allowance
from games.seeds import fresh_seed
from games.services.changes import BOTH_SIDES
from games.services.clocks import start_clock, write_terms
from games.services.playing import SeriesPlan, create_series
from games.services.scoring import SERVER_DICE, TABLE_DICE, Seats, begin_game
from games.sheets import keeps_sheets, opened_sheets
from games.systems.registry import system as system_of
from pitching.models import PitchingSheet
from rosters.editions import usual_preset
from rosters.models import Team, TeamMember
from rosters.rules.teams import TeamPlan
from rosters.services.squads import Spot, SquadPlan, impute_squads, store_squads
from rosters.services.teams import create_teams
from tournaments.practice.access import offered_practice_game
from tournaments.practice.clubs import Source, source
from tournaments.practice.models import PRACTICE, PracticeGame

MOST_KEPT = 20
"""Practice games kept for a user; a new one deletes the oldest."""

SIDES = ("away", "home")


@dataclass(frozen=True)
class Asked:
    """A practice game to create: two clubs by their values in ``clubs.offers``, who plays, the
    user's side, who rolls the dice, and the clock for two players."""

    system: str
    away: str
    home: str
    mode: str
    own_side: str = "home"
    dice: str = SERVER_DICE
    allowance: Allowance = NO_CLOCK


def make_practice_game(*, asked: Asked, acting_user: User) -> PracticeGame:
    """Create a practice game. It begins at once or, online, when the opponent joins.

    Refused, all at once where possible: ``unknown-system``, ``no-such-club``, ``same-club``,
    ``unknown-mode``, ``unknown-side``, ``unknown-dice``, ``dice-are-the-servers`` where two play
    online with dice at a table, ``clock-impossible``, and why a squad cannot play.
    """
    system = system_of(asked.system)
    refuse_all(_problems(asked))
    sources = _sources(asked, acting_user)
    with transaction.atomic():
        _make_room(acting_user)
        away, home = _teams(sources)
        settings = next((club.settings for club in sources if club.settings is not None), None)
        preset = usual_preset(system.key)
        event = Event.objects.create(
            kind=PRACTICE,
            name=f"{away} at {home}"[:80],
            system_key=system.key,
            settings=settings or system.settings(edition_settings(system, preset.edition)),
            edition_preset=preset.key,
            visibility=Event.Visibility.PRIVATE,
        )
        scope = event.key
        series = create_series(
            plans=[
                SeriesPlan(
                    home=home,
                    away=away,
                    system_key=system.key,
                    settings=event.settings,
                    length=1,
                    home_pattern="H",
                    seed=fresh_seed(),
                    scope=scope,
                )
            ]
        )[0]
        created = PracticeGame.objects.create(
            event=event,
            owner=acting_user,
            series=series,
            mode=asked.mode,
            owner_away=asked.own_side == "away",
            token=secrets.token_urlsafe(18) if asked.mode == PracticeGame.Mode.ONLINE else "",
            made_of=[club.label for club in sources],
        )
        _store_squads(scope, (away, home), sources, acting_user)
        if keeps_sheets(series):
            opened_sheets(scope, [away.pk, home.pk], system.key)
        if created.waits:
            write_terms(
                scope=scope, allowance=asked.allowance, acting_user=acting_user, subject=created
            )
        else:
            _begin(created, asked.dice)
            both = asked.mode == PracticeGame.Mode.HOT_SEAT
            _sit_down(created, acting_user, both=both)
    return created


def join_practice_game(*, token: str, acting_user: User) -> PracticeGame:
    """Join a practice game as the opponent, which begins it. Refused: ``own-practice-game``."""
    offered = offered_practice_game(token)
    if offered.owner_id == acting_user.pk:
        raise Refused(
            Refusal("own-practice-game", "This is your own: the link is for who plays with you.")
        )
    with transaction.atomic():
        # Two users may follow the link at the same moment: the second finds the place taken.
        Series.objects.locked().get(pk=offered.series_id)
        practice_game = offered_practice_game(token)
        practice_game.guest, practice_game.token = acting_user, ""
        practice_game.save(update_fields=["guest", "token"])
        game = _begin(practice_game, SERVER_DICE)
        _sit_down(practice_game, practice_game.owner, both=False)
        TeamMember.objects.create(
            team=_club(practice_game, practice_game.owner_away is False), user=acting_user
        )
        start_clock(game)
    return practice_game


def delete_practice_game(*, made: PracticeGame, acting_user: User) -> None:
    """Delete a practice game with everything created for it. Refused: ``not-your-practice`` for the
    user who joined it."""
    if made.owner_id != acting_user.pk:
        raise Refused(
            Refusal("not-your-practice", "Only who made a practice game deletes it.", "id")
        )
    with transaction.atomic():
        _delete(made)


def _problems(asked: Asked) -> list[Refusal]:
    online = asked.mode == PracticeGame.Mode.ONLINE
    checks = (
        (
            asked.mode in PracticeGame.Mode.values,
            Refusal("unknown-mode", f"It is {', '.join(PracticeGame.Mode.values)}.", "mode"),
        ),
        (
            asked.own_side in SIDES,
            Refusal("unknown-side", "One's side is away or home.", "own_side"),
        ),
        (
            asked.dice in (TABLE_DICE, SERVER_DICE),
            Refusal("unknown-dice", "Dice are thrown at the table or by the server.", "dice"),
        ),
        (
            not (online and asked.dice == TABLE_DICE),
            Refusal("dice-are-the-servers", "Between two places the server throws.", "dice"),
        ),
        (
            asked.away != asked.home or asked.away.startswith("deal:"),
            Refusal("same-club", "A club does not play against itself.", "home"),
        ),
    )
    refusals = [refusal for holds, refusal in checks if not holds]
    return [*refusals, *(asked.allowance.problems() if online else ())]


def _sources(asked: Asked, user: User) -> tuple[Source, Source]:
    system = system_of(asked.system)
    clubs: list[Source] = []
    refusals: list[Refusal] = []
    for place, value in zip(SIDES, (asked.away, asked.home), strict=True):
        try:
            clubs.append(source(user, system, value, place))
        except Refused as refused:
            refusals += refused.refusals
    refuse_all(refusals)
    return clubs[0], clubs[1]


def _teams(sources: tuple[Source, Source]) -> tuple[Team, Team]:
    names = [club.name for club in sources]
    letters = [club.abbreviation for club in sources]
    if names[0] == names[1]:
        names[1] = f"{names[1][:57]} II"
    if letters[0] == letters[1]:
        letters[1] = f"{letters[1][:3]}2"
    away, home = create_teams(
        plans=[
            TeamPlan(name, letter, club.colour, club.accent, club.batting_order)
            for name, letter, club in zip(names, letters, sources, strict=True)
        ]
    )
    for team, club in zip((away, home), sources, strict=True):
        team.ballpark, team.tendencies = club.park, dict(club.tendencies or {})
        team.save(update_fields=["ballpark", "tendencies"])
    return away, home


def _store_squads(
    scope: str, teams: tuple[Team, Team], sources: tuple[Source, Source], user: User
) -> None:
    teams_and_clubs = list(zip(teams, sources, strict=True))
    store_squads(
        scope=scope,
        squads=[
            SquadPlan(team, [Spot(card) for card in club.cards], club.park)
            for team, club in teams_and_clubs
            if club.cards
        ],
    )
    for cards in {club.deal for club in sources if club.deal is not None}:
        dealt_teams = [team for team, club in teams_and_clubs if club.deal == cards]
        impute_squads(card_set=cards, teams=dealt_teams, scope=scope, acting_user=user)


def _begin(made: PracticeGame, dice: str) -> Game:
    """Begin the game before the players join it: the computer managers set lineups and starters,
    which need no confirmation (T0.13 is for games that count)."""
    against_computer = made.mode == PracticeGame.Mode.HOUSE
    return begin_game(
        Series.objects.locked().get(pk=made.series_id),
        1,
        (),
        acting_user=made.owner,
        seats=Seats(
            dice, against_computer and not made.owner_away, against_computer and made.owner_away
        ),
        speaking_for=BOTH_SIDES,
    )


def _sit_down(made: PracticeGame, user: User, *, both: bool) -> None:
    clubs = {_club(made, made.owner_away).pk}
    if both:
        clubs |= {made.series.away_id, made.series.home_id}
    TeamMember.objects.bulk_create(TeamMember(team_id=pk, user=user) for pk in sorted(clubs))


def _club(made: PracticeGame, away: bool) -> Team:
    return made.series.away if away else made.series.home


def _make_room(user: User) -> None:
    # Lock the account's row first: of two simultaneous requests the second sees the first one's
    # game.
    User.objects.select_for_update().get(pk=user.pk)
    for old_game in PracticeGame.objects.filter(owner=user).order_by("-pk")[MOST_KEPT - 1 :]:
        _delete(old_game)


def _delete(made: PracticeGame) -> None:
    series = Series.objects.locked().get(pk=made.series_id)
    teams = [series.away_id, series.home_id]
    PitchingSheet.objects.filter(event__key=made.scope).delete()
    series.delete()
    Event.objects.filter(key=made.scope).delete()
    Team.objects.filter(pk__in=teams).delete()
