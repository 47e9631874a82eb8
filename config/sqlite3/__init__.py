"""Django's SQLite backend with a file that is its owner's alone."""
