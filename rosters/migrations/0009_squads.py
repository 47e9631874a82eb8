import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def gather(apps, schema_editor):
    """A squad for every club that has cards; the floor above, which knows the events, names its
    event."""
    Squad = apps.get_model("rosters", "Squad")
    RosterSpot = apps.get_model("rosters", "RosterSpot")
    for team_id in RosterSpot.objects.order_by().values_list("team", flat=True).distinct():
        squad = Squad.objects.create(team_id=team_id, scope="")
        RosterSpot.objects.filter(team_id=team_id).update(squad=squad)


class Migration(migrations.Migration):

    dependencies = [
        ('rosters', '0008_card_files'),
    ]

    operations = [
        migrations.CreateModel(
            name='Squad',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(help_text='The event, as "tournament:12".', max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('ballpark', models.ForeignKey(blank=True, help_text="Its home in this event; empty: the club's own.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='squads', to='rosters.ballpark')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='squads', to='rosters.team')),
            ],
            options={
                'ordering': ('scope', 'team'),
                'constraints': [models.UniqueConstraint(fields=('scope', 'team'), name='rosters_squad_of_event')],
            },
        ),
        migrations.AddField(
            model_name='rosterspot',
            name='squad',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='spots', to='rosters.squad'),
        ),
        migrations.AddField(
            model_name='rosterspot',
            name='round',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Of the draft; empty when nobody drafted it.', null=True),
        ),
        migrations.AddField(
            model_name='rosterspot',
            name='pick',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Of the whole draft; empty when nobody drafted it.', null=True),
        ),
        migrations.RunPython(gather, migrations.RunPython.noop, elidable=True),
    ]
