"""The version of a database or a backup: its applied migrations."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from django.apps import apps
from django.apps.registry import Apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from config.refusals import Refusal, Refused

Node = tuple[str, str]
"""A migration, by app and name."""

WHOLE = "0001_tables"

SQUASHED: frozenset[Node] = frozenset(
    (app, name)
    for app, names in {
        "drafts": "0001_initial 0002_reminders_links_projections 0003_reminders_are_notices",
        "games": "0001_initial 0002_cards 0003_lists 0004_claims 0005_packed_events "
        "0006_series_by_system 0007_known_of_games 0008_best_of 0009_dice_segments "
        "0010_called_off 0011_beginning_of_games 0012_phases",
        "jobs": "0001_initial 0002_lists 0003_heartbeats_and_unsent_messages 0004_refusals_of_jobs",
        "journal": "0001_initial 0002_lists",
        "people": "0001_initial 0002_mailed_reminders 0003_reminders_of_everything",
        "pitching": "0001_initial 0002_phases",
        "rosters": "0001_initial 0002_players 0003_card_sets 0004_cards 0005_ballparks "
        "0006_over_replacement 0007_tendencies 0008_card_files 0009_squads "
        "0010_spots_of_squads 0011_park_of_clubs",
        "seriesday": "0001_initial 0002_clocks_without_muster 0003_absences",
        "tournaments": "0001_initial 0002_cards 0003_squads_of_events 0004_rule_editions "
        "0005_stages_and_ties 0006_named_rounds 0007_drops 0008_odds 0009_shoot_outs",
    }.items()
    for name in names.split()
)
"""The deleted migrations that an app's ``0001_tables`` replaces. Databases upgraded through them
list both."""


def without_squashed(migrations: Collection[Node]) -> frozenset[Node]:
    """These migrations without those that ``0001_tables`` replaces. ``too-old`` if an app has some
    but not all of them, which this version cannot continue."""
    replaced = {(app, name) for app, name in SQUASHED & set(migrations)}
    if any((app, WHOLE) not in migrations for app, _ in replaced):
        raise Refused(
            Refusal(
                "too-old",
                "This is of 22 November 2026 or before. Upgrade it with version 0.5.0 first, which "
                "still has the steps from there.",
            )
        )
    return frozenset(migrations) - replaced


def applied_to(connection: BaseDatabaseWrapper) -> frozenset[Node]:
    """The migrations applied to a database; ``too-old``."""
    return without_squashed(MigrationRecorder(connection).applied_migrations())


def on_disk() -> frozenset[Node]:
    """The migrations of this version, by file names; no file is read."""
    nodes = set()
    for app in apps.get_app_configs():
        module, _ = MigrationLoader.migrations_module(app.label)
        if module is not None and find_spec(module) is not None:
            paths = import_module(module).__path__
            names = (
                module_info.name
                for module_info in iter_modules(paths)
                if module_info.name[0] not in "_~"
            )
            nodes |= {(app.label, name) for name in names}
    return frozenset(nodes)


def unknown_to(loader: MigrationLoader, migrations: Iterable[Node]) -> list[str]:
    """The migrations that this version does not have, as ``games.0011_events``."""
    return sorted(f"{app}.{name}" for app, name in set(migrations) - set(loader.disk_migrations))


def some_of(names: Collection[str]) -> str:
    return f"{', '.join(list(names)[:3])}{' and others' * (len(names) > 3)}"


def leaves(loader: MigrationLoader, migrations: Collection[Node]) -> list[Node]:
    """The last of these migrations, on which none of the others depends."""
    graph = loader.graph
    known = {node for node in migrations if node in graph.nodes}
    return [
        node
        for node in sorted(known)
        if not any(child.key in known for child in graph.node_map[node].children)
    ]


def apps_of(executor: MigrationExecutor, migrations: Collection[Node]) -> Apps:
    """The models as they were after these migrations only."""
    state = ProjectState()
    graph = executor.loader.graph
    for migration, _ in executor.migration_plan(graph.leaf_nodes(), clean_start=True):
        if (migration.app_label, migration.name) in migrations:
            state = migration.mutate_state(state, preserve=False)
    return state.apps
