"""Django's SQLite backend with a file that is its owner's alone, and writers that are served in the
order in which they come."""
