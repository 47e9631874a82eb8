import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Apart from 0008: PostgreSQL does not alter a table whose rows changed in the same
    transaction."""

    dependencies = [
        ('rosters', '0009_squads'),
    ]

    operations = [
        migrations.AlterField(
            model_name='rosterspot',
            name='squad',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='spots', to='rosters.squad'),
        ),
        migrations.RemoveConstraint(
            model_name='rosterspot',
            name='rosters_card_once_a_club',
        ),
        migrations.RemoveConstraint(
            model_name='rosterspot',
            name='rosters_spot_number',
        ),
        migrations.AlterModelOptions(
            name='rosterspot',
            options={'ordering': ('squad', 'number')},
        ),
        migrations.RemoveField(
            model_name='rosterspot',
            name='team',
        ),
        migrations.AddConstraint(
            model_name='rosterspot',
            constraint=models.UniqueConstraint(fields=('squad', 'card'), name='rosters_card_once_a_squad'),
        ),
        migrations.AddConstraint(
            model_name='rosterspot',
            constraint=models.UniqueConstraint(fields=('squad', 'number'), name='rosters_spot_number'),
        ),
    ]
