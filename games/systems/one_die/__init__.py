"""One-Die Baseball."""
