"""What the pages of pitching sheets show."""
