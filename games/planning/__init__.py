"""Plans of clubs before games: lineups, rotations, instructions for games in the manager's absence,
and the lineup of the day."""
