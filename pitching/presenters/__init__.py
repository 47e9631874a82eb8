"""What the pages of pitching sheets draw."""
