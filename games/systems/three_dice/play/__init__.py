"""The rules, pure and compiled."""
