"""Card games of nine players with a bench: what their clubs have in common above the rules.

Squads made ready to draw line-ups from, starters in turn or by a pitching sheet, clubs drawn up and
read back, line-ups tried out, the clubs of a season with the shares they really played, and words
for the substitutions. A system brings its cards, what a player is worth
(``games.engine.nine.player``) and how a club of its own is built.
"""
