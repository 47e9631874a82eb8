"""Games of nine players with a bench: lineups, substitutions and pitching changes.

From the bottom up: ``player`` and ``side`` (the players), ``law`` (when players may be taken out),
``decisions``, ``diamond`` (the game with both sides and the runners on base), and upon it
``removal``, ``relief``, ``positions`` and ``changes``. A system provides the cards.
"""
