from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("pitching", "0003_law_of_pitching")]

    operations = [
        migrations.AddField(
            model_name="sheetseries",
            name="called_off",
            field=models.BooleanField(
                default=False,
                help_text="Nothing more is played in it; suspended games keep the outs made"
                " (A-P9).",
            ),
        ),
    ]
