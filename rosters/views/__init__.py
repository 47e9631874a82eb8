"""Pages of clubs, players and cards."""
