"""Statistic lines as typed values. Pure Python, no database."""
