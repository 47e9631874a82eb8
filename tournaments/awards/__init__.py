"""Awards of an event: those that its book gives, and those that its clubs vote on."""
