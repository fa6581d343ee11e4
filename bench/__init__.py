"""Measures the site on this machine: `python -m bench`; docs/bench.md says what each figure means."""
