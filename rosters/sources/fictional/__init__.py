"""A fictional league: invented players with the statistics of a believable season.

The same seed gives the same league on every machine. Only ``random.Random.random`` is used, whose
sequence Python promises not to change.
"""
