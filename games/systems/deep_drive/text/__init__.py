"""What people write and read of Deep Drive: cards, charts and park cards as text."""
