from django.db import migrations, models


def batting_orders(apps, schema_editor):
    """Of games that began without cards: from the audit log where it can tell, else as they are."""
    database = schema_editor.connection.alias
    games = apps.get_model("games", "Game").objects.using(database)
    lines = apps.get_model("journal", "Action").objects.using(database)
    earlier = {}
    for scope, at, old in (
        lines.filter(code="team-changed").order_by("id").values_list("scope", "at", "old")
    ):
        if "batting_order" in old:
            team = int(scope.partition(":")[2])
            earlier.setdefault(team, []).append((at, old["batting_order"]))
    named = apps.get_model("rosters", "Team").objects.using(database).exclude(batting_order=[])
    today = dict(named.values_list("pk", "batting_order"))

    def order(team, at):
        until = (order for changed, order in earlier.get(team, ()) if at < changed)
        return next(until, today.get(team, []))

    clubs = earlier.keys() | today.keys()
    begun = games.filter(clubs=None).filter(
        models.Q(away__in=clubs) | models.Q(home__in=clubs)
    )
    changed = []
    for game in begun.only("away", "home", "started_at").iterator(2000):
        game.batting_orders = [
            order(game.away_id, game.started_at),
            order(game.home_id, game.started_at),
        ]
        changed.append(game)
    games.bulk_update(changed, ["batting_orders"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_events"),
        ("journal", "0001_tables"),
        ("rosters", "0009_prices"),
    ]

    operations = [
        migrations.AddField(
            "game",
            "batting_orders",
            models.JSONField(
                blank=True,
                help_text="The names in both clubs' orders when it began, visitors first, without cards.",
                null=True,
            ),
        ),
        migrations.RunPython(batting_orders, migrations.RunPython.noop),
    ]
