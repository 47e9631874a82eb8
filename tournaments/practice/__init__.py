"""Practice games between any two clubs of a game system, or squads of the pool; they do not
count."""
