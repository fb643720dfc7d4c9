"""Keymaps: the keys of every action, as a file may change them; and hints such as `u undo`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.base.errors import FileFault
from engine.base.files import Missing, read_toml_table
from engine.base.text import clean
from tui.input.actions import ACTIONS, EVERYWHERE, STEERING, Action


class Wording(NamedTuple):
    """What a game calls the actions of a screen, and what the screen is for.

    An empty text or label means that the usual one is used.
    """

    about: str = ""
    words: Mapping[str, str] = {}
    """{word in labels and headings: the word that this game uses instead}."""
    labels: Mapping[str, str] = {}
    """{name of an action: this game's whole label for it}."""

    def action(self, action: Action) -> Action:
        """Return an action with this game's label."""
        label = self.labels.get(action.name) or self._said(action.label)
        return replace(action, own_label=label, group=self._said(action.group))

    def _said(self, text: str) -> str:
        return re.sub(r"\w+", lambda word: self.words.get(word[0], word[0]), text)


# The keymap: keys, hints, help and the palette all come from this one registry of actions.


_SHOWN = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "delete": "Del",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def key_text(key: str) -> str:
    """Return a key as hints write it: `Enter`, `shift+Tab`, `u`.

    Keys that are pressed one after the other are separated by blanks.
    """
    if " " in key.strip():
        return " ".join(map(key_text, key.split()))
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    last = _SHOWN.get(last, last.upper() if len(last) > 1 and last[0] == "f" else last)
    return "+".join([*modifiers, last])


def key_name(key: str, character: str | None) -> str:
    """Return the name of a pressed key as keymaps use it: its character if it is printable."""
    if character and len(character) == 1 and character == clean(character) and character != " ":
        return character
    return key


def answer_keys(enter: str, escape: str, likely: bool) -> str:
    """Return the keys that answer a yes-or-no question; Enter is one of them only with `likely`.

    >>> answer_keys("Enter", "Esc", True), answer_keys("Enter", "Esc", False)
    ('Enter/y yes   Esc/n no', 'y yes   Esc/n no   (not Enter)')
    """
    yes = f"{enter}/y" if likely and enter else "y"
    unlikely = f"   (not {enter})" if enter and not likely else ""
    return f"{yes} yes   {'/'.join(filter(None, (escape, 'n')))} no{unlikely}"


GAP = "   "
"""The space between two hints."""


class Hint(NamedTuple):
    """A key as it is written in hints, and a word for its action."""

    key: str
    word: str

    def __str__(self) -> str:
        return f"{self.key} {self.word}"


class Keymap:
    """The keys of all actions: the player's own choices (`chosen`, by id of the action) or the
    defaults.

    An application loads one from the player's file at start. Every screen asks it what a key means,
    and which keys to name in prompts, hints and help, so that a changed key is shown everywhere.
    Screens add the actions of a game, such as its overlays, with `add`.
    """

    def __init__(
        self,
        actions: Iterable[Action] = ACTIONS,
        chosen: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self._chosen = dict(chosen or {})
        self._actions: dict[str, Action] = {}
        self._by_screen: dict[str, dict[str, list[Action]]] = {}
        """{screen: {key: its actions}}; actions for which the player has chosen the key come
        first."""
        self._hints: dict[tuple[str, str, str], str] = {}
        """A cache: {(screen, action, word): hint}. It is cleared when keys change."""
        self._lines: dict[tuple[str, tuple[str, ...], int], list[Hint]] = {}
        """A cache: {(screen, actions, width): hints that fit}. It is cleared when keys change."""
        self.add(actions)

    @classmethod
    def load(cls, path: Path) -> Keymap:
        """Return the keymap with the choices in the player's file; without a file, the default one.

        Raises `FileFault` that names what is wrong in the file.
        """
        try:
            table = read_toml_table(path, "a keymap")
        except Missing:
            return cls()
        chosen: dict[str, tuple[str, ...]] = {}
        taken: dict[tuple[str, str, bool], str] = {}
        screens = {action.screen for action in ACTIONS}
        for screen, rows in table.items():
            if screen not in screens or not isinstance(rows, dict):
                allowed = ", ".join(sorted(screens))
                raise FileFault(f"{path}: [{screen}] is not a screen; known: {allowed}")
            for name, value in rows.items():
                keys = (value,) if isinstance(value, str) else value
                if not isinstance(keys, list | tuple) or not all(isinstance(k, str) for k in keys):
                    raise FileFault(f"{path}: {screen}.{name} must be a key or a list of keys")
                _check(path, screen, name, keys, taken)
                chosen[f"{screen}.{name}"] = tuple(keys)
        for action in ACTIONS:
            for key in () if action.id in chosen else action.keys:
                other = taken.get((action.screen, key, action.steers), action.name)
                if other != action.name:
                    raise FileFault(
                        f"{path}: {action.screen}.{other} wants '{key}', which is the key of "
                        f"{action.id}; give {action.id} another key, too"
                    )
        return cls(chosen=chosen)

    def add(self, actions: Iterable[Action]) -> None:
        """Add actions, such as a game's overlays; the player's choices apply to them too."""
        for action in actions:
            keys = self._chosen.get(action.id, action.keys)
            self._actions[action.id] = msgspec.structs.replace(action, keys=keys)
        self._by_screen = {}
        self._hints, self._lines = {}, {}
        by_choice = sorted(self._actions.values(), key=lambda action: action.id not in self._chosen)
        for action in by_choice:
            for key in action.keys:
                self._by_screen.setdefault(action.screen, {}).setdefault(key, []).append(action)

    def action(self, screen: str, key: str, looking: bool = False) -> Action | None:
        """Return the action that a key does on a screen; None if it does none.

        With `looking`, while the arrows move the cursor, a key that can move it does only that.
        """
        own, shared = (self._by_screen.get(each, {}) for each in (screen, EVERYWHERE))
        wanted = own.get(key) or shared.get(key, [])
        return min(wanted, key=lambda action: action.steers != looking, default=None)

    def actions(self, screen: str) -> tuple[Action, ...]:
        """Return the actions of a screen: its own, and those of every screen unless one of its own
        has the same name.
        """
        own = [action for action in self._actions.values() if action.screen == screen]
        names = {action.name for action in own}
        shared = (action for action in self._actions.values() if action.screen == EVERYWHERE)
        return (*own, *(action for action in shared if action.name not in names))

    def action_named(self, screen: str, name: str) -> Action | None:
        """Return the action with this name on a screen, otherwise the one for every screen,
        otherwise None.
        """
        return self._actions.get(f"{screen}.{name}") or self._actions.get(f"{EVERYWHERE}.{name}")

    def key(self, screen: str, name: str, looking: bool = False) -> str:
        """Return the first key of an action, as hints write it; '' if it has no key.

        With `looking`, while the arrows move the cursor, return its first key that does not move
        it.
        """
        action = self.action_named(screen, name)
        keys = action.keys if action else ()
        free = (key for key in keys if not looking or self.action(screen, key, looking) is action)
        return key_text(next(free, "")) if keys else ""

    def hint(self, screen: str, name: str, word: str = "") -> str:
        """Return the hint of an action, for example `u undo`; '' when it has no key."""
        asked = screen, name, word
        if asked not in self._hints:
            action, key = self.action_named(screen, name), self.key(screen, name)
            self._hints[asked] = f"{key} {word or action.word}" if action and key else ""
        return self._hints[asked]

    def hinted(self, screen: str, names: Iterable[str], width: int) -> list[Hint]:
        """Return as many hints as fit into a width; `names` are ordered by importance.

        An entry `name=word` shows that word in place of the action's own. Room is kept for the hint
        of the help, which new players look for.
        """
        asked = screen, tuple(names), width
        if asked not in self._lines:
            self._lines[asked] = self._fitting(*asked)
        return list(self._lines[asked])

    def _fitting(self, screen: str, names: Sequence[str], width: int) -> list[Hint]:
        found: list[Hint] = []
        taken, kept = -len(GAP), 0
        if "help" in names:
            kept = len(GAP) + len(self.hint(screen, "help"))
        for each in names:
            name, _, word = each.partition("=")
            hint = Hint(self.key(screen, name), self.word(screen, name, word))
            more = len(GAP) + len(str(hint))
            if name == "help":
                kept = 0
            if hint.key and taken + more + (kept if found else 0) <= width:
                found.append(hint)
                taken += more
        return found

    def word(self, screen: str, name: str, word: str = "") -> str:
        """Return the word for an action: `word` if it is not empty, otherwise the action's own."""
        action = self.action_named(screen, name)
        return word or (action.word if action else "")


def _check(
    path: Path, screen: str, name: str, keys: Iterable[str], taken: dict[tuple[str, str, bool], str]
) -> None:
    known = {action.name for action in ACTIONS if action.screen == screen}
    if name not in known and not name.startswith("overlay_"):
        raise FileFault(
            f"{path}: {screen}.{name} is not an action; known: {', '.join(sorted(known))}"
        )
    from tui.terminal.keyboard import is_sent  # lazy: most players have no keymap file

    for key in keys:
        if not is_sent(key):
            raise FileFault(f"{path}: {screen}.{name} wants '{clean(key)}', {_unsent(key)}")
        other = taken.setdefault((screen, key, name in STEERING), name)
        if other != name:
            raise FileFault(f"{path}: {screen}.{name} and {screen}.{other} both want '{key}'")


def _unsent(key: str) -> str:
    """Return why no keyboard sends this key, and which key is sent instead."""
    from tui.terminal.keyboard import NAMES, is_sent

    *modifiers, last = key.split("+")
    if modifiers == ["shift"] and len(last) == 1:
        return f"which no keyboard sends: with Shift it sends the other sign, '{last.upper()}'"
    if key.isspace():
        return "which no keyboard sends: it is called 'space'"
    wanted = "+".join((*sorted({each.lower() for each in modifiers}), last.lower()))
    near = [wanted] if is_sent(wanted) else get_close_matches(wanted[:40], NAMES, 1)
    return f"which no keyboard sends{f': did you mean {near[0]}?' if near else ''}"
