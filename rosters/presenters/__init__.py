"""What pages show of players and cards: figures, clubs, cards as they are drawn. No writes."""
