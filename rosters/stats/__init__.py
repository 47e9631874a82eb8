"""What players did: statistic lines as typed values. Pure Python, no database."""
