"""Table: texts by number, each kept once."""

from __future__ import annotations


class Table:
    """Texts in the order in which they were first met."""

    def __init__(self) -> None:
        self.entries: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text, a new one for a new text."""
        if text not in self._numbers:
            self._numbers[text] = len(self.entries)
            self.entries.append(text)
        return self._numbers[text]
