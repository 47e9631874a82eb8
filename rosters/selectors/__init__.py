"""What pages and API read: pools of cards, players with their seasons. No writes."""
