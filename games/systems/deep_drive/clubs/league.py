"""The clubs of a season in Deep Drive's cards: a league to simulate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.card_games.nine.league import (
    FEWEST_AT_BATS,
    FEWEST_OUTS,
    Franchise,
    MeasuredClubs,
)
from games.card_games.nine.roster import Nine
from games.systems.deep_drive.cards.era import NO_ERA, Era
from games.systems.deep_drive.cards.maker import DeepDriveMaker, card_of
from games.systems.deep_drive.play.cards import Batter
from games.systems.deep_drive.play.park import NEUTRAL_PARK
from games.systems.deep_drive.play.squad import (
    DeepDriveClub,
    DeepDrivePlayer,
    Tendencies,
    batting_player,
    pitching_player,
)
from games.systems.deep_drive.play.system import DeepDrive
from rosters.makers.base import HITTER, Subject


class DeepDriveLeague(MeasuredClubs[DeepDrivePlayer]):
    """The players with enough playing time, with cards made as for a set."""

    system_key = DeepDrive.key
    knows_league = True

    def __init__(self) -> None:
        self.eras: dict[str, Era] = {}

    def players_of(
        self,
        everybody: Sequence[Subject],
        some: Iterable[Subject],
        fewest: tuple[int, int] = (FEWEST_AT_BATS, FEWEST_OUTS),
    ) -> Iterator[tuple[Subject, DeepDrivePlayer]]:
        """Yield a pitcher's card for a player who pitched, a batter's for any other who batted."""
        maker = DeepDriveMaker().for_year(everybody)
        for subject in everybody:
            if subject.season.league:
                self.eras[subject.season.teams[0]] = maker.eras[subject.season.league]
        for subject in some:
            pitching, batting = subject.season.pitching, subject.season.batting
            enough = (
                pitching.outs >= fewest[1]
                if pitching is not None
                else batting is not None and batting.at_bats >= fewest[0]
            )
            for row in maker.make(subject) if enough else ():
                if (row.kind == HITTER) != (pitching is None):
                    continue
                card = card_of(row)
                if isinstance(card, Batter):
                    yield subject, batting_player(0, card.name, card)
                else:
                    yield subject, pitching_player(0, card.name, card)

    def numbered(self, player: DeepDrivePlayer, number: int, *, relieves: bool) -> DeepDrivePlayer:
        return DeepDrivePlayer(
            number, player.name, player.batter, player.pitcher, may_relieve=relieves, like=player
        )

    def club(self, of: Franchise[DeepDrivePlayer], nine: Nine, pitcher: int) -> DeepDriveClub:
        """A club in a neutral park, managed as in its era."""
        likes = Tendencies(**self.eras.get(of.name, NO_ERA).tendencies())
        return DeepDriveClub(
            of.name, of.players, *nine, park=NEUTRAL_PARK, pitcher=pitcher, tendencies=likes
        )
