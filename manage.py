#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jackpot_site.settings")
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    from jackpot_site.errors import one_line

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        sys.exit(f"Error: {one_line(error)}")
