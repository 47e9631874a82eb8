"""Charts that people lay down: stored, looked up, shown, written out."""
