"""What pages show of players and cards: figures, clubs, drawn cards. No writes."""
