"""The models of events."""

from tournaments.models.daily import DailyReader
from tournaments.models.drops import Drop, Replacement
from tournaments.models.events import Entrant, Tournament
from tournaments.models.invites import Invite
from tournaments.models.odds import ClubStrengths, EventOdds
from tournaments.models.records import Encounter, EventRecord, Finish, ManagerFinish, ManagerRecord
from tournaments.models.stages import Fixture, Round, Stage, StageEntrant
from tournaments.models.ties import TieRuling

__all__ = (
    "ClubStrengths",
    "DailyReader",
    "Drop",
    "Encounter",
    "Entrant",
    "EventOdds",
    "EventRecord",
    "Finish",
    "Fixture",
    "Invite",
    "ManagerFinish",
    "ManagerRecord",
    "Replacement",
    "Round",
    "Stage",
    "StageEntrant",
    "TieRuling",
    "Tournament",
)
