"""The name that ``games.engine.nine.club`` still has for a player of a squad."""

from games.engine.nine.player import SquadPlayer

Man = SquadPlayer
