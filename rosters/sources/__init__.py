"""Where players come from: published databases, and a fictional league of our own."""
