"""Poker Dice Baseball 2.1."""
