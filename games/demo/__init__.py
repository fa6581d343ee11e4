"""`manage.py demo`: the whole site on a stage of its own, a match played to its end, every mail accounted for.

Nothing here runs in production, and nothing here reads the outbox: what ought to be told to whom is worked out
from the rules of the notices (`ledger`), what was told is what an SMTP server received (`mailbox`).
"""
