"""Deep Drive beyond its rules: clubs of cards, and the league to simulate."""
