"""Readers of Retrosheet event files; ``games.engine.folds.retrosheet`` writes them."""
