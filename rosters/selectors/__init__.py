"""Reads for pages and API: pools of cards, players with their seasons. No writes."""
