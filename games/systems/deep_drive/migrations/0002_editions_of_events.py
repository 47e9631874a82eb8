"""Events of Deep Drive follow a rule edition now: those made before have the house's, with what
their settings said."""

from django.db import migrations

USUAL = {
    "mercy_margin": 0,
    "mercy_after": 7,
    "mercy_mid_inning": False,
    "concession": True,
    "concession_margin": 1,
    "concession_behind": 0,
    "extra_runner_from": 0,
    "designated_hitter": True,
}


def follow_the_house(apps, schema_editor):
    tournaments = apps.get_model("tournaments", "Tournament").objects.filter(
        system_key="deep-drive", edition_preset="purestrat-2013", edition_fields={}
    )
    for tournament in tournaments:
        games = {
            key: tournament.settings[key]
            for key, usual in USUAL.items()
            if tournament.settings.get(key, usual) != usual
        }
        tournament.edition_preset = "house-league"
        tournament.edition_fields = {"games": games} if games else {}
        tournament.save(update_fields=["edition_preset", "edition_fields"])


class Migration(migrations.Migration):

    dependencies = [
        ("deep_drive", "0001_charts"),
        ("tournaments", "0001_tables"),
    ]

    operations = [migrations.RunPython(follow_the_house, migrations.RunPython.noop)]
