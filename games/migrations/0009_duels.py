"""The lines of men say who faced whom: those that are kept are counted anew by the job."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("games", "PlayersLines").objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0008_game_clocks")]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name="playerslines",
            name="duels",
            field=models.JSONField(
                default=list,
                help_text="Side at bat, batter, pitcher, on which side of the plate, with which hand, and "
                "what came of it; empty where nobody knows the plays.",
            ),
        ),
        migrations.AddField(
            model_name="playerslines",
            name="balls",
            field=models.JSONField(
                default=list,
                help_text="Side, batter, the position that had his balls first; hits, and others.",
            ),
        ),
        migrations.AddField(
            model_name="playerslines",
            name="stretches",
            field=models.JSONField(
                default=list,
                help_text="Side, pitcher, runs charged to him; outs before the first, most between two, "
                "and since the last.",
            ),
        ),
    ]
