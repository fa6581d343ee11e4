"""The site's own settings, with static files in a folder of the test's own and the same cards in every match."""

import os
from pathlib import Path

from games.rules import seed
from jackpot_site.settings import *  # noqa: F403

SEED = bytes.fromhex(os.environ["BROWSER_SEED"])
seed.new_server_seed = lambda: SEED

ACCOUNT_REAUTHENTICATION_TIMEOUT = 24 * 3600  # the scene has signed in long before a slow machine gets there
STATIC_ROOT = Path(os.environ["BROWSER_STATIC"])
# As sites on the network have it, so that what is weighed is what people wait for.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
