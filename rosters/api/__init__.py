"""Clubs, players and cards for API clients: one module per resource."""
