"""Roster rules: which players are eligible, and which rosters are legal. Pure functions."""
