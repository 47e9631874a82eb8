"""Series, standing orders and clock terms point at the row of their event."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

from config.events.migrating import point_at_event


def to_event(kind, **more):
    return kind(db_column="scope", to="events.event", to_field="key", **more)


class Migration(migrations.Migration):
    dependencies = [("games", "0010_incidents"), ("events", "0002_rows")]

    operations = [
        migrations.RemoveIndex("series", "games_series_unplayed"),
        migrations.RemoveIndex("series", "games_series_scope"),
        migrations.RemoveIndex("series", "games_series_called_off"),
        *point_at_event(
            "series",
            to_event(
                models.ForeignKey,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="series",
            ),
        ),
        migrations.AddIndex(
            "series",
            models.Index(
                condition=Q(completed_at=None),
                fields=["event", "id"],
                name="games_series_unplayed",
            ),
        ),
        migrations.AddIndex(
            "series",
            models.Index(fields=["event", "id", "completed_at"], name="games_series_scope"),
        ),
        migrations.AddIndex(
            "series",
            models.Index(
                condition=Q(called_off_at__isnull=False),
                fields=["event", "id"],
                name="games_series_called_off",
            ),
        ),
        migrations.RemoveConstraint("clubstandingorders", "games_standing_orders_once"),
        *point_at_event(
            "clubstandingorders",
            to_event(
                models.ForeignKey,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
            ),
        ),
        migrations.AddConstraint(
            "clubstandingorders",
            models.UniqueConstraint(fields=("team", "event"), name="games_standing_orders_once"),
        ),
        *point_at_event(
            "clockterms",
            to_event(
                models.OneToOneField,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="clock_terms",
            ),
            unique=True,
        ),
    ]
