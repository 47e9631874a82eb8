"""Whether books follow their games: after a thousand corrections, to the digit?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from config.events.models import EventRole
from config.people.models import User
from config.refusals import Refused
from games.engine.folds.box_score import BoxScore, box_score
from games.models import Game, Series
from games.records import record_of
from games.reported_boxes import box_of_report
from games.rules.remedies import ACCEPT, RESET
from games.seriesday.models import GameReport
from games.seriesday.services.players_lines import count_players_lines
from games.seriesday.services.reporting import correct_report, report_game, settle_report
from games.seriesday.services.rulings import Violation, choose_remedy, open_ruling
from games.services.playing import play_series
from games.services.playing_on import play_on
from games.services.rewinding import rewind_game, void_game
from games.told_boxes import claim_of
from pitching.rules.columns import STANDS
from tournaments.book.checking import check_book
from tournaments.book.keeping import keep_book
from tournaments.book.models import BattingSum, Course, PitchingSum
from tournaments.models import Drop, Tournament
from tournaments.services.drops import drop_club, undo_drop

OF_BATTERS = ("plate_appearances", "hits", "home_runs", "runs_batted_in", "stolen_bases")
OF_PITCHERS = ("outs", "earned_runs", "strikeouts", "batters_faced")


class Command(BaseCommand):
    help = (
        "Takes back, plays on, throws out, reports by box, puts right and plays anew games of "
        "events, rules on them, drops clubs and takes them in again, at random and as often as is "
        "said, and holds their books against their games after every act: the sums, great games "
        "and streaks against those counted from nothing, and at every hundredth act and the last "
        "the totals against the box scores. Nothing of it stays."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="+", help="Of events whose games are played.")
        parser.add_argument("--acts", type=int, default=1000)
        parser.add_argument("--seed", default="the book")

    def handle(self, *args: Any, **options: Any) -> None:
        events = list(Tournament.objects.filter(slug__in=options["slugs"]).order_by("pk"))
        if len(events) != len(set(options["slugs"])):
            raise CommandError("Name events that there are.")
        with transaction.atomic():
            done, wrong = self._prove(events, options["acts"], Random(options["seed"]))
            transaction.set_rollback(True)
        for name, count in sorted(done.items()):
            self.stdout.write(f"{count:6d}  {name}")
        self.stdout.write(f"Of {options['acts']} acts, books differed after {wrong}.")
        if wrong:
            raise CommandError("The books do not follow their games.")

    def _prove(
        self, events: list[Tournament], wanted: int, chance: Random
    ) -> tuple[Counter[str], int]:
        for event in events:
            # As if people had thrown the dice: those of the house are not thrown again.
            games = Game.objects.filter(series__event__key=event.scope)
            games.update(seed="", source=Game.Source.SCORED)
        done: Counter[str] = Counter()
        wrong = 0
        for number in range(1, wanted + 1):
            event = chance.choice(events)
            act = chance.choice(ACTS)
            try:
                act(event, _director(event), chance)
            except Refused as refused:
                done[f"{act.__name__[1:]}, refused: {refused.code}"] += 1
            else:
                done[act.__name__[1:]] += 1
            if chance.random() < 0.5:
                while count_players_lines():
                    pass
                keep_book(event.pk)
            differs = check_book(event.pk)
            if number % 100 == 0 or number == wanted:
                while count_players_lines():
                    pass
                differs += sum(_differs_from_boxes(each) for each in events)
                self.stdout.write(f"{number} acts, {wrong + (differs > 0)} differences")
            wrong += differs > 0
        return done, wrong


Act = Callable[[Tournament, User, Random], None]


def _box(game: Game) -> BoxScore:
    """Folded from its plays, or as it was told."""
    if game.has_plays:
        return box_score(record_of(game))
    return box_of_report(game.reports.get(state=GameReport.State.CONFIRMED).told)


def _keys(game: Game) -> tuple[dict[int, int], dict[int, int]]:
    """Each side's cards by number in the squad, in a game that is known play by play."""
    assert game.clubs is not None
    away, home = (
        dict(enumerate([*side["cards"], *side.get("guests", ())], 1)) for side in game.clubs
    )
    return away, home


def _has_card(game: Game, side: int, player: int) -> bool:
    """A player from the stands has none, and no book tells of him."""
    return player in _keys(game)[side] if game.has_plays else player != STANDS


def _director(event: Tournament) -> User:
    return EventRole.objects.filter(event=event, role="director")[0].user


def _one(event: Tournament, chance: Random) -> Game | None:
    found = Game.objects.filter(series__event__key=event.scope, status="final", known="transcript")
    keys = list(found.order_by("pk").values_list("pk", flat=True))
    return found.get(pk=chance.choice(keys)) if keys else None


def _void(event: Tournament, director: User, chance: Random) -> None:
    if game := _one(event, chance):
        void_game(game_id=game.pk, reason="Not so.", acting_user=director)


def _rewind(event: Tournament, director: User, chance: Random) -> None:
    if game := _one(event, chance):
        entry = len(game.entries) - chance.randint(0, 9)
        rewind_game(game_id=game.pk, entry=entry, reason="Not so.", acting_user=director)


def _play(event: Tournament, director: User, chance: Random) -> None:
    left = Series.objects.filter(event__key=event.scope, completed_at=None).order_by("pk")
    keys = list(left.values_list("pk", flat=True))
    if keys:
        for game in play_series(series_ids=[chance.choice(keys)], acting_user=director):
            _by_hand(game)


