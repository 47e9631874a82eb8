"""What the people of a club lay down before games: line-ups, rotations, instructions for games
without them, and who plays today."""
