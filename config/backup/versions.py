"""What version a database or a copy is of: the migrations that it has been through."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
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

Node = tuple[str, str]
"""A migration, by app and name."""


def applied_to(connection: BaseDatabaseWrapper) -> frozenset[Node]:
    """What a database has been through."""
    return frozenset(MigrationRecorder(connection).applied_migrations())


def on_disk() -> frozenset[Node]:
    """What this version has, by the names of the files: none of them is read."""
    found = set()
    for app in apps.get_app_configs():
        module, _ = MigrationLoader.migrations_module(app.label)
        if module is not None and find_spec(module) is not None:
            paths = import_module(module).__path__
            names = (each.name for each in iter_modules(paths) if each.name[0] not in "_~")
            found |= {(app.label, name) for name in names}
    return frozenset(found)


def unknown_to(loader: MigrationLoader, migrations: Iterable[Node]) -> list[str]:
    """The migrations that this version has not got, as ``games.0012_phases``."""
    known = {*loader.disk_migrations, *loader.replacements}
    return sorted(f"{app}.{name}" for app, name in set(migrations) - known)


def some_of(names: Collection[str]) -> str:
    """The first of them, in words."""
    return f"{', '.join(list(names)[:3])}{' and others' * (len(names) > 3)}"


def executor_for(
    connection: BaseDatabaseWrapper, migrations: AbstractSet[Node]
) -> MigrationExecutor:
    """The migration executor that knows these migrations by their own names, though they were
    squashed since."""
    executor = MigrationExecutor(connection)
    if any(
        whole not in migrations and not migrations.isdisjoint(put_together.replaces)
        for whole, put_together in executor.loader.replacements.items()
    ):
        executor.loader = MigrationLoader(connection, replace_migrations=False)
    return executor


def leaves(loader: MigrationLoader, migrations: Collection[Node]) -> list[Node]:
    """The last of these migrations: those that none of the others depends on."""
    graph = loader.graph
    there = {node for node in migrations if node in graph.nodes}
    return [
        node
        for node in sorted(there)
        if not any(child.key in there for child in graph.node_map[node].children)
    ]


def apps_of(executor: MigrationExecutor, migrations: Collection[Node]) -> Apps:
    """The models as they were after these migrations, and no others."""
    state = ProjectState()
    graph = executor.loader.graph
    for migration, _ in executor.migration_plan(graph.leaf_nodes(), clean_start=True):
        if (migration.app_label, migration.name) in migrations:
            state = migration.mutate_state(state, preserve=False)
    return state.apps
