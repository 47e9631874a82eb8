"""Services that write pitching sheets; no other code does."""
