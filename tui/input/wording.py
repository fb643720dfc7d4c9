"""A screen in the words of a game, where those of the registry of actions do not fit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from tui.input.actions import Action


class Wording(NamedTuple):
    """What a screen is for, and other words for what its keys do; empty: those of the registry."""

    about: str = ""
    words: Mapping[str, str] = {}
    """Words of labels and groups, with those that stand for them."""
    labels: Mapping[str, str] = {}
    """Whole labels, by the names of their actions."""

    def action(self, action: Action) -> Action:
        """Return an action as it is told."""
        label = self.labels.get(action.name) or self._said(action.label)
        return replace(action, label=label, group=self._said(action.group))

    def _said(self, text: str) -> str:
        return re.sub(r"\w+", lambda word: self.words.get(word[0], word[0]), text)
