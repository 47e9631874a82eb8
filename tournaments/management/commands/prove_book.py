"""Whether books follow their games: after a thousand corrections, to the digit?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from config.people.models import User
from config.refusals import Refused
from games.engine.folds.box_score import box_score
from games.models import Game, Series
from games.records import record_of
from games.services.changes import anybody
from games.services.players_lines import count_players_lines
from games.services.playing import play_series
from games.services.rewinding import rewind_game, void_game
from tournaments.book.checking import check_book
from tournaments.book.keeping import keep_book
from tournaments.book.models import BattingSum, Course, PitchingSum
from tournaments.models import Drop, Tournament, TournamentRole
from tournaments.services.drops import drop_club, undo_drop

OF_BATTERS = ("plate_appearances", "hits", "home_runs", "runs_batted_in", "stolen_bases")
OF_PITCHERS = ("outs", "earned_runs", "strikeouts", "batters_faced")


class Command(BaseCommand):
    help = (
        "Takes back, throws out and plays anew games of events, drops clubs and takes them in "
        "again, at random and as often as is said, and holds their books against their games after "
        "every act: the sums, great games and streaks against those counted from nothing, and at "
        "every hundredth act the totals against the box scores. Nothing of it stays."
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
            games = Game.objects.filter(series__scope=event.scope)
            games.update(seed="", source=Game.Source.SCORED)
        done: Counter[str] = Counter()
        wrong = 0
        for number in range(1, wanted + 1):
            event = chance.choice(events)
            act = chance.choice([_void, _void, _rewind, _rewind, _play, _play, _play, _drop])
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
            if number % 100 == 0:
                while count_players_lines():
                    pass
                differs += sum(_differs_from_boxes(each) for each in events)
                self.stdout.write(f"{number} acts, {wrong + (differs > 0)} differences")
            wrong += differs > 0
        return done, wrong


Act = Callable[[Tournament, User, Random], None]


def _director(event: Tournament) -> User:
    return TournamentRole.objects.filter(tournament=event, role="director")[0].user


def _one(event: Tournament, chance: Random) -> Game | None:
    found = Game.objects.filter(series__scope=event.scope, status="final", known="transcript")
    keys = list(found.order_by("pk").values_list("pk", flat=True))
    return found.get(pk=chance.choice(keys)) if keys else None


def _void(event: Tournament, director: User, chance: Random) -> None:
    if game := _one(event, chance):
        void_game(game_id=game.pk, reason="Not so.", acting_user=director, allowed=anybody)


def _rewind(event: Tournament, director: User, chance: Random) -> None:
    if game := _one(event, chance):
        entry = len(game.entries) - chance.randint(0, 9)
        rewind_game(
            game_id=game.pk, entry=entry, reason="Not so.", acting_user=director, allowed=anybody
        )


def _play(event: Tournament, director: User, chance: Random) -> None:
    left = Series.objects.filter(scope=event.scope, completed_at=None).order_by("pk")
    keys = list(left.values_list("pk", flat=True))
    if keys:
        for game in play_series(series_ids=[chance.choice(keys)], acting_user=director):
            Game.objects.filter(pk=game.pk).update(seed="", source=Game.Source.SCORED)


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


def _differs_from_boxes(event: Tournament) -> int:
    """Whether the totals of a book, once it is up to date, are others than those of the boxes."""
    keep_book(event.pk)
    out = set(event.entrants.filter(dropped="void").values_list("team", flat=True))
    batted: Counter[str] = Counter()
    pitched: Counter[str] = Counter()
    for game in Game.objects.filter(series__scope=event.scope, status="final"):
        if {game.away_id, game.home_id} & out:
            continue
        for side in box_score(record_of(game)).sides:
            for line in side.batting:
                batted.update({name: getattr(line, name) for name in OF_BATTERS})
            for each in side.pitchers:
                pitched.update({name: getattr(each, name) for name in OF_PITCHERS})
    kept: Counter[str] = Counter()
    for row in BattingSum.objects.filter(stage__tournament=event):
        kept.update({name: getattr(row, name) for name in OF_BATTERS})
    arms: Counter[str] = Counter()
    for arm in PitchingSum.objects.filter(stage__tournament=event):
        arms.update({name: getattr(arm, name) for name in OF_PITCHERS})
    stale = Course.objects.filter(tournament=event, stale=True).exists()
    return int(+kept != +batted or +arms != +pitched or stale)
