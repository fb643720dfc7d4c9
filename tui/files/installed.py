"""How this copy of the program was installed, and what to type to add to it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from tui.files.saves import ROOT

LIBRARY = "asyncssh"
"""What a host needs beyond the game."""


def to_add_a_host(prefix: str = sys.prefix, root: Path = ROOT) -> str:
    """Return the command line that adds what a host needs, for this way of installing."""
    parts = Path(prefix).parts
    if (root / "pyproject.toml").is_file() and (root / "Makefile").is_file():
        return "make host"
    if "pipx" in parts:
        return f"pipx inject weathergage {LIBRARY}"
    if "uv" in parts and "tools" in parts:
        return f"uv tool install --with {LIBRARY} weathergage"
    return f"{shlex.quote(sys.executable)} -m pip install {LIBRARY}"
