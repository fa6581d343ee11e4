"""The whole URL map on one screen."""

from csp.decorators import csp_update
from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from games.web import rules
from jackpot_site import health, metrics, pages

# The page to try the API draws with styles of its own; its scripts are files all the same.
docs = csp_update({"style-src": ["'self'", "'unsafe-inline'"]})(
    SpectacularSwaggerSplitView.as_view(url_name="schema", metadata_class=None)
)

urlpatterns = [
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("", include("games.web.urls")),
    path("rules/", rules.index, name="rules"),
    path("rules/<slug:slug>/", rules.show, name="game-rules"),
    path("fairness/", pages.fairness, name="fairness"),
    path("credits/", pages.credits_page, name="credits"),
    path("offline/", pages.offline, name="offline"),
    path("sw.js", pages.service_worker, name="service-worker"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", pages.language, name="set_language"),
    path("theme/", pages.theme, name="theme"),
    path("api/v1/schema/", SpectacularAPIView.as_view(metadata_class=None), name="schema"),
    path("api/docs/", docs, name="api-docs"),
    path("", include("accounts.urls")),
]

if settings.MAIL_HOOK_SECRET:
    urlpatterns.append(path("mail-hooks/", include("anymail.urls")))

handler400 = pages.bad_request
handler403 = pages.forbidden
handler404 = pages.not_found
handler500 = pages.server_error
