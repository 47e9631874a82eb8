from django.db import migrations


def name_events(apps, schema_editor):
    """Say of every squad from before which event it was for: each event of its club keeps it."""
    Squad = apps.get_model("rosters", "Squad")
    RosterSpot = apps.get_model("rosters", "RosterSpot")
    Entrant = apps.get_model("tournaments", "Entrant")
    for squad in Squad.objects.filter(scope=""):
        spots = list(squad.spots.values("card_id", "number"))
        entries = Entrant.objects.filter(team_id=squad.team_id, tournament__card_set__isnull=False)
        events = list(entries.order_by("tournament").values_list("tournament", flat=True))
        for number in events[1:]:
            another = Squad.objects.create(team_id=squad.team_id, scope=f"tournament:{number}")
            RosterSpot.objects.bulk_create(RosterSpot(squad=another, **spot) for spot in spots)
        if events:
            squad.scope = f"tournament:{events[0]}"
            squad.save(update_fields=["scope"])


class Migration(migrations.Migration):

    dependencies = [
        ('rosters', '0010_spots_of_squads'),
        ('tournaments', '0002_cards'),
    ]

    operations = [migrations.RunPython(name_events, migrations.RunPython.noop, elidable=True)]
