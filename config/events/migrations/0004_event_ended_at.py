from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0003_roles")]

    operations = [
        migrations.AddField(
            "event",
            "ended_at",
            models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When everything was decided first; its clubs keep the names they had then.",
                null=True,
            ),
        ),
    ]
