import hashlib

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def keep_digests(apps, schema_editor):
    """The one token that an account could have stays, unnamed and with everything its person may do;
    what it is is kept no more."""
    Token = apps.get_model('authtoken', 'Token')
    ApiToken = apps.get_model('people', 'ApiToken')
    for token in Token.objects.order_by('created').iterator():
        ApiToken.objects.create(
            user_id=token.user_id,
            scope='director',
            digest=hashlib.sha256(token.key.encode()).hexdigest(),
            created_at=token.created,
        )
    Token.objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0001_tables'),
        ('authtoken', '0004_alter_tokenproxy_options'),
    ]

    operations = [
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=60)),
                ('scope', models.CharField(choices=[('read', 'Read only'), ('manager', 'Act as a manager'), ('director', 'Everything you may do')], default='director', max_length=10)),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(editable=False, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'API token',
                'ordering': ('-created_at', '-pk'),
            },
        ),
        migrations.RunPython(keep_digests, migrations.RunPython.noop),
    ]
