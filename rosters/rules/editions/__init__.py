"""Rule editions: every number of the tournament law as a typed, validated field. Pure.

They lie this low because all apps read them: rosters, pitching, games and tournaments.
"""
