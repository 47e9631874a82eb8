"""The law of a draft: who picks when, what he may pick, and what stands on the board. Pure."""
