"""Folds: readable accounts of a game, computed from its events on demand."""
