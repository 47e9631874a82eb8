"""What is written and read about Commons Baseball."""
