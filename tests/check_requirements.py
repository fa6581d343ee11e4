"""python -m tests.check_requirements: requirements/*.txt are what uv makes of requirements/*.in.

Each .txt is compiled again starting from itself, so that only a change of an .in file makes a difference.
Without a package index in reach there is nothing to compare with, and the check says so.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "requirements"
UV = Path(sys.executable).parent / "uv"
OPTIONS = ["--quiet", "--generate-hashes", "--no-header", "--no-annotate"]


def main() -> int:
    """1 when a .txt differs from what its .in asks for."""
    if not UV.exists():
        print("requirements: not compared, since uv is not installed")
        return 0
    different = [source.name for source in sorted(FOLDER.glob("*.in")) if not agrees(source)]
    if different:
        print(f"requirements: compile again (CONTRIBUTING.md says how): {', '.join(different)}", file=sys.stderr)
    return 1 if different else 0


def agrees(source: Path) -> bool:
    """Whether compiling `source` changes nothing."""
    committed = source.with_suffix(".txt")
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(shutil.copy(committed, folder))
        command = [
            str(UV),
            "pip",
            "compile",
            str(source),
            "--output-file",
            str(fresh),
            "--python-version",
            "3.11",
            *OPTIONS,
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(f"requirements: {source.name} not compared: {done.stderr.strip().splitlines()[-1]}")
            return True
        return fresh.read_text() == committed.read_text()


if __name__ == "__main__":
    sys.exit(main())
