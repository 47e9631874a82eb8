"""The room of events takes the table of their people's roles; the log calls a role by its new name.

Whoever has filtered the log by ``tournaments.tournamentrole`` finds the same lines under
``events.eventrole``.
"""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

BEFORE = ("tournaments", "tournamentrole")
AFTER = ("events", "eventrole")


def rename(apps, was, becomes):
    types = apps.get_model("contenttypes", "ContentType").objects
    types.filter(app_label=was[0], model=was[1]).update(app_label=becomes[0], model=becomes[1])
    log = apps.get_model("journal", "Action").objects
    log.filter(subject_type=".".join(was)).update(subject_type=".".join(becomes))


def forwards(apps, schema_editor):
    rename(apps, BEFORE, AFTER)


def backwards(apps, schema_editor):
    rename(apps, AFTER, BEFORE)


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0002_rows"),
        ("tournaments", "0008_roles_of_events"),
        ("journal", "0001_tables"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="EventRole",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "role",
                            models.CharField(
                                choices=[("director", "Director"), ("spectator", "Spectator")],
                                max_length=12,
                            ),
                        ),
                        (
                            "granted_at",
                            models.DateTimeField(
                                default=django.utils.timezone.now, editable=False
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="roles",
                                to="events.event",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="event_roles",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={"ordering": ("event", "role", "id")},
                )
            ]
        ),
        migrations.AddConstraint(
            "eventrole",
            models.UniqueConstraint(
                fields=["event", "user"], name="events_one_role_per_person"
            ),
        ),
        migrations.RunPython(forwards, backwards),
    ]
