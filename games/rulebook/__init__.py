"""The product's own rulebook: every rule by id, and how the software handles it."""
