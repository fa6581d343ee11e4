"""The only settings file. All of it comes from the environment (docs/settings.md), with safe defaults.

Without DATABASE_URL the site uses the private PostgreSQL that `make run` keeps in var/.
"""

import secrets
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from jackpot_site import logs
from jackpot_site.embedded import database_url

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")


def local_secret() -> str:
    """A secret key made once and kept in var/, so that a first run needs no setting."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        VAR_DIR.mkdir(exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


EMBEDDED = not env.str("DATABASE_URL", default="")
DATABASE_URL = database_url() if EMBEDDED else env.str("DATABASE_URL")
DEBUG = env.bool("DEBUG", default=False)
# A site for its developer or for one machine: mails can be read at /dev/mails/, the clock may be moved.
LOCAL = env.bool("LOCAL", default=EMBEDDED)
SECRET_KEY_IS_LOCAL = not env.str("SECRET_KEY", default="")
SECRET_KEY = local_secret() if SECRET_KEY_IS_LOCAL else env.str("SECRET_KEY")
PORT = env.int("PORT", default=8000)
SITE_URL = env.str("SITE_URL", default=f"http://127.0.0.1:{PORT}").rstrip("/")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = [SITE_URL]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    # Ours come first: their templates replace those of allauth.
    "accounts",
    "games",
    "jackpot_site",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "accounts.web.middleware.permissions_policy",
    "jackpot_site.middleware.SessionMiddleware",
    "jackpot_site.middleware.LocaleMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    # Within the former: "not modified" says nothing of the policy, so that the page keeps the one it came with.
    "csp.middleware.CSPMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "jackpot_site.middleware.AuthenticationMiddleware",
    "accounts.web.middleware.as_the_reader_likes",
    "jackpot_site.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.web.middleware.second_factor_for_staff",
]

ROOT_URLCONF = "jackpot_site.urls"
WSGI_APPLICATION = "jackpot_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # A game's folder may bring pictures for its rules page.
        "DIRS": [BASE_DIR / "jackpot_site" / "templates", BASE_DIR / "games" / "rules"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.web.context.reader",
                "jackpot_site.context.site",
            ]
        },
    }
]

DATABASES: dict[str, Any] = {"default": env.db_url_config(DATABASE_URL)}
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Statements are prepared on the server from their second use on: planning costs more than running most of them.
DATABASES["default"].setdefault("OPTIONS", {}).update(server_side_binding=True, prepare_threshold=2)
# Counts of failed sign-ins: all processes count together, and a restart forgets nothing.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "accounts_cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "accounts.passwords.NotAboutMe"},
    {"NAME": "accounts.passwords.LongEnough"},
    {"NAME": "accounts.passwords.NotCommon"},
]
AUTHENTICATION_BACKENDS = ["accounts.web.backend.SignInBackend", "django.contrib.auth.backends.ModelBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 24 * 3600

ACCOUNT_ADAPTER = "accounts.web.adapter.AccountAdapter"
ACCOUNT_FORMS = {"signup": "accounts.web.forms.SignUpForm", "login": "accounts.web.forms.SignInForm"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_LOGIN_BY_CODE_ENABLED = ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# A code, not a link: programs that look into mails follow links, and many mails are read on another device.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 3600
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE_URL.partition("://")[0]
MFA_ADAPTER = "accounts.web.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "JACKPOT"
MFA_TOTP_TOLERANCE = 1
# Who keeps order has more to lose than a match; on a local site it would only be in the way of trying things out.
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=not LOCAL)

# Matches run across weeks, and so do sessions.
SESSION_COOKIE_AGE = 90 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = SITE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SITE_URL.startswith("https://")
SECURE_SSL_REDIRECT = SITE_URL.startswith("https://")
SECURE_HSTS_SECONDS = 31_536_000 if SITE_URL.startswith("https://") else 0
TRUST_PROXY = env.bool("TRUST_PROXY", default=False)
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# What other sites under the same domain do, and browsers' lists, are for the operator to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
CSRF_FAILURE_VIEW = "jackpot_site.pages.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
# Nothing inline and nothing from elsewhere; pictures may be part of a page (the QR code of the second factor).
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = logs.configure(LOG_LEVEL)

LANGUAGE_CODE = "en"
LANGUAGES = [
    *(("en", "English"), ("ja", "日本語"), ("zh-hant", "繁體中文"), ("zh-hans", "简体中文")),
    *(("fr", "Français"), ("de", "Deutsch"), ("th", "ไทย"), ("ko", "한국어")),
]
LOCALE_PATHS = [BASE_DIR / "jackpot_site" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
# A game's folder may bring a style and pictures for its table.
STATICFILES_DIRS = [BASE_DIR / "jackpot_site" / "static", *sorted(BASE_DIR.glob("games/rules/*/static"))]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
}
if not LOCAL:  # compressing takes a quarter of a minute, which is worth it over a network only
    STORAGES["staticfiles"] = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "accounts.api.authentication.SiteSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api.permissions.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["accounts.api.formats.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["accounts.api.formats.JSONParser"],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.throttling.CallerThrottle"],
    "EXCEPTION_HANDLER": "accounts.api.problems.exception_handler",
    "DEFAULT_PAGINATION_CLASS": "accounts.api.pagination.NewestFirst",
    "DEFAULT_SCHEMA_CLASS": "accounts.api.schema.Operation",
    "DEFAULT_FILTER_BACKENDS": [],
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
RATE_LIMITS = env.bool("RATE_LIMITS", default=True)
# Failed sign-ins: per address, per name in five minutes, and per name in a day. The rest is allauth's own.
ACCOUNT_RATE_LIMITS: Any = {"login_failed": "10/m/ip,5/5m/key,50/d/key"} if RATE_LIMITS else False
RATE_LIMIT_PER_MINUTE = env.int("RATE_LIMIT_PER_MINUTE", default=1200)
RATE_LIMIT_ANONYMOUS_PER_MINUTE = env.int("RATE_LIMIT_ANONYMOUS_PER_MINUTE", default=120)

SPECTACULAR_SETTINGS = {
    "TITLE": "JACKPOT play-by-mail API",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["accounts.api.schema.add_problem"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# The queue is in the database, unless another broker is named.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="") or f"pgmq://{DATABASE_URL.partition('://')[2]}"
BROKER = CELERY_BROKER_URL.partition("://")[0]
# How long a fetched task may stay unanswered before another worker gets it: no task of ours runs that long.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}
if BROKER == "pgmq":
    CELERY_BROKER_TRANSPORT_OPTIONS.update(visibility_timeout=300, init_extension=False)
    CELERY_BROKER_TRANSPORT_OPTIONS.update(use_notify=True, wait_time_seconds=0)
elif BROKER.startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 300, "unacked_restore_throttle": 1}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False  # a traceback on standard error would become a log line for each caret
CELERY_SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=2.0)
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "relay-outbox": {"task": "accounts.relay_outbox", "schedule": CELERY_SWEEP_SECONDS},
    "sweep-deadlines": {"task": "games.sweep_deadlines", "schedule": CELERY_SWEEP_SECONDS},
    "send-reminders": {"task": "games.send_reminders", "schedule": CELERY_SWEEP_SECONDS},
    "prune-outbox": {"task": "accounts.prune_outbox", "schedule": 3600.0},
}

EMAIL_FOLDER = VAR_DIR / "mails"
EMAIL_URL = env.str("EMAIL_URL", default="")
if EMAIL_URL:
    vars().update(env.email_url_config(EMAIL_URL))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = EMAIL_FOLDER
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="JACKPOT <jackpot@localhost>")
# Where answers to mails go, how mail servers hand them over, and what a provider's hook shows us (docs/mail.md).
MAIL_REPLY_ADDRESS = env.str("MAIL_REPLY_ADDRESS", default="")
MAIL_SERVER = env.str("MAIL_SERVER", default="")
MAIL_HOOK_SECRET = env.str("MAIL_HOOK_SECRET", default="")
if MAIL_HOOK_SECRET:
    INSTALLED_APPS.append("anymail")
    DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # a mail, as it is handed over
    ANYMAIL = {"WEBHOOK_SECRET": MAIL_HOOK_SECRET, **env.json("ANYMAIL", default={})}

NOTICE_GRACE_SECONDS = env.int("NOTICE_GRACE_SECONDS", default=120)
NOTICE_LEASE_SECONDS = env.int("NOTICE_LEASE_SECONDS", default=60)
NOTICE_KEEP_DAYS = env.int("NOTICE_KEEP_DAYS", default=90)
# The operator's own data for games, slug=path each: docs/settings.md.
GAME_DATA = env.list("GAME_DATA", default=[])
REMINDER_SHARE = env.float("REMINDER_SHARE", default=0.25)
HOLIDAY_HOURS_A_YEAR = env.int("HOLIDAY_HOURS_A_YEAR", default=720)
LATE_TURNS_UNTIL_ABSENT = env.int("LATE_TURNS_UNTIL_ABSENT", default=3)
# Who may read /metrics; empty: this machine only.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
CLOCK_FILE = env.str("CLOCK_FILE", default="")
