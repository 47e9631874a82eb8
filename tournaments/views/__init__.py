"""The pages of the tournament floor, by subject."""
