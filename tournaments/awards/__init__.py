"""Awards of an event: those that its statistics give, and those that its clubs vote on."""
