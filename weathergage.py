"""The entry point: `weathergage`, or `python -m weathergage`.

No other package has its name. It first checks whether the packages `engine` and `tui` are its own,
because others use these names, too.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
WRONG = 2


def main() -> int:
    """Run the command line; print a sentence if it cannot even start."""
    for name in ("engine", "tui"):
        found = find_spec(name)
        if found is None or not found.origin or not _is_ours(Path(found.origin), name):
            return _complain(
                f"another package here has a folder '{name}' too "
                f"({found.origin if found else 'none is found'}); install Weather Gage in an "
                "environment of its own, with pipx install or uv tool install"
            )
    try:
        import msgspec  # noqa: F401  (what every command needs; each imports the rest itself)

        from tui.cli import main as run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("engine", "tui"):
            return _complain(
                f"{error.name} is missing: another package has overwritten its files; install "
                "Weather Gage in an environment of its own, with pipx install or uv tool install"
            )
        return _complain(f"the package {error.name} is missing: install Weather Gage again")
    return run()


def _is_ours(origin: Path, name: str) -> bool:
    """Tell whether a package is the one beside this file."""
    return origin.resolve() == HERE / name / "__init__.py"


def _complain(what: str) -> int:
    print(f"weathergage: {what}", file=sys.stderr)
    return WRONG


if __name__ == "__main__":
    sys.exit(main())
