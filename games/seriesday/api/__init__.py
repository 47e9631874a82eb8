"""Reports and rulings for API clients."""
