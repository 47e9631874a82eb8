"""Decks: sixty cards that a user chooses from the cards of all seasons (CB-001 to CB-005)."""
