"""Games of nine players with a bench: who plays, who comes in for whom, who pitches.

From the bottom up: ``player`` and ``side`` (who there is), ``law`` (who may be taken out when),
``decisions`` (what is asked), ``diamond`` (the game that knows both sides and the runners on base),
and upon it ``removal``, ``relief``, ``positions`` and ``changes``. A system brings the cards.
"""
