"""A tournament is an event: what every event has moves to its row, which is there already."""

import django.db.models.deletion
from django.db import migrations, models

from config.events.migrating import AlterBases

MOVED = (
    "name",
    "system_key",
    "settings",
    "edition_preset",
    "edition_fields",
    "visibility",
    "time_zone",
    "created_at",
)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_daily_readers"), ("events", "0002_rows")]

    operations = [
        migrations.RemoveConstraint("tournament", "tournaments_has_name"),
        migrations.AlterModelOptions("tournament", {"ordering": ("-pk",)}),
        *(migrations.RemoveField("tournament", name) for name in MOVED),
        migrations.AlterField(
            "tournament",
            "id",
            models.BigAutoField(
                auto_created=True,
                db_column="id",
                primary_key=True,
                serialize=False,
                verbose_name="ID",
            ),
        ),
        migrations.RenameField("tournament", "id", "event"),
        migrations.AlterField(
            "tournament",
            "event",
            models.OneToOneField(
                db_column="id",
                on_delete=django.db.models.deletion.CASCADE,
                parent_link=True,
                primary_key=True,
                serialize=False,
                to="events.event",
            ),
        ),
        AlterBases("tournament", ("events.event",)),
    ]
