from django.db import migrations, models

from games.engine.events import HALF, KIND_MASK, OUTS, SINGLE, TO_MASK, TO_SHIFT, TURN_OVER

ENDED_EARLY = ("walk-off", "mercy", "conceded")
"""Of these a summary says three out, whatever there were."""


def read_back(apps, schema_editor):
    """What the summaries of games say, and where the game ended early, its events."""
    games = apps.get_model("games", "Game").objects.order_by()
    told = games.values_list("pk", "summary__half", "summary__outs")
    early = games.filter(reason__in=ENDED_EARLY, known="transcript")
    ended = {pk: outs_of_last_turn(events) for pk, events in early.values_list("pk", "events")}
    for pk, half, outs in told.iterator():
        games.filter(pk=pk).update(half=half, outs=ended.get(pk, outs))


def outs_of_last_turn(events):
    outs = 0
    for event in events:
        kind = event & KIND_MASK
        if kind >= SINGLE:
            outs += OUTS[event >> TO_SHIFT & TO_MASK]
        elif kind == HALF:
            outs = 0
        elif kind == TURN_OVER:
            outs = 3
    return outs


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_tables'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='half',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Of the inning in which it ended or stands; 0 the top.', null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='outs',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Made in that half, also where fewer than three ended it.', null=True),
        ),
        migrations.RunPython(read_back, migrations.RunPython.noop, elidable=True),
    ]
