from django.db import migrations, models


def ended(apps, schema_editor):
    """When events that are over ended: their archive knows."""
    database = schema_editor.connection.alias
    records = apps.get_model("tournaments", "EventRecord").objects.using(database)
    events = apps.get_model("events", "Event").objects.using(database)
    order = apps.get_model("rosters", "Team").objects.filter(pk=models.OuterRef("team"))
    entrants = apps.get_model("tournaments", "Entrant").objects.using(database)
    for event, closed_at in records.values_list("tournament", "closed_at"):
        events.filter(pk=event).update(ended_at=closed_at)
        entrants.filter(tournament=event).update(
            batting_order=models.Subquery(order.values("batting_order"))
        )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_roles_of_events"),
        ("events", "0004_event_ended_at"),
    ]

    operations = [
        migrations.AddField(
            "entrant",
            "batting_order",
            models.JSONField(
                blank=True,
                editable=False,
                help_text="The names in its batting order when the event ended.",
                null=True,
            ),
        ),
        migrations.RunPython(ended, migrations.RunPython.noop),
    ]
