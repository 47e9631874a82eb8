import django.db.models.deletion
from django.db import migrations, models


def cuts_by_their_reasons(apps, schema_editor):
    """Rulings of before are told from one another by the beginning of what was said then."""
    rulings = apps.get_model("seriesday", "Ruling").objects
    tails = apps.get_model("games", "VoidedTail").objects
    cutting = ("reset", "restart", "rebuild", "suspend")
    for ruling in rulings.filter(remedy__in=cutting, game__isnull=False):
        reason = f"{ruling.rule}: {ruling.facts}"[:300]
        tail = tails.filter(game=ruling.game_id, reason=reason).order_by("-pk").first()
        if tail is not None:
            ruling.cut = tail
            ruling.save(update_fields=["cut"])


class Migration(migrations.Migration):
    dependencies = [("games", "0003_box_scores"), ("seriesday", "0003_roll_outs")]

    operations = [
        migrations.AddField(
            model_name="ruling",
            name="cut",
            field=models.ForeignKey(
                blank=True,
                help_text="What its remedy took off the game, and an appeal may put back.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.voidedtail",
            ),
        ),
        migrations.RunPython(cuts_by_their_reasons, migrations.RunPython.noop, elidable=True),
    ]
