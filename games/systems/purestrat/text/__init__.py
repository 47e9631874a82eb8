"""Text forms of cards, charts and refusals, loaded on demand."""
