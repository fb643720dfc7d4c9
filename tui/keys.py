"""One registry of actions: keys, hints, help and the palette all come from here.

A room (a screen) looks a pressed key up with `Keymap.action` and calls its own
method of that name. A keymap file in TOML gives actions other keys, and every
hint follows it:

    [battle]
    undo = ["u", "backspace"]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.errors import FileFault

EVERYWHERE = "any"


class Action(msgspec.Struct, frozen=True):
    """Something that a key does in a room. `hint` is one or two words for the key line."""

    room: str
    name: str
    keys: tuple[str, ...]
    label: str
    hint: str = ""
    group: str = "Keys"

    @property
    def id(self) -> str:
        """The name in the keymap file, `battle.undo`."""
        return f"{self.room}.{self.name}"

    @property
    def word(self) -> str:
        """The hint, or the label where there is no shorter word."""
        return self.hint or self.label


def actions_of(room: str, group: str, *rows: tuple[str, str, str, str]) -> tuple[Action, ...]:
    """Return actions from rows of (name, keys parted by blanks, label, hint)."""
    return tuple(
        Action(room, name, tuple(keys.split()), label, hint, group)
        for name, keys, label, hint in rows
    )


CHART = (
    ("west", "h", "cursor to the left", "cursor"),
    ("south", "j", "cursor down", "cursor"),
    ("north", "k", "cursor up", "cursor"),
    ("east", "l", "cursor to the right", "cursor"),
    ("nearer", "+ =", "nearer", "nearer"),
    ("farther", "-", "farther", "farther"),
    ("whole", "0", "the whole table", "whole table"),
    ("centre", "c", "centre on the selected ship", "centre"),
)
"""What the chart answers to in the battle and in its replay."""
ACTIONS: tuple[Action, ...] = (
    *actions_of(
        EVERYWHERE,
        "Everywhere",
        ("accept", "enter ctrl+j", "take what is highlighted", "take"),
        ("back", "escape", "step back", "back"),
        ("up", "up", "the line above", "up"),
        ("down", "down", "the line below", "down"),
        ("left", "left", "less, or to the left", "left"),
        ("right", "right", "more, or to the right", "right"),
        ("page_up", "pageup", "a page up", "page up"),
        ("page_down", "pagedown", "a page down", "page down"),
        ("first", "home", "the first line", "first"),
        ("last", "end", "the last line", "last"),
        ("help", "? f1", "explain this screen", "help"),
        ("palette", "ctrl+p", "find a command by name", "commands"),
        ("quit", "ctrl+q ctrl+c", "leave the game; everything is saved", "quit"),
    ),
    *actions_of(
        "battle",
        "Orders",
        ("accept", "enter ctrl+j", "take the highlighted order", "take"),
        ("back", "escape", "step back", "back"),
        ("up", "up", "the order above", "order"),
        ("down", "down", "the order below", "order"),
        ("left", "left", "turn the dial down", "dial"),
        ("right", "right", "turn the dial up", "dial"),
        ("pick", "1 2 3 4 5 6 7 8 9", "the order of that number", "order"),
        ("dial_down", "< ,", "turn the dial, or what is placed, to the left", "dial"),
        ("dial_up", "> .", "turn the dial, or what is placed, to the right", "dial"),
        ("dial_low", "[", "the lowest that the dial allows; far to the left", "lowest"),
        ("dial_high", "]", "the highest that the dial allows; far to the right", "highest"),
        ("why", "y", "show what is not open, and why not", "why not"),
        ("undo", "u", "undo", "undo"),
        ("redo", "U ctrl+r", "redo what was undone", "redo"),
        ("take_back", "ctrl+t", "take back over dice or the other seat's move", "take back"),
        ("type", ":", "type a command in words", "type"),
    ),
    *actions_of(
        "battle",
        "Chart",
        ("look", "space", "arrows move the cursor; again: back to the orders", "look around"),
        *CHART,
        ("pan_west", "shift+left", "pan by half a screen to the left", "pan"),
        ("pan_south", "shift+down", "pan by half a screen down", "pan"),
        ("pan_north", "shift+up", "pan by half a screen up", "pan"),
        ("pan_east", "shift+right", "pan by half a screen to the right", "pan"),
        ("next_ship", "tab", "the next ship", "next ship"),
        ("previous_ship", "shift+tab", "the ship before", "ship before"),
        ("measure", "m", "measure from here to the cursor", "measure"),
    ),
    *actions_of(
        "battle",
        "Panels",
        ("log", "L", "the battle log; again: back", "log"),
        ("squadrons", "S", "all ships; again: back", "squadrons"),
        ("hand", "H", "your cards; again: back", "hand"),
        ("guide", "G", "first-turn guidance on or off", "guide"),
        ("note", "N", "write a note into the battle file", "note"),
        ("reference", "K", "cards and rules, in short words", "cards"),
        ("terms", "i", "the rules of what is asked, selected and face up", "rules now"),
        ("aftermath", "E", "look back: points, ships, luck, moments", "look back"),
        ("settings", "O", "glyphs, colours, animation", "settings"),
        ("menu", "M", "leave for the opening menu; the battle is saved", "menu"),
        ("replay", "R", "watch this battle from its start", "replay"),
        ("end", "q", "quit; the battle is saved", "quit"),
    ),
    *actions_of(
        "replay",
        "Timeline",
        ("left", "left", "an entry back", "entry"),
        ("right", "right", "an entry on", "entry"),
        ("activation_back", "[", "an activation back", "activation"),
        ("activation_on", "]", "an activation on", "activation"),
        ("turn_back", "{", "a turn back", "turn"),
        ("turn_on", "}", "a turn on", "turn"),
        ("first", "home", "the start", "start"),
        ("last", "end", "the end", "end"),
        ("play", "space", "play or pause", "play"),
        ("pace", "1 2 3 4 5 6 7 8 9", "set the pace, from slow to at once", "pace"),
        ("go", ":", "go to a turn or an entry", "go to"),
        ("note", "n", "write a note on this entry", "note"),
        ("bookmark", "*", "set a bookmark here", "mark"),
        ("fork", "p", "play on from here as a new battle", "play on"),
        ("export", "e", "export the report, a cast or a picture", "export"),
        ("terms", "i", "the rules of what is asked, selected and face up", "rules now"),
        ("aftermath", "E", "look back: points, ships, luck, moments", "look back"),
        *CHART,
        ("next_ship", "tab", "the next ship", "ship"),
        ("previous_ship", "shift+tab", "the ship before", "ship before"),
        ("end", "q", "back to where you came from", "leave"),
    ),
    *actions_of(
        "menu",
        "Menu",
        ("switch", "tab shift+tab", "from the entries to the battles and back", "battles"),
        ("watch", "r", "replay the highlighted battle", "replay"),
        ("delete", "d x delete", "move the highlighted battle to the bin", "delete"),
        ("end", "q", "quit", "quit"),
    ),
    *actions_of(
        "saves",
        "Battles",
        ("accept", "enter ctrl+j", "watch the highlighted battle", "watch"),
        ("resume", "p", "play the highlighted battle on", "play on"),
        ("delete", "d x delete", "move the highlighted battle to the bin", "delete"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "setup",
        "New battle",
        ("accept", "enter ctrl+j", "begin the battle", "begin"),
        ("up", "up shift+tab", "the line above", "up"),
        ("down", "down tab", "the line below", "down"),
        ("left", "left", "the choice before", "change"),
        ("right", "right space", "the next choice", "change"),
        ("reseed", "r", "draw another seed", "new seed"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "settings",
        "Settings",
        ("accept", "enter ctrl+j", "the next value", "next value"),
        ("left", "left", "the value before", "change"),
        ("right", "right space", "the next value", "change"),
        ("end", "q", "back to where you came from", "back"),
    ),
    *actions_of(
        "aftermath",
        "Looking back",
        ("accept", "enter ctrl+j", "watch the chosen moment", "watch"),
        ("up", "up", "the moment before", "up"),
        ("down", "down", "the next moment", "moment"),
        ("page_up", "pageup", "the ships before", "ships before"),
        ("page_down", "pagedown", "more ships", "more ships"),
        ("left", "left", "the dice of the purposes before", "dice before"),
        ("right", "right", "the dice of more purposes", "more dice"),
        ("end", "q", "back to where you came from", "back"),
    ),
    *actions_of(
        "reference",
        "Cards and rules",
        ("accept", "enter ctrl+j", "go to the marked term that the lines name", "follow"),
        ("left", "left", "mark the link before", "link before"),
        ("right", "right", "mark the next link", "link"),
        ("back", "escape", "back to where the link was, to all terms, to the game", "back"),
        ("kind", "tab", "the next kind of entries", "kind"),
        ("kind_back", "shift+tab", "the kind before", "kind before"),
        ("erase", "backspace", "erase a letter of the search", "erase"),
        ("system", "ctrl+g", "the cards of the next game system", "next game"),
    ),
    *actions_of(
        "squadrons",
        "Squadrons",
        ("accept", "enter ctrl+j", "build on the highlighted squadron", "open"),
        ("new", "n", "a new squadron", "new"),
        ("copy", "c", "copy the highlighted squadron as your own", "copy"),
        ("play", "p", "set up a battle with the highlighted squadron", "play"),
        ("rename", "r", "give your own squadron another name", "rename"),
        ("delete", "d x delete", "move your own squadron to the bin", "delete"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "builder",
        "Squadron",
        ("accept", "enter ctrl+j space", "go to the shelf; there take or drop", "choose"),
        ("switch", "tab shift+tab", "from the squadron to the shelf and back", "shelf"),
        ("left", "left", "to the squadron", "squadron"),
        ("right", "right", "to the shelf", "shelf"),
        ("fault", "e", "go to the next fault", "fault"),
        ("undo", "u", "undo", "undo"),
        ("redo", "U ctrl+r", "redo what was undone", "redo"),
        ("save", "s", "save", "save"),
        ("save_as", "S", "save under another name", "save as"),
        ("reference", "K", "read all about what is highlighted on the shelf", "cards"),
        ("end", "q", "leave the builder", "leave"),
    ),
    *actions_of(
        "builder",
        "Ships",
        ("add", "a", "add a ship", "add"),
        ("copy", "c", "copy the highlighted ship", "copy"),
        ("remove", "x delete", "take the highlighted ship out", "remove"),
        ("earlier", "[ shift+up", "the ship earlier in the line", "earlier"),
        ("later", "] shift+down", "the ship later in the line", "later"),
        ("flag", "f", "make it the flagship", "flag"),
        ("name", "n", "name the ship, or else the squadron", "name"),
    ),
    *actions_of("help", "Help", ("end", "q", "back to where you came from", "back")),
)

OVERLAY_KEYS = {"range": "g", "arcs": "b", "formation": "f", "wind": "w", "odds": "o"}
"""Keys of overlays that many game systems have; others get f2 and up, in their order."""

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


def overlay_actions(room: str, overlays: Iterable[tuple[str, str]]) -> tuple[Action, ...]:
    """Return the actions of a room for a game's overlays, given as (id, label)."""
    actions = []
    for number, (overlay, label) in enumerate(overlays):
        key = OVERLAY_KEYS.get(overlay, f"f{number + 2}")
        actions.append(Action(room, f"overlay_{overlay}", (key,), label, overlay, "Overlays"))
    return tuple(actions)


