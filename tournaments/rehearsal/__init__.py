"""A rehearsal: a whole event through the HTTP API, a program in every role, audited all the way.

``people`` are directors, managers and spectators, each with their own token; ``acts`` are what
they do; ``audits`` ask after every act what must always hold; ``script`` is the order of it all. No
table is written but through the API, accounts apart, and the seeds (see ``event.plant``).
"""

from tournaments.rehearsal.event import AuditError, Plan
from tournaments.rehearsal.people import CallError
from tournaments.rehearsal.script import Rehearsal, Report

__all__ = ["AuditError", "CallError", "Plan", "Rehearsal", "Report"]
