"""What is printed of Deep Drive: cards, park cards, charts, a score sheet."""
