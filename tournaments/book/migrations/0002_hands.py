"""Who faced whom is in the books: what was booked is booked anew, of lines that are counted anew."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for name in ("BattingSum", "PitchingSum", "FieldingSum", "BookedGame"):
        apps.get_model("book", name).objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('book', '0001_tables'),
        ('games', '0009_duels'),
        ('rosters', '0003_squads_entered'),
        ('tournaments', '0005_overtaken'),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
        migrations.CreateModel(
            name='HandSum',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('split', models.CharField(choices=[('H', 'At home'), ('A', 'Away')], max_length=1)),
                ('games', models.IntegerField(default=0)),
                ('half', models.CharField(choices=[('B', "The batter's"), ('P', "The pitcher's")], max_length=1)),
                ('hand', models.CharField(choices=[('L', 'Left'), ('R', 'Right')], max_length=1)),
                ('plate_appearances', models.IntegerField(default=0)),
                ('at_bats', models.IntegerField(default=0)),
                ('hits', models.IntegerField(default=0)),
                ('doubles', models.IntegerField(default=0)),
                ('triples', models.IntegerField(default=0)),
                ('home_runs', models.IntegerField(default=0)),
                ('runs_batted_in', models.IntegerField(default=0)),
                ('walks', models.IntegerField(default=0)),
                ('strikeouts', models.IntegerField(default=0)),
                ('hit_by_pitch', models.IntegerField(default=0)),
                ('sacrifice_hits', models.IntegerField(default=0)),
                ('sacrifice_flies', models.IntegerField(default=0)),
                ('double_plays', models.IntegerField(default=0)),
                ('card', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rosters.card')),
                ('stage', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.stage')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rosters.team')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('stage', 'team', 'card', 'split', 'half', 'hand'), name='book_hand_once')],
            },
        ),
    ]
