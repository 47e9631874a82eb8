"""A practice game points at the row of its event, which has its key."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Value
from django.db.models.functions import Concat


def point(apps, schema_editor):
    rows = apps.get_model("practice", "PracticeGame").objects
    rows.update(event_id=Concat(Value("practice:"), F("key")))


def to_event(**more):
    return models.OneToOneField(
        on_delete=django.db.models.deletion.CASCADE,
        related_name="practice_game",
        to="events.event",
        to_field="key",
        **more,
    )


class Migration(migrations.Migration):
    # On PostgreSQL a table that was just filled cannot be altered in the same transaction.
    atomic = False

    dependencies = [("practice", "0001_initial"), ("events", "0002_rows")]

    operations = [
        migrations.AddField("practicegame", "event", to_event(null=True)),
        migrations.RunPython(point, migrations.RunPython.noop, elidable=True),
        migrations.AlterField("practicegame", "event", to_event()),
        migrations.RemoveField("practicegame", "key"),
    ]
