"""A row for every event that there is, whose number and key stay as they were."""

from django.core.management.color import no_style
from django.db import migrations

# With which edition practice games of a system were played.
USUAL = {"deep-drive": "house-league"}

POINTING = (
    ("games", "Series"),
    ("games", "ClubStandingOrders"),
    ("games", "ClockTerms"),
    ("planning", "EventRules"),
    ("pitching", "PitchingSheet"),
    ("rosters", "Squad"),
    ("drafts", "Draft"),
)


def fill(apps, schema_editor):
    Event = apps.get_model("events", "Event")
    rows = [
        Event(
            pk=each.pk,
            kind="tournament",
            key=f"tournament:{each.pk}",
            name=each.name,
            system_key=each.system_key,
            settings=each.settings,
            edition_preset=each.edition_preset,
            edition_fields=each.edition_fields,
            visibility=each.visibility,
            time_zone=each.time_zone,
            created_at=each.created_at,
        )
        for each in apps.get_model("tournaments", "Tournament").objects.order_by("pk")
    ]
    Event.objects.bulk_create(rows, 500)
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Event]):
            cursor.execute(statement)
    others = [
        Event(
            kind="mock",
            key=each.scope,
            name=each.name,
            system_key=each.system_key,
            visibility="private",
            created_at=each.created_at,
        )
        for each in apps.get_model("drafts", "Draft").objects.exclude(owner=None).order_by("pk")
    ]
    practice = apps.get_model("practice", "PracticeGame").objects.select_related(
        "series__away", "series__home"
    )
    for each in practice.order_by("pk"):
        series = each.series
        others.append(
            Event(
                kind="practice",
                key=f"practice:{each.key}",
                name=f"{series.away.name} at {series.home.name}"[:80],
                system_key=series.system_key,
                settings=series.settings,
                edition_preset=USUAL.get(series.system_key, "purestrat-2013"),
                visibility="private",
                created_at=each.created_at,
            )
        )
    Event.objects.bulk_create(others, 500)
    # What is left of events that are gone: nothing of it is lost.
    known = set(Event.objects.values_list("key", flat=True))
    named = {
        scope
        for app, model in POINTING
        for scope in apps.get_model(app, model)
        .objects.order_by()
        .values_list("scope", flat=True)
        .distinct()
    }
    Event.objects.bulk_create(
        Event(kind=key.partition(":")[0][:16], key=key, name=key, visibility="private")
        for key in sorted(named - known)
    )


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0001_initial"),
        ("rosters", "0006_real_divisions"),
        ("drafts", "0001_tables"),
        ("pitching", "0004_called_off"),
        ("games", "0009_duels"),
        ("planning", "0001_initial"),
        ("tournaments", "0006_daily_readers"),
        ("practice", "0001_initial"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