def _drop(event: Tournament, director: User, chance: Random) -> None:
    there = Drop.objects.filter(entrant__tournament=event, undone_at=None).first()
    if there is not None:
        undo_drop(drop=there, acting_user=director)
        return
    numbers = list(event.entrants.order_by("number").values_list("number", flat=True))
    drop_club(
        tournament=event,
        number=chance.choice(numbers),
        reason="Ill.",
        nobody_found=True,
        acting_user=director,
    )


def _play_on(event: Tournament, director: User, chance: Random) -> None:
    begun = Game.objects.filter(
        series__event__key=event.scope,
        known="transcript",
        status__in=(Game.Status.IN_PROGRESS, Game.Status.SUSPENDED),
    )
    keys = list(begun.order_by("pk").values_list("pk", flat=True))
    if keys:
        _by_hand(play_on(game_id=chance.choice(keys), acting_user=director))


def _by_hand(game: Game) -> None:
    """Make the game one in which people threw: dice of the house are not taken back."""
    Game.objects.filter(pk=game.pk).update(seed="", source=Game.Source.SCORED)


def _report(event: Tournament, director: User, chance: Random) -> None:
    """A game is thrown out, and told by the box score that somebody kept of it."""
    if game := _one(event, chance):
        claim = claim_of(record_of(game), _keys(game))
        void_game(game_id=game.pk, reason="Kept on paper.", acting_user=director)
        report = report_game(
            series_id=game.series_id,
            number=game.number,
            claim=claim,
            key="",
            acting_user=director,
            despite=True,
        )
        if report.state != GameReport.State.CONFIRMED:
            settle_report(
                game_id=report.game_id,
                version=report.version,
                reason="As the sheet has it.",
                acting_user=director,
            )


def _correct(event: Tournament, director: User, chance: Random) -> None:
    """A strikeout of a reported game was another out."""
    reports = GameReport.objects.filter(
        game__series__event__key=event.scope,
        game__status="final",
        game__known="box",
        state=GameReport.State.CONFIRMED,
    ).select_related("game")
    found = list(reports.order_by("pk"))
    if not found:
        return
    report = chance.choice(found)
    claim = report.told
    for at in (0, 1):
        mine, theirs = claim.sides[at], claim.sides[1 - at]
        arm = next((n for n, each in enumerate(theirs.pitching) if each.strikeouts), None)
        bat = next((n for n, each in enumerate(mine.batting) if each.strikeouts), None)
        if arm is None or bat is None:
            continue
        batting, pitching = list(mine.batting), list(theirs.pitching)
        batting[bat] = replace(batting[bat], strikeouts=batting[bat].strikeouts - 1)
        pitching[arm] = replace(pitching[arm], strikeouts=pitching[arm].strikeouts - 1)
        sides = [replace(mine, batting=tuple(batting)), replace(theirs, pitching=tuple(pitching))]
        correct_report(
            game_id=report.game_id,
            claim=replace(claim, sides=(sides[0], sides[1]) if at == 0 else (sides[1], sides[0])),
            reason="He grounded out.",
            acting_user=director,
            despite=True,
            reopens=True,
        )
        return


def _rule(event: Tournament, director: User, chance: Random) -> None:
    """Somebody came back who had left: the result stands, or the game goes back and is played
    on."""
    if game := _one(event, chance):
        entry = max(0, len(game.entries) - chance.randint(1, 30))
        ruling = open_ruling(
            series_id=game.series_id,
            number=game.number,
            violation=Violation("re-entry", "He came back.", offender=game.home_id, entry=entry),
            acting_user=director,
        )
        choose_remedy(
            ruling_id=ruling.pk,
            remedy=chance.choice((ACCEPT, RESET, RESET)),
            words="Settled.",
            entry=entry,
            acting_user=director,
        )
        _by_hand(game)


ACTS: Final[tuple[Act, ...]] = (
    *(_void, _void, _rewind, _rewind, _rewind, _play_on, _play_on, _play_on),
    *(_play, _play, _play, _report, _correct, _rule, _drop),
)
"""Each as often as it is to be tried."""


def _differs_from_boxes(event: Tournament) -> int:
    """Whether the totals of a book, once it is up to date, are others than those of the boxes."""
    keep_book(event.pk)
    out = set(event.entrants.filter(dropped="void").values_list("team", flat=True))
    batted: Counter[str] = Counter()
    pitched: Counter[str] = Counter()
    games = Game.objects.filter(series__event__key=event.scope, status="final")
    for game in games.exclude(known=Game.Known.RESULT):
        if {game.away_id, game.home_id} & out:
            continue
        for at, side in enumerate(_box(game).sides):
            for line in side.batting:
                if _has_card(game, at, line.player):
                    batted.update({name: getattr(line, name) for name in OF_BATTERS})
            for each in side.pitchers:
                if _has_card(game, at, each.player):
                    pitched.update({name: getattr(each, name) for name in OF_PITCHERS})
    kept: Counter[str] = Counter()
    for row in BattingSum.objects.filter(stage__tournament=event):
        kept.update({name: getattr(row, name) for name in OF_BATTERS})
    arms: Counter[str] = Counter()
    for arm in PitchingSum.objects.filter(stage__tournament=event):
        arms.update({name: getattr(arm, name) for name in OF_PITCHERS})
    stale = Course.objects.filter(tournament=event, stale=True).exists()
    return int(+kept != +batted or +arms != +pitched or stale)
