import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(editable=False, max_length=16)),
                ("key", models.CharField(editable=False, max_length=64, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("system_key", models.CharField(max_length=32, verbose_name="game system")),
                (
                    "settings",
                    models.JSONField(
                        default=dict, help_text="Settled options; frozen at the start."
                    ),
                ),
                (
                    "edition_preset",
                    models.CharField(
                        blank=True,
                        help_text="The preset of the tournament law, in games that follow one; "
                        "empty: the usual.",
                        max_length=32,
                        verbose_name="rule edition",
                    ),
                ),
                (
                    "edition_fields",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="What differs from the preset; from the start on every field, "
                        "frozen.",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "Anybody may look"),
                            ("private", "Only its people may look"),
                        ],
                        default="public",
                        max_length=12,
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        help_text="Where the event is held: its days begin and end there (T33.0n).",
                        max_length=64,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="events_has_name"
                    )
                ],
            },
        ),
    ]
