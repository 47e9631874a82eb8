"""Auctions: what was paid, and secret maximums."""
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('drafts', '0004_events'),
    ]

    operations = [
        migrations.CreateModel(
            name='SecretMaximum',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='maximum', serialize=False, to='drafts.draftseat')),
                ('lot', models.PositiveIntegerField(help_text='The number of its nomination in the log.')),
                ('amount', models.PositiveIntegerField()),
                ('after', models.PositiveIntegerField(help_text='The last event of the log by then.')),
            ],
        ),
        migrations.AddField(
            model_name='draftpick',
            name='price',
            field=models.PositiveIntegerField(blank=True, help_text='In an auction; empty in other drafts.', null=True),
        ),
    ]
