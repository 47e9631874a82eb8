from django.db import migrations


def keep(apps, schema_editor):
    """Whoever has been mailed is not mailed again."""
    Notice = apps.get_model("notices", "Notice")
    for each in apps.get_model("drafts", "DraftReminder").objects.select_related("draft"):
        since = f"{each.turn_since:%Y-%m-%dT%H:%M:%S.%f}"
        Notice.objects.get_or_create(
            user_id=each.user_id,
            key=f"draft:{each.draft_id}-{each.division}:{each.kind}:{since}",
            defaults={
                "kind": "on-the-clock",
                "title": each.draft.name[:200],
                "url": f"/drafts/{each.draft_id}/",
                "scope": each.draft.scope,
                "created_at": each.created_at,
                "mailed_at": each.created_at,
            },
        )


class Migration(migrations.Migration):
    dependencies = [
        ("drafts", "0002_reminders_links_projections"),
        ("notices", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(keep, migrations.RunPython.noop),
        migrations.DeleteModel(name="DraftReminder"),
    ]
