from django.db import migrations, models

IDENTITY = ("name", "abbreviation", "colour", "accent")


def former_names(apps, schema_editor):
    """From the audit log, as far as it goes back."""
    database = schema_editor.connection.alias
    team_model = apps.get_model("rosters", "Team")
    lines = apps.get_model("journal", "Action").objects.using(database)
    changes = {}
    for scope, at, old in (
        lines.filter(code="team-changed").order_by("-id").values_list("scope", "at", "old")
    ):
        earlier = {field: old[field] for field in IDENTITY if field in old}
        if earlier:
            changes.setdefault(int(scope.partition(":")[2]), []).append((at, earlier))
    for team in team_model.objects.using(database).filter(pk__in=changes):
        name = {field: getattr(team, field) for field in IDENTITY}
        for at, earlier in changes[team.pk]:
            name = name | earlier
            team.former_names.insert(0, {**name, "until": at.isoformat()})
        team.save(update_fields=["former_names"])


class Migration(migrations.Migration):
    dependencies = [
        ("rosters", "0009_prices"),
        ("journal", "0001_tables"),
    ]

    operations = [
        migrations.AddField(
            "team",
            "former_names",
            models.JSONField(
                blank=True,
                default=list,
                editable=False,
                help_text="Earlier names, letters and colors, each until an instant; the earliest first.",
            ),
        ),
        migrations.RunPython(former_names, migrations.RunPython.noop),
    ]
