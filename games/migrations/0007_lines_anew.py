"""The lines of men say more than they did: those that are kept are counted anew by the job."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("games", "PlayersLines").objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0006_called_off_series")]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name="playerslines",
            name="fielding",
            field=models.JSONField(
                default=list, help_text="Side, card, position, and the counts of a man there."
            ),
        ),
    ]
