"""Backups of a site: one file that holds every row, taken while the site runs, and restored into
either database, into the same version or a later one."""
