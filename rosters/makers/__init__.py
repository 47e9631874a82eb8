"""Card makers: from a season's lines to a game system's card."""
