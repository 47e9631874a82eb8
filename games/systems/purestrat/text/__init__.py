"""Cards, charts and refusals as people write and read them, on demand."""
