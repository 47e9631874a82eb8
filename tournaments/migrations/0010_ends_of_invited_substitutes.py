"""An invite of a substitute says when the substitution ends."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_ended")]

    operations = [
        migrations.AddField(
            "invite",
            "ends",
            models.CharField(
                blank=True,
                default="",
                help_text="A substitute's: series:12 or round:3, with its end.",
                max_length=60,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "invite",
            "until",
            models.DateTimeField(
                blank=True, help_text="A substitute's: when the substitution ends.", null=True
            ),
        ),
    ]
