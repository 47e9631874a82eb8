"""Reads of the tournament floor, for its pages and for the API."""
