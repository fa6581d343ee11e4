"""Only seats that are taken are rows; the number of seats is the match's. Smaller keys, a cheaper trigger."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COUNT = """
UPDATE games_game SET seat_count = (SELECT count(*) FROM games_seat WHERE game_id = games_game.id);
DELETE FROM games_seat WHERE user_id IS NULL;
"""
AFTER = """
DROP TRIGGER turn_keeps_words ON games_turn;
CREATE TRIGGER turn_keeps_words AFTER UPDATE OF actions ON games_turn
    FOR EACH ROW EXECUTE FUNCTION games_turn_keeps_words();
"""
BEFORE = AFTER.replace("AFTER UPDATE", "BEFORE UPDATE")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_visit"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "game",
            "seat_count",
            models.PositiveSmallIntegerField(default=0, verbose_name="seats"),
            preserve_default=False,
        ),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.AlterField("game", "id", models.AutoField(primary_key=True, serialize=False)),
        migrations.AlterField("seat", "id", models.AutoField(primary_key=True, serialize=False)),
        migrations.AlterField(
            "seat",
            "state",
            models.CharField(
                choices=[("playing", "playing"), ("resigned", "resigned"), ("replaced", "replaced")],
                default="playing",
                max_length=8,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            "seat",
            "user",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.RunSQL(AFTER, BEFORE),
    ]
