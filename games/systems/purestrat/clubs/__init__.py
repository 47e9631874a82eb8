"""Purestrat beyond its rules: clubs of cards, lineups, wording, and the league to simulate."""
