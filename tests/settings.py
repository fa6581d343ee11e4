"""The site's settings with what makes tests quick and quiet; tests/live/ runs the real ones."""

from jackpot_site.settings import *  # noqa: F403
from jackpot_site.settings import DATABASES, STATIC_ROOT

DEBUG = False
SECRET_KEY = "for tests only"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns when it is missing
LOG_LEVEL = "WARNING"
RATE_LIMITS = False
STAFF_SECOND_FACTOR = False  # its own tests turn it on

CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_BROKER_URL = "memory://"
BROKER = "memory"
CELERY_BROKER_TRANSPORT_OPTIONS = {}

# The test database is thrown away, so nobody waits for the disk.
DATABASES["default"]["CONN_MAX_AGE"] = 0
DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"
