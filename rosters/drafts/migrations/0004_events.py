"""A draft points at the row of its event."""

import django.db.models.deletion
from django.db import migrations, models

from config.events.migrating import point_at_event


class Migration(migrations.Migration):
    dependencies = [("drafts", "0001_tables"), ("events", "0002_rows")]

    operations = [
        *point_at_event(
            "draft",
            models.OneToOneField(
                db_column="scope",
                on_delete=django.db.models.deletion.CASCADE,
                related_name="draft",
                to="events.event",
                to_field="key",
            ),
            unique=True,
        ),
    ]
