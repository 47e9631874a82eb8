from django.db import migrations


def say_it_on_sheets(apps, schema_editor):
    """Series that were called off before sheets said so."""
    off = apps.get_model("games", "Series").objects.filter(called_off_at__isnull=False)
    keys = [f"series:{pk}" for pk in off.values_list("pk", flat=True)]
    there = apps.get_model("pitching", "SheetSeries").objects
    for at in range(0, len(keys), 500):
        there.filter(key__in=keys[at : at + 500]).update(called_off=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_box_scores"), ("pitching", "0004_called_off")]

    operations = [
        migrations.RunPython(say_it_on_sheets, migrations.RunPython.noop, elidable=True),
    ]
