"""The card maker of Purestrat: sides of readings and ratings from a season."""
