from django.db import migrations, models


def parks(apps, schema_editor):
    """The row of each park that a pick has taken."""
    database = schema_editor.connection.alias
    picks = apps.get_model("drafts", "DraftPick").objects.using(database)
    rows = apps.get_model("rosters", "Ballpark").objects.using(database)
    for pick in picks.exclude(park_key="").select_related("draft__card_set"):
        kind, _, key = pick.park_key.partition(":")
        if kind == "own":
            pick.park = rows.filter(pk=key).first()
        else:
            listed = rows.filter(source=kind, key=key).order_by("-year")
            years = pick.draft.card_set.years or []
            pick.park = listed.filter(year__in=years).first() or listed.first()
        pick.save(update_fields=["park"])


class Migration(migrations.Migration):
    dependencies = [
        ("drafts", "0005_auctions"),
        ("rosters", "0010_team_former_names"),
    ]

    operations = [
        migrations.AddField(
            "draftpick",
            "park",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=models.PROTECT,
                related_name="drafted",
                to="rosters.ballpark",
            ),
        ),
        migrations.RunPython(parks, migrations.RunPython.noop),
    ]
