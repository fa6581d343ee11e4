"""The Celery app and its whole schedule; the database is the clock, so each task only asks what is due."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jackpot_site.settings")

app = Celery("jackpot_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "relay-outbox": {"task": "accounts.relay_outbox", "schedule": app.conf.sweep_seconds},
    "sweep-deadlines": {"task": "games.sweep_deadlines", "schedule": app.conf.sweep_seconds},
    "send-reminders": {"task": "games.send_reminders", "schedule": app.conf.sweep_seconds},
    "play-bots": {"task": "games.play_bots", "schedule": app.conf.sweep_seconds},
    "prune-outbox": {"task": "accounts.prune_outbox", "schedule": 3600.0},
}
