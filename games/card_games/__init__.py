"""What the rooms above the engine ask of game systems that are played with cards."""
