"""How long tests wait in a browser."""

from playwright.sync_api import expect

PATIENCE = 60_000
"""Milliseconds that a page is given to become what is expected: a busy machine is slow, not wrong.
What is there already is not waited for."""

expect.set_options(timeout=PATIENCE)
