from django.db import migrations, models


def where_the_games_stand(apps, schema_editor):
    """Until now a throw counted wherever its game stood: those there are stand for where it does."""
    rolls = apps.get_model("seriesday", "SuspendedRoll").objects
    found = rolls.order_by("pk").values_list("pk", "game__summary")
    for pk, summary in found.iterator():
        inning, half, outs = (summary.get(key, 0) for key in ("inning", "half", "outs"))
        rolls.filter(pk=pk).update(outs=max(6 * (inning - 1) + 3 * half + outs, 0))


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0003_box_scores"),
        ("seriesday", "0002_rolls"),
    ]

    operations = [
        migrations.AddField(
            model_name="suspendedroll",
            name="outs",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="That both sides had made in the game."
            ),
            preserve_default=False,
        ),
        migrations.RunPython(
            where_the_games_stand, migrations.RunPython.noop, elidable=True
        ),
    ]
