"""Purestrat: Super Advanced baseball with cards of real seasons, three dice and a d20.

From the bottom up: ``readings`` and ``cards`` (what is printed), ``charts`` (the fielding charts),
the pure rules of each chapter (``advances``, ``grounders``, ``stealing``, ``holding``, ``fatigue``,
``bunting``), and the game that plays them, layer on layer: ``diamond`` (the state),
``balls_in_play``, ``steals``, ``chances``, ``bunts``, ``mound``, ``game`` (the sequence of a turn).
Substitutions are in ``games.engine.nine``.
"""
