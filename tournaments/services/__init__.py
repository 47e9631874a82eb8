"""The only places that write tournaments and what belongs to them."""
