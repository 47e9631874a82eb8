import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models


def move_sessions(apps, schema_editor):
    """Whoever is signed in stays so."""
    old_sessions = apps.get_model('sessions', 'Session')
    Session = apps.get_model('people', 'Session')
    people = set(apps.get_model('people', 'User').objects.values_list('pk', flat=True))
    now = django.utils.timezone.now()
    for old in old_sessions.objects.filter(expire_date__gt=now).iterator():
        user = str(SessionStore().decode(old.session_data).get('_auth_user_id', ''))
        Session.objects.create(
            session_key=old.session_key,
            session_data=old.session_data,
            expire_date=old.expire_date,
            user_id=int(user) if user.isdecimal() and int(user) in people else None,
        )
    old_sessions.objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0004_api_tokens'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('began_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('address', models.CharField(blank=True, max_length=64)),
                ('agent', models.CharField(blank=True, max_length=300)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.RunPython(move_sessions, migrations.RunPython.noop),
    ]
