"""From what the engine and the selectors say to what templates draw. Pure: no query, no request."""
