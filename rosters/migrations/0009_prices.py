"""What cards cost at auction."""
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rosters', '0008_substitutions'),
    ]

    operations = [
        migrations.AddField(
            model_name='rosterspot',
            name='price',
            field=models.PositiveIntegerField(blank=True, help_text='At auction; empty where it was not bought.', null=True),
        ),
    ]
