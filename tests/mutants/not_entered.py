"""Functions with blocks that no test enters, each with its reason: for `--not-entered`."""

from __future__ import annotations

NOT_ENTERED: dict[str, str] = {}
"""{"path (function)": why}; a class before its method, as in `path (Class.method)`."""
