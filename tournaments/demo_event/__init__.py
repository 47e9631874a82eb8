"""The demo's second event: programs play its people through the HTTP API, in one process.

``people`` are directors, managers and spectators, each with their own token; ``acts`` are what
they do; ``half_way`` is the order of it all. No table is written but through the API, accounts
apart, and the seeds (see ``event.plant``).
"""
