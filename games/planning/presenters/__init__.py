"""What the pages of a club's plans show."""
