"""Who lives on the site under test."""

NAMES = ("Ann", "Ben")
PASSWORD = "hatstand-77"
