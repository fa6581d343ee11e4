from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_time_for_people")]

    operations = [
        migrations.AddField(
            "seat", "silent", models.TextField(blank=True, default="", editable=False), preserve_default=False
        ),
    ]
