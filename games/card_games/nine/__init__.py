"""Card games of nine men with a bench: what their clubs have in common above the rules.

Squads made ready to draw line-ups from, starters in turn or by a pitching sheet, clubs drawn up and
read back, line-ups tried out, the clubs of a season with the shares they really played, and words
for the changes of men. A system brings its cards, what a man is worth (``games.engine.nine.man``)
and how a club of its own is built.
"""
