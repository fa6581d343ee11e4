"""What a person at the keyboard is told when the database is not there."""


def one_line(error: Exception) -> str:
    """What to do about a database that does not answer, in place of a traceback."""
    reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return (
        f"the database does not answer ({reason}). "
        "Start the private one with `make run`, or see DATABASE_URL in docs/settings.md."
    )
