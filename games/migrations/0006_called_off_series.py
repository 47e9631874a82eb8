
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_standing_orders'),
        ('rosters', '0003_squads_entered'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='series',
            index=models.Index(condition=models.Q(('called_off_at__isnull', False)), fields=['scope', 'id'], name='games_series_called_off'),
        ),
    ]
