"""Folds: everything people read about a game, made from its events on demand."""
