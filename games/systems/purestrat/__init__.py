"""Purestrat: cards of real seasons, three dice and a d20."""
