"""Decks: sixty cards that somebody builds from the cards of any seasons (CB-001 to CB-005)."""
