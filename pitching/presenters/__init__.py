"""Values that the pages of pitching sheets show."""
