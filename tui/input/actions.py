"""The actions of all screens: name, default keys, description, and a word for the key line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

EVERYWHERE = "any"
"""The screen name for actions available on every screen."""
Handlers = Mapping[str, Callable[[], None]]
"""The handler of each action on a screen, by the action's name."""
STEERING = frozenset(("west", "south", "north", "east"))
"""Actions that move the cursor over a chart."""


class Action(msgspec.Struct, frozen=True):
    """An action of a key on a screen. `hint` is one or two words for the key line."""

    screen: str
    name: str
    keys: tuple[str, ...]
    label: str
    hint: str = ""
    group: str = "Keys"

    @property
    def id(self) -> str:
        """The name in a keymap file: `battle.undo`."""
        return f"{self.screen}.{self.name}"

    @property
    def steers(self) -> bool:
        """Whether it moves the cursor: while the player looks around, its keys do only that."""
        return self.name in STEERING

    @property
    def word(self) -> str:
        """The hint, or the label of an action without one."""
        return self.hint or self.label


def actions_of(screen: str, group: str, *rows: tuple[str, str, str, str]) -> tuple[Action, ...]:
    """Return actions from rows of (name, keys separated by spaces, label, hint)."""
    return tuple(
        Action(screen, name, tuple(keys.split()), label, hint, group)
        for name, keys, label, hint in rows
    )


