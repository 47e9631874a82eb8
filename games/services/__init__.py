"""The only places that write series and games."""
