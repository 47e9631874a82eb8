"""How Deep Drive's cards are made of seasons.

From the bottom up: ``kept`` (what a year kept, and what is estimated of the rest), ``counts`` (a
season as rates of a turn), ``design`` (what stands on average cards), ``batting`` and ``pitching``
(the numbers of one card), ``outs``, ``running``, ``gloves`` and ``mound`` (what stands around
them), ``year`` (everybody of a year made in rounds), ``value``, and the ``maker``.
"""
