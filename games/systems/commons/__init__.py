"""Commons Baseball."""
