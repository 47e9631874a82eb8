"""The rules of pitching point at the row of their event."""

import django.db.models.deletion
from django.db import migrations, models

from config.events.migrating import point_at_event


class Migration(migrations.Migration):
    dependencies = [("planning", "0001_initial"), ("events", "0002_rows")]

    operations = [
        migrations.AlterModelOptions(
            "eventrules", {"ordering": ("event_id",), "verbose_name_plural": "event rules"}
        ),
        *point_at_event(
            "eventrules",
            models.OneToOneField(
                db_column="scope",
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pitching_rules",
                to="events.event",
                to_field="key",
            ),
            unique=True,
        ),
    ]
