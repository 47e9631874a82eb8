"""The law of rosters: who is eligible, and which rosters are legal. Pure functions."""
