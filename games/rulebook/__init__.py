"""The product's own rulebook: every rule by id, how the software handles it, and who reads it."""
