"""Common parts of card games with nine players and a bench, above the rules.

Rosters, starters in turn or by a pitching sheet, stored clubs, simulated lineups, clubs of a whole
season with the playing time they really had, and wording of substitutions. A system provides its
cards, the worth of a player (``games.engine.nine.player``) and its way to build a club.
"""
