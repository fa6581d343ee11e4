"""The whole URL map on one screen."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from games.web import rules
from jackpot_site import health, pages

urlpatterns = [
    path("", include("games.web.urls")),
    path("rules/", rules.index, name="rules"),
    path("rules/<slug:slug>/", rules.show, name="game-rules"),
    path("fairness/", pages.fairness, name="fairness"),
    path("credits/", pages.credits_page, name="credits"),
    path("theme/", pages.theme, name="theme"),
    path("offline/", pages.offline, name="offline"),
    path("sw.js", pages.service_worker, name="service-worker"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", pages.language, name="set_language"),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/schema/", SpectacularAPIView.as_view(metadata_class=None), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema", metadata_class=None), name="api-docs"),
    path("", include("accounts.urls")),
]

handler400 = pages.bad_request
handler403 = pages.forbidden
handler404 = pages.not_found
handler500 = pages.server_error
