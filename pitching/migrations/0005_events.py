"""Sheets point at the row of their event."""

import django.db.models.deletion
from django.db import migrations, models

from config.events.migrating import point_at_event


class Migration(migrations.Migration):
    dependencies = [("pitching", "0004_called_off"), ("events", "0002_rows")]

    operations = [
        migrations.AlterModelOptions(
            "pitchingsheet", {"ordering": ("event_id", "phase", "team")}
        ),
        migrations.RemoveConstraint("pitchingsheet", "pitching_one_sheet_per_phase"),
        *point_at_event(
            "pitchingsheet",
            models.ForeignKey(
                db_column="scope",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sheets",
                to="events.event",
                to_field="key",
            ),
        ),
        migrations.AddConstraint(
            "pitchingsheet",
            models.UniqueConstraint(
                fields=("team", "event", "phase"), name="pitching_one_sheet_per_phase"
            ),
        ),
    ]
