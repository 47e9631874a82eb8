"""Two-Dice Baseball."""
