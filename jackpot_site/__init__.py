"""Wiring of the site: settings, URLs, servers. No models and no decisions."""

from jackpot_site.celery import app as celery_app

__all__ = ["celery_app"]
