"""Copies of a house: one file that holds every row, taken while the house works, and put back into
either database, into the same version or a later one."""
