"""The rules of tournaments: pure functions over plain values."""
