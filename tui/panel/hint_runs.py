"""Hints as runs of text: keys are told apart from words by colour, and by weight without any."""

from __future__ import annotations

from collections.abc import Iterable

from tui.input.keys import GAP, Hint
from tui.terminal.lines import Line

KEY = {"keys": "key", "prompt": "prompt_key"}
"""The style of a key, by the style of the words around it."""


def hint_runs(hints: Iterable[Hint], style: str = "keys") -> Line:
    """Return hints one behind the other, in the style of the line that they stand in."""
    runs: list[tuple[str, str]] = []
    for hint in hints:
        if runs:
            runs.append((style, GAP))
        runs += [(KEY[style], hint.key), (style, f" {hint.word}")]
    return tuple(runs)
