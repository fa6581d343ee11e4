"""The rules of every game here, in pure Python: no Django, no clock, no database, no files but their own."""
