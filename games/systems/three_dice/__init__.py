"""Three-Dice Baseball."""
