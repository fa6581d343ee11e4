"""`python -m bench [rules|http|sweep|bytes|streams] [--rounds 3] [--quick]`: all parts, or those that are named."""

import argparse
import signal
import sys
from collections.abc import Callable

from bench import server, site

PARTS = ("rules", "http", "sweep", "bytes", "streams")


def main(words: list[str]) -> int:
    """Run the parts one after another."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures the site on this machine.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all of them if none is named")
    parser.add_argument("--rounds", type=int, default=3, help="interleaved rounds of which the median counts")
    parser.add_argument("--quick", action="store_true", help="smaller and shorter, for a first look")
    options = parser.parse_args(words)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server is stopped and removed
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    parts = [part for part in PARTS if part in (options.parts or PARTS)]
    if "rules" in parts:
        _rules()
    if parts != ["rules"]:
        with server.private() as own:
            site.prepare(own)
            for part in parts:
                JOBS.get(part, _nothing)(own, options.rounds, options.quick)
    return 0


def _rules() -> None:
    from bench import rules_speed

    rules_speed.main()


def _nothing(own: server.Server, rounds: int, quick: bool) -> None:
    """The rules need no server."""


def _http(own: server.Server, rounds: int, quick: bool) -> None:
    from bench import http_speed

    http_speed.measure(own, rounds, seconds=3 if quick else 8, running=60 if quick else 200)


def _sweep(own: server.Server, rounds: int, quick: bool) -> None:
    from bench import sweep_speed

    sweep_speed.measure(own, rounds, quick)


def _bytes(own: server.Server, rounds: int, quick: bool) -> None:
    from bench import size

    size.measure(own, quick)


def _streams(own: server.Server, rounds: int, quick: bool) -> None:
    from bench import streams_speed

    streams_speed.measure(own, rounds, quick)


JOBS: dict[str, Callable[[server.Server, int, bool], None]] = {
    "http": _http,
    "sweep": _sweep,
    "bytes": _bytes,
    "streams": _streams,
}

if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