CHART = (
    ("west", "h", "cursor to the left", "cursor"),
    ("south", "j", "cursor down", "cursor"),
    ("north", "k", "cursor up", "cursor"),
    ("east", "l", "cursor to the right", "cursor"),
    ("nearer", "+ =", "zoom in", "nearer"),
    ("farther", "-", "zoom out", "farther"),
    ("whole", "0", "the whole table", "whole table"),
    ("centre", "c", "centre on the selected ship", "centre"),
    ("overlays", "v", "the next picture over the chart; after the last, none", "pictures"),
)
"""The actions on the chart, in a battle and in a replay."""
ACTIONS: tuple[Action, ...] = (
    *actions_of(
        EVERYWHERE,
        "Everywhere",
        ("accept", "enter ctrl+j", "take what is highlighted", "take"),
        ("back", "escape", "step back", "back"),
        ("up", "up", "the line above", "up"),
        ("down", "down", "the line below", "down"),
        ("left", "left", "lower the value, or go left", "left"),
        ("right", "right", "raise the value, or go right", "right"),
        ("page_up", "pageup", "a page up", "page up"),
        ("page_down", "pagedown", "a page down", "page down"),
        ("first", "home", "the first line", "first"),
        ("last", "end", "the last line", "last"),
        ("help", "? f1", "explain this screen", "help"),
        ("terms", "i", "explain the words on this screen", "words"),
        ("palette", "ctrl+p", "find a command by name", "commands"),
        ("paint", "ctrl+l", "paint the whole screen again", "paint again"),
        ("suspend", "ctrl+z", "suspend the game; type fg in the shell to come back", "suspend"),
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
        ("pick", "1 2 3 4 5 6 7 8 9", "the order with this number", "order"),
        ("dial_down", "< ,", "turn the dial, or the piece that you place, to the left", "dial"),
        ("dial_up", "> .", "turn the dial, or the piece that you place, to the right", "dial"),
        ("dial_low", "[", "the lowest value of the dial; far to the left", "lowest"),
        ("dial_high", "]", "the highest value of the dial; far to the right", "highest"),
        ("dial_five_down", "{", "turn the dial by five steps to the left", "five less"),
        ("dial_five_up", "}", "turn the dial by five steps to the right", "five more"),
        ("dial_type", "#", "type the value of the dial", "value"),
        (
            "offer",
            "t",
            "the next named answer, such as same as last time",
            "offered",
        ),
        (
            "aside",
            "W",
            "at any time: your standing choices, such as when you are asked",
            "standing",
        ),
        ("draft", "F", "fill the whole sheet from a named draft", "draft all"),
        ("seal", "x", "fill empty lines as proposed, and seal the sheet", "seal"),
        ("why", "y", "show which orders are closed, and why", "why not"),
        ("advice", "h A", "advice: the three best orders and why; Enter takes one", "advice"),
        ("undo", "u", "undo", "undo"),
        ("redo", "U ctrl+r", "redo what was undone", "redo"),
        ("take_back", "ctrl+t", "undo past dice or another player's move", "take back"),
        ("type", ":", "type a command", "type"),
    ),
    *actions_of(
        "battle",
        "Chart",
        ("look", "space", "arrows move the cursor; again: back to the orders", "look around"),
        *CHART,
        (
            "pan_west",
            "shift+left",
            "pan half a screen left; while moves are played: pause, a step back",
            "pan",
        ),
        ("pan_south", "shift+down", "pan by half a screen down", "pan"),
        ("pan_north", "shift+up", "pan by half a screen up", "pan"),
        (
            "pan_east",
            "shift+right",
            "pan half a screen right; while moves are played: a step on",
            "pan",
        ),
        ("next_ship", "tab", "the next ship", "next ship"),
        ("previous_ship", "shift+tab", "the previous ship", "ship before"),
        ("measure", "m", "measure from here to the cursor", "measure"),
    ),
    *actions_of(
        "battle",
        "Panels",
        ("log", "L", "the battle log; again: back", "log"),
        ("find", "/", "find words, a ship or a loss in the log", "find"),
        ("squadrons", "S", "all ships; again: back", "squadrons"),
        ("hand", "H", "your cards; again: back", "hand"),
        ("picture", "ctrl+e", "write the chart as a picture in SVG", "picture"),
        ("guide", "G", "first-turn guidance on or off", "guide"),
        ("note", "N", "write a note into the battle file", "note"),
        ("reference", "K", "cards and rules, explained in short", "cards"),
        (
            "terms",
            "i",
            "the rules behind the question, the selected ship and the open cards",
            "rules now",
        ),
        ("diagram", "D", "the diagram that explains the highlighted order", "diagram"),
        ("aftermath", "E", "look back: points, ships, luck, decisive moments", "look back"),
        ("proof", "V", "the proof of the dice: pledge, words, secret, verdict", "proof"),
        ("settings", "O", "glyphs, colours, animation", "settings"),
        ("menu", "M", "leave for the opening menu; the battle is saved", "menu"),
        ("replay", "R", "watch this battle from its start", "replay"),
        ("part", "X", "resign, or end it by agreement", "resign"),
        ("end", "q", "quit; the battle is saved", "quit"),
    ),
    *actions_of(
        "replay",
        "Timeline",
        ("left", "left", "an entry back", "entry"),
        ("right", "right", "an entry forward", "entry"),
        ("step_back", "shift+left", "a step of this entry back", "step"),
        ("step_on", "shift+right", "a step of this entry forward", "step"),
        ("activation_back", "[", "an activation back", "activation"),
        ("activation_on", "]", "an activation forward", "activation"),
        ("turn_back", "{", "a turn back", "turn"),
        ("turn_on", "}", "a turn forward", "turn"),
        ("chapter_back", "(", "the previous battle of a chain", "chapter"),
        ("chapter_on", ")", "the next battle of a chain", "chapter"),
        ("mark_back", "< ,", "the previous note or bookmark", "previous mark"),
        ("mark_on", "> .", "the next note or bookmark", "next mark"),
        ("first", "home", "the start", "start"),
        ("last", "end", "the end", "end"),
        ("play", "space", "play or pause", "play"),
        ("pace", "1 2 3 4 5 6 7 8 9", "change the pace, from slow to instant", "pace"),
        ("go", ": /", "go to a turn, an entry, a loss, or words of the log", "go to"),
        ("note", "n", "write a note on this entry", "note"),
        ("bookmark", "*", "set a bookmark here", "mark"),
        (
            "draw",
            "m",
            "draw an arrow to the cursor, or a circle; it is saved with a note",
            "draw",
        ),
        ("notes", "N", "all notes and bookmarks in a list", "notes"),
        ("fork", "p", "play on from here as a new battle", "play on"),
        ("advice", "h A", "advice: the best orders here; again: back", "advice"),
        ("up", "up", "the previous branch at this entry; in advice, the previous answer", "branch"),
        ("down", "down", "the next branch at this entry; in advice, the next answer", "branch"),
        (
            "beside",
            "B",
            "show the next branch as ghosts; after the last, none",
            "beside",
        ),
        ("best_line", "L", "let computer captains play on from here, as a branch", "best line"),
        ("export", "e", "export a page, a picture, the report or a cast", "export"),
        (
            "terms",
            "i",
            "the rules behind the question, the selected ship and the open cards",
            "rules now",
        ),
        ("aftermath", "E", "look back: points, ships, luck, decisive moments", "look back"),
        ("dice", "d", "every roll compared with fair dice, by side, kind and ship", "dice"),
        ("proof", "V", "the proof of the dice: pledge, words, secret, verdict", "proof"),
        *CHART,
        ("next_ship", "tab", "the next ship", "ship"),
        ("previous_ship", "shift+tab", "the previous ship", "ship before"),
        ("end", "q", "back to the previous screen", "leave"),
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
        ("resume", "p", "continue the highlighted battle", "play on"),
        ("delete", "d x delete", "move the highlighted battle to the bin", "delete"),
        ("find", "/", "find: list only entries with the words you type", "find"),
        ("undo", "u", "undo the last renaming, copy, move, tag or deletion", "undo"),
        ("sort", "o", "sort by the next column", "sort"),
        ("sort_back", "O", "sort the other way round", "other way"),
        ("tag", "t", "tag the highlighted battle; #TAG finds it", "tag"),
        ("rename", "n", "give the highlighted battle's file another name", "rename"),
        ("copy", "c", "copy the highlighted battle", "copy"),
        ("archive", "a", "move the highlighted battle to the archive, or back", "archive"),
        ("import", "I", "import a battle, or a folder of them, from elsewhere", "import"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "mail",
        "Battles by mail",
        ("accept", "enter ctrl+j", "play, send or watch, whichever is next", "go on"),
        ("open", "o", "open a letter that came", "open a letter"),
        ("new", "n", "found a battle by mail", "new"),
        ("send", "s", "show and copy your latest letter again", "send again"),
        ("watch", "r", "replay the highlighted battle", "replay"),
        ("delete", "d x delete", "move the highlighted battle to the bin", "delete"),
        ("guide", "g", "how a battle by mail goes, and its commands", "how it goes"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "mail_found",
        "New battle by mail",
        ("accept", "enter ctrl+j", "found the battle and show its first letter", "found"),
        ("up", "up shift+tab", "the line above", "up"),
        ("down", "down tab", "the line below", "down"),
        ("left", "left", "the previous choice", "change"),
        ("right", "right", "the next choice", "change"),
        ("erase", "backspace", "erase a letter of what is typed", "erase"),
        ("help", "f1 ?", "explain this screen", "help"),
        ("end", "ctrl+w f10", "back to the battles by mail", "back"),
    ),
    *actions_of(
        "letter_in",
        "A letter that came",
        ("accept", "enter ctrl+j", "open what was pasted, or the file", "open it"),
        ("open", "ctrl+o f2", "open the text that was typed", "open the text that is typed"),
        ("up", "up", "the file above", "up"),
        ("down", "down", "the file below", "file"),
        ("erase", "backspace", "erase the last character", "erase"),
        ("clear", "ctrl+u", "erase everything that was pasted or typed", "clear"),
        ("help", "f1", "explain this screen", "help"),
        ("end", "ctrl+w f10", "back to the battles by mail", "back"),
    ),
    *actions_of(
        "letter",
        "Your letter",
        ("accept", "enter ctrl+j", "back; you send the letter outside the game", "done"),
        ("copy", "c", "copy the letter to the clipboard again", "copy"),
        ("end", "q", "back to the battles by mail", "back"),
    ),
    *actions_of(
        "setup",
        "New battle",
        ("accept", "enter ctrl+j", "begin the battle", "begin"),
        ("up", "up shift+tab", "the line above", "up"),
        ("down", "down tab", "the line below", "down"),
        ("left", "left", "the previous choice", "change"),
        ("right", "right space", "the next choice", "change"),
        ("find", "/", "search all choices of this line in a list", "find"),
        ("reseed", "r", "draw another seed", "new seed"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "lessons",
        "Lessons",
        ("accept", "enter ctrl+j", "begin the highlighted lesson", "begin"),
        ("find", "/", "find: list only entries with the words you type", "find"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "puzzles",
        "Puzzles",
        ("accept", "enter ctrl+j", "show the highlighted puzzle", "show"),
        ("find", "/", "find: list only entries with the words you type", "find"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "pick",
        "Choices",
        ("accept", "enter ctrl+j", "take the highlighted choice", "take"),
        ("find", "/", "find: list only entries with the words you type", "find"),
        ("end", "q", "back to the form", "back"),
    ),
    *actions_of(
        "settings",
        "Settings",
        ("accept", "enter ctrl+j", "the next value", "next value"),
        ("left", "left", "the previous value", "change"),
        ("right", "right space", "the next value", "change"),
        ("end", "q", "back to the previous screen", "back"),
    ),
    *actions_of(
        "aftermath",
        "Looking back",
        ("accept", "enter ctrl+j", "watch the chosen moment", "watch"),
        ("up", "up", "the previous moment", "up"),
        ("down", "down", "the next moment", "moment"),
        ("page_up", "pageup", "the previous ships", "previous ships"),
        ("page_down", "pagedown", "more ships", "more ships"),
        ("left", "left", "the dice of the previous purposes", "previous dice"),
        ("right", "right", "the dice of more purposes", "more dice"),
        ("choices", "h", "the costliest choices", "choices"),
        ("dice", "d", "every roll compared with fair dice, by side, kind and ship", "all dice"),
        ("proof", "V", "the proof of the dice: pledge, words, secret, verdict", "proof"),
        ("end", "q", "back to the previous screen", "back"),
    ),
    *actions_of(
        "leaving",
        "Leaving",
        ("accept", "enter ctrl+j", "do the highlighted action, after a question", "do it"),
        ("end", "q", "back to the battle", "back"),
    ),
    *actions_of(
        "notes",
        "Notes",
        ("accept", "enter ctrl+j", "show the entry of the highlighted note", "show"),
        ("delete", "d x delete", "remove the highlighted note", "remove"),
        ("find", "/", "find: list only entries with the words you type", "find"),
        ("end", "q", "back to the replay", "back"),
    ),
    *actions_of(
        "dice",
        "Dice",
        ("accept", "enter ctrl+j", "watch the entry of the roll; on a sum, list its rolls", "show"),
        ("find", "/", "find: list only entries with the words you type", "find"),
        ("proof", "V", "the proof of the dice: pledge, words, secret, verdict", "proof"),
        ("end", "q", "back to the previous screen", "back"),
    ),
    *actions_of("proof", "Proof", ("end", "q", "back to the previous screen", "back")),
    *actions_of(
        "hindsight",
        "Choices",
        ("accept", "enter ctrl+j", "see the chosen answer and the better one", "see both"),
        ("again", "t", "try this choice again until you find the best answer", "try again"),
        ("up", "up", "the previous choice", "up"),
        ("down", "down", "the next choice", "choice"),
        ("end", "q", "back to the previous screen", "back"),
    ),
    *actions_of(
        "reference",
        "Cards and rules",
        ("accept", "enter ctrl+j", "go to the marked term", "follow"),
        ("left", "left", "mark the previous link", "previous link"),
        ("right", "right", "mark the next link", "link"),
        ("back", "escape", "back to the last entry, then to all terms, then to the game", "back"),
        ("kind", "tab", "the next kind of entries", "kind"),
        ("kind_back", "shift+tab", "the previous kind", "previous kind"),
        ("erase", "backspace", "erase a letter of the search", "erase"),
        ("system", "ctrl+g", "the cards of the next game system", "next game"),
        ("end", "ctrl+w f10", "leave the cards at once", "leave"),
    ),
    *actions_of(
        "guide",
        "With a friend",
        ("left", "left", "the previous way", "the previous way"),
        ("right", "right tab", "the next way", "next way"),
        ("end", "q", "back to the previous screen", "back"),
    ),
    *actions_of(
        "squadrons",
        "Squadrons",
        ("accept", "enter ctrl+j", "change the highlighted squadron", "open"),
        ("new", "n", "a new squadron", "new"),
        ("copy", "c", "copy the highlighted squadron as your own", "copy"),
        ("play", "p", "set up a battle with the highlighted squadron", "play"),
        ("rename", "r", "give your own squadron another name", "rename"),
        ("delete", "d x delete", "move your own squadron to the bin", "delete"),
        ("find", "/", "find: list only entries with the words you type", "find"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "builder",
        "Squadron",
        ("accept", "enter ctrl+j space", "go to the shelf, to take or drop", "choose"),
        ("switch", "tab shift+tab", "from the squadron to the shelf and back", "shelf"),
        ("left", "left", "to the squadron", "squadron"),
        ("right", "right", "to the shelf", "shelf"),
        ("fault", "e", "go to the next fault", "fault"),
        ("measure", "b", "measure how balanced it is; again: stop", "measure"),
        ("find", "/", "find on the shelf: list only entries with the words you type", "find"),
        ("undo", "u", "undo", "undo"),
        ("redo", "U ctrl+r", "redo what was undone", "redo"),
        ("save", "s", "save", "save"),
        ("save_as", "S", "save under another name", "save as"),
        ("reference", "K", "read about the highlighted entry of the shelf", "cards"),
        ("end", "q", "leave the builder", "leave"),
    ),
    *actions_of(
        "builder",
        "Ships",
        ("add", "a", "add a ship", "add"),
        ("copy", "c", "copy the highlighted ship", "copy"),
        ("remove", "x delete", "remove the highlighted ship", "remove"),
        ("earlier", "[ shift+up", "the ship earlier in the line", "earlier"),
        ("later", "] shift+down", "the ship later in the line", "later"),
        ("flag", "f", "make it the flagship", "flag"),
        ("name", "n", "name the highlighted ship or the squadron", "name"),
    ),
    *actions_of("help", "Help", ("end", "q", "back to the previous screen", "back")),
)

OVERLAY_KEYS = {"range": "g", "arcs": "b", "formation": "f", "wind": "w", "odds": "o"}
"""Keys of overlays that several game systems have; others get f2 and up, in order."""


def overlay_actions(screen: str, overlays: Iterable[tuple[str, str]]) -> tuple[Action, ...]:
    """Return the actions for a game's overlays, given as (id, label)."""
    actions = []
    for number, (overlay, label) in enumerate(overlays):
        key = OVERLAY_KEYS.get(overlay, f"f{number + 2}")
        actions.append(Action(screen, f"overlay_{overlay}", (key,), label, overlay, "Overlays"))
    return tuple(actions)
