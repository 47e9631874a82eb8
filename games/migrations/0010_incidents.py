"""Who was hurt or lent in a game is kept with the lines of its men; lines that were counted before
are counted anew by the job, some at once, and stand in books until then."""

from django.db import migrations, models

HELP = (
    "Who was hurt, and who was lent by the opponent: kind, side, card, and how many "
    "more games he is out. Null: nobody has looked."
)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_duels")]

    operations = [
        migrations.AddField(
            model_name="playerslines",
            name="incidents",
            field=models.JSONField(null=True, default=None, help_text=HELP),
        ),
        migrations.AlterField(
            model_name="playerslines",
            name="incidents",
            field=models.JSONField(null=True, default=list, help_text=HELP),
        ),
    ]
