"""Interfaces through which the layers above the engine use card games."""
