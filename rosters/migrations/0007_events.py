"""Squads point at the row of their event."""

import django.db.models.deletion
from django.db import migrations, models

from config.events.migrating import point_at_event


class Migration(migrations.Migration):
    dependencies = [("rosters", "0006_real_divisions"), ("events", "0002_rows")]

    operations = [
        migrations.AlterModelOptions("squad", {"ordering": ("event_id", "team")}),
        migrations.RemoveConstraint("squad", "rosters_squad_of_event"),
        *point_at_event(
            "squad",
            models.ForeignKey(
                db_column="scope",
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="squads",
                to="events.event",
                to_field="key",
            ),
        ),
        migrations.AddConstraint(
            "squad",
            models.UniqueConstraint(fields=("event", "team"), name="rosters_squad_of_event"),
        ),
    ]
