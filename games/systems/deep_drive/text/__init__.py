"""Text forms of Deep Drive's cards, charts and park cards."""
