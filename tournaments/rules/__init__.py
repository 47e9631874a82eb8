"""The law of tournaments: pure functions over plain values."""
