"""Roles hang on the event's row, whose number is the tournament's, and move to its room."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_events"), ("events", "0002_rows")]

    operations = [
        migrations.RemoveConstraint("tournamentrole", "tournaments_one_role_per_person"),
        migrations.AlterModelOptions("tournamentrole", {"ordering": ("role", "id")}),
        migrations.AlterField(
            "tournamentrole",
            "tournament",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="roles",
                to="events.event",
            ),
        ),
        migrations.RenameField("tournamentrole", "tournament", "event"),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AlterModelTable("tournamentrole", "events_eventrole"),
            ],
            state_operations=[migrations.DeleteModel("tournamentrole")],
        ),
    ]
