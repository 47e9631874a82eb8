"""Values for the pages of a club's plans."""
