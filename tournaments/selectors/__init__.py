"""Queries about tournaments, for pages and the API."""
