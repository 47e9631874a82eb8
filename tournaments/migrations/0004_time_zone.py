from django.db import migrations, models


def zones_of_directors(apps, schema_editor):
    """Events that there are get the zone of whoever set them up, where he has said one."""
    roles = apps.get_model("tournaments", "TournamentRole")
    events = apps.get_model("tournaments", "Tournament")
    zones = {}
    rows = roles.objects.filter(role="director").exclude(user__time_zone="").order_by("pk")
    for event, zone in rows.values_list("tournament", "user__time_zone"):
        zones.setdefault(event, zone)
    for event, zone in zones.items():
        events.objects.filter(pk=event).update(time_zone=zone)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_digits_of_points")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="time_zone",
            field=models.CharField(
                default="UTC",
                help_text="Where the event is held: its days begin and end there (T33.0n).",
                max_length=64,
            ),
        ),
        migrations.RunPython(zones_of_directors, migrations.RunPython.noop, elidable=True),
    ]
