"""Deep Drive: cards with numbers 00 to 99, three ten-sided dice.

From the bottom up: ``readings``, ``cards`` and ``park`` (what is printed), and what plays them.
"""
