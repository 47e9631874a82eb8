"""The clubs that were entered for sign-ups of before, found by their names."""

import re

from django.db import migrations


def find_clubs(apps, schema_editor):
    SignUp = apps.get_model("day", "SignUp")
    Entrant = apps.get_model("tournaments", "Entrant")
    alias = schema_editor.connection.alias
    for row in SignUp.objects.using(alias).filter(entered=True):
        name = re.sub(r"[,\t;]", " ", row.club or f"Club of {row.name}"[:60])
        clubs = Entrant.objects.using(alias).filter(
            tournament=row.tournament_id, team__name__iexact=name.strip()
        )
        row.entrant = clubs.first()
        row.save(update_fields=["entrant"])


class Migration(migrations.Migration):
    dependencies = [("day", "0003_the_club_of_a_sign_up")]

    operations = [
        migrations.RunPython(find_clubs, migrations.RunPython.noop, elidable=True),
    ]
