"""Tournaments for API clients: setting up, running, watching, inviting."""
