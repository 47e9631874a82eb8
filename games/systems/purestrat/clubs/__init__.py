"""Purestrat beyond its rules: clubs of cards, line-ups, words and the league to measure."""
