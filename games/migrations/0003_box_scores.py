import django.db.models.deletion
from django.db import migrations, models


def line_scores_are_results(apps, schema_editor):
    """A box score has the players' lines; what was called one had only runs by inning."""
    games = apps.get_model("games", "Game")
    games.objects.filter(known="box").update(known="result")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_outs_of_the_last_turn"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="known",
            field=models.CharField(
                choices=[
                    ("result", "The result"),
                    ("box", "The box score"),
                    ("transcript", "Every play"),
                ],
                default="transcript",
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="PlayersLines",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="players_lines",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("finished_at", models.DateTimeField(help_text="Of the game as it was counted.")),
                (
                    "batting",
                    models.JSONField(help_text="Side, card, and the counts of a batter."),
                ),
                (
                    "pitching",
                    models.JSONField(help_text="Side, card, and the counts of a pitcher."),
                ),
            ],
            options={"verbose_name_plural": "players' lines", "ordering": ("game",)},
        ),
        migrations.RunPython(line_scores_are_results, migrations.RunPython.noop),
    ]
