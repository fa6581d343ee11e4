"""The Celery app. Its schedule is in the settings; the database is the clock; a task asks what is due."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jackpot_site.settings")

app = Celery("jackpot_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
