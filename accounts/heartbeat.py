"""When each sweep last ran, so that somebody notices when none does: a dead clock makes no noise."""

from django.db import connection

from accounts import clock
from accounts.models import Heartbeat

# Sweeps run every few seconds; a row is not written more often than this.
STAMP = """
INSERT INTO accounts_heartbeat (name, at) VALUES (%s, %s)
ON CONFLICT (name) DO UPDATE SET at = EXCLUDED.at
WHERE accounts_heartbeat.at NOT BETWEEN EXCLUDED.at - interval '5 seconds' AND EXCLUDED.at
"""


def beat(name: str) -> None:
    """A sweep has run to its end."""
    with connection.cursor() as cursor:
        cursor.execute(STAMP, [name, clock.now()])


def ages() -> dict[str, int]:
    """Whole seconds since each sweep last ran; one that never ran is not there."""
    now = clock.now()
    rows = Heartbeat.objects.order_by("name").values_list("name", "at")
    return {name: max(0, int((now - at).total_seconds())) for name, at in rows}