def shown(key: str) -> str:
    """Return a key as a hint writes it: `Enter`, `shift+Tab`, `u`."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    last = _SHOWN.get(last, last.upper() if len(last) > 1 and last[0] == "f" else last)
    return "+".join([*modifiers, last])


def pressed(key: str, character: str | None) -> str:
    """Return a pressed key in the registry's words: the character where it can be seen."""
    if character and len(character) == 1 and character.isprintable() and character != " ":
        return character
    return key


class Keymap:
    """The keys of all actions, after the player's own choices."""

    def __init__(
        self,
        actions: Iterable[Action] = ACTIONS,
        chosen: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self._chosen = dict(chosen or {})
        self._actions: dict[str, Action] = {}
        self._rooms: dict[str, dict[str, Action]] = {}
        self.add(actions)

    @classmethod
    def load(cls, path: Path) -> Keymap:
        """Return the keymap with a file's choices; `FileFault` says what is wrong in it."""
        if not path.exists():
            return cls()
        try:
            table = msgspec.toml.decode(path.read_bytes())
        except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
            raise FileFault(f"{path}: the keymap cannot be read: {error}") from error
        return cls(chosen=_choices(path, table))

    def add(self, actions: Iterable[Action]) -> None:
        """Add actions, such as a game's overlays; the player's choices hold for them too."""
        for action in actions:
            keys = self._chosen.get(action.id, action.keys)
            self._actions[action.id] = msgspec.structs.replace(action, keys=keys)
        self._rooms = {}
        by_choice = sorted(self._actions.values(), key=lambda action: action.id not in self._chosen)
        for action in by_choice:
            for key in action.keys:
                self._rooms.setdefault(action.room, {}).setdefault(key, action)

    def action(self, room: str, key: str) -> Action | None:
        """Return what a key does in a room, or None."""
        here = self._rooms.get(room, {}).get(key)
        return here or self._rooms.get(EVERYWHERE, {}).get(key)

    def actions(self, room: str) -> tuple[Action, ...]:
        """Return a room's actions and those of everywhere that it does not have itself."""
        own = [action for action in self._actions.values() if action.room == room]
        names = {action.name for action in own}
        shared = (action for action in self._actions.values() if action.room == EVERYWHERE)
        return (*own, *(action for action in shared if action.name not in names))

    def named(self, room: str, name: str) -> Action | None:
        """Return the action of that name in a room or everywhere."""
        return self._actions.get(f"{room}.{name}") or self._actions.get(f"{EVERYWHERE}.{name}")

    def key(self, room: str, name: str) -> str:
        """Return the first key of an action as a hint writes it; '' when it has none."""
        action = self.named(room, name)
        return shown(action.keys[0]) if action and action.keys else ""

    def hint(self, room: str, name: str, word: str = "") -> str:
        """Return `u undo` for the key line; '' when the action has no key."""
        action = self.named(room, name)
        key = self.key(room, name)
        return f"{key} {word or action.word}" if action and key else ""

    def hints(self, room: str, names: Iterable[str], width: int, gap: str = "   ") -> str:
        """Return as many hints, most important first, as go into a width of cells."""
        line = ""
        for hint in filter(None, (self.hint(room, *name.split("=", 1)) for name in names)):
            longer = f"{line}{gap}{hint}" if line else hint
            if len(longer) <= width:
                line = longer
        return line


def _choices(path: Path, table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return {action id: keys} of a keymap file, checked."""
    chosen: dict[str, tuple[str, ...]] = {}
    taken: dict[tuple[str, str], str] = {}
    rooms = {action.room for action in ACTIONS}
    for room, rows in table.items():
        if room not in rooms or not isinstance(rows, dict):
            allowed = ", ".join(sorted(rooms))
            raise FileFault(f"{path}: [{room}] is no screen; known are {allowed}")
        for name, value in rows.items():
            keys = (value,) if isinstance(value, str) else value
            if not isinstance(keys, list | tuple) or not all(isinstance(k, str) for k in keys):
                raise FileFault(f"{path}: {room}.{name} must be a key or a list of keys")
            _check(path, room, name, keys, taken)
            chosen[f"{room}.{name}"] = tuple(keys)
    return chosen


def _check(
    path: Path, room: str, name: str, keys: Iterable[str], taken: dict[tuple[str, str], str]
) -> None:
    known = {action.name for action in ACTIONS if action.room == room}
    if name not in known and not name.startswith("overlay_"):
        raise FileFault(f"{path}: {room}.{name} is no action; known are {', '.join(sorted(known))}")
    for key in keys:
        other = taken.setdefault((room, key), name)
        if other != name:
            raise FileFault(f"{path}: {room}.{name} and {room}.{other} both want '{key}'")
