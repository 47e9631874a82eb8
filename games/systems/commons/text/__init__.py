"""Texts about Commons Baseball."""
