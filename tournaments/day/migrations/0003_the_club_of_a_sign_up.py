"""A sign-up knows the club that was entered for it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("day", "0002_sign_ups"),
        ("tournaments", "0006_daily_readers"),
    ]

    operations = [
        migrations.AddField(
            model_name="signup",
            name="entrant",
            field=models.ForeignKey(
                blank=True,
                help_text="The club that was entered for him.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sign_ups",
                to="tournaments.entrant",
            ),
        ),
    ]
