"""Reads of pitching sheets."""
