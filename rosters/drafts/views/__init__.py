"""Pages of a draft."""
