"""Events: what people play in, whatever it is. Everything that belongs to one points at its row."""
