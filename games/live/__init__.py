"""Live updates: what changes at a table reaches whoever watches it, without anybody asking again.

PostgreSQL tells (NOTIFY, in the transaction of the change); one listener a process hears it (hub.py); each open
stream is a queue (feeds.py) written out as server-sent events or as lines of JSON (wire.py). What is told is a
number or a kind, never a card.
"""
