"""Practice games: any two clubs of a game system, or squads of the pool; they count for nothing."""
