"""The systems that two clubs can play as they are; games of cards have tests of their own."""

from games.engine.system import NOTHING, System
from games.systems.registry import SYSTEMS

PLAYED: dict[str, System] = {
    key: system for key, system in SYSTEMS.items() if system.need.kind == NOTHING
}
