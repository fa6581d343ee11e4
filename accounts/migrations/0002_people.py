"""Standing and theme of accounts; addresses that were invited move to their channel; a table for the cache."""

from django.db import migrations, models

# Counts of failed sign-ins and the like: a crash may empty it.
CACHE = """
CREATE UNLOGGED TABLE accounts_cache (
  cache_key varchar(255) NOT NULL PRIMARY KEY, value text NOT NULL, expires timestamp with time zone NOT NULL
);
CREATE INDEX accounts_cache_expires ON accounts_cache (expires);
"""
# Accounts that stand for the reader of an address: their channel has it, and they must not keep it from its owner.
UNCLAIMED = """
UPDATE accounts_user SET standing = 'unclaimed', email = ''
WHERE username ~ '^guest-[0-9a-f]{10}$' AND password LIKE '!%' AND last_login IS NULL
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            "user",
            "standing",
            models.CharField(
                choices=[("member", "member"), ("guest", "guest"), ("unclaimed", "unclaimed")],
                default="member",
                max_length=9,
                verbose_name="standing",
            ),
        ),
        migrations.AddField(
            "user",
            "theme",
            models.CharField(
                choices=[("system", "as the device"), ("light", "light"), ("dark", "dark")],
                default="system",
                max_length=6,
                verbose_name="theme",
            ),
        ),
        migrations.RunSQL(UNCLAIMED, migrations.RunSQL.noop),
        migrations.RunSQL(CACHE, "DROP TABLE accounts_cache"),
    ]
