"""The actions of all screens: name, default keys, description, and a word for the line of keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

EVERYWHERE = "any"
"""The name that stands for every screen: its actions are available everywhere."""
Handlers = Mapping[str, Callable[[], None]]
"""{name of an action: its handler} for one screen."""
STEERING = frozenset(("west", "south", "north", "east"))
"""Actions whose keys move the cursor over a chart."""


class Action(msgspec.Struct, frozen=True):
    """An action that a key does on a screen. `hint` is one or two words for the key line."""

    screen: str
    name: str
    keys: tuple[str, ...]
    own_label: str
    """The action's description in a few words; '' if the engine's table of actions has it."""
    hint: str = ""
    group: str = "Keys"

    @property
    def label(self) -> str:
        """The action's description, in a few words."""
        return self.own_label or _about(self.screen, self.name)

    @property
    def id(self) -> str:
        """The action's name in a keymap file, for example `battle.undo`."""
        return f"{self.screen}.{self.name}"

    @property
    def steers(self) -> bool:
        """Whether the action moves the cursor over a chart.

        While the arrows move the cursor, the keys of such an action do nothing else.
        """
        return self.name in STEERING

    @property
    def word(self) -> str:
        """The word for the line of keys: the hint, or the description if there is no hint."""
        return self.hint or self.label


def actions_of(screen: str, group: str, *rows: tuple[str, str, str, str]) -> tuple[Action, ...]:
    """Return actions from rows of (name, keys separated by spaces, label, hint)."""
    return tuple(
        Action(screen, name, tuple(keys.split()), label, hint, group)
        for name, keys, label, hint in rows
    )


def engine_actions(screen: str, group: str, *rows: tuple[str, str, str]) -> tuple[Action, ...]:
    """Return actions whose descriptions are in a table of the engine, from rows of (name, keys,
    hint).
    """
    return actions_of(screen, group, *((name, keys, "", hint) for name, keys, hint in rows))


def _about(screen: str, name: str) -> str:
    """Return the description of an action from the engine's table."""
    # Lazy imports, when a help or a palette is opened: the first frame must not wait for them.
    if screen == "saves":
        from engine.files.battle_list import BY_NAME as OF_THE_LIST

        return OF_THE_LIST[name].about
    from engine.sitting.actions import BY_NAME as OF_A_BATTLE

    return OF_A_BATTLE[name].about


CHART = (
    ("west", "h", "cursor"),
    ("south", "j", "cursor"),
    ("north", "k", "cursor"),
    ("east", "l", "cursor"),
    ("nearer", "+ =", "nearer"),
    ("farther", "-", "farther"),
    ("whole", "0", "whole table"),
    ("centre", "c", "centre"),
    ("overlays", "v", "pictures"),
)
"""The actions on the chart, in a battle and in a replay: (name, keys, hint) of each."""
ACTIONS: tuple[Action, ...] = (
    *actions_of(
        EVERYWHERE,
        "Everywhere",
        ("accept", "enter ctrl+j", "take the highlighted line", "take"),
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
        ("suspend", "ctrl+z", "suspend the game; type `fg` in the shell to come back", "suspend"),
        ("quit", "ctrl+q ctrl+c", "leave the game; everything is saved", "quit"),
    ),
    *engine_actions(
        "battle",
        "Orders",
        ("accept", "enter ctrl+j", "take"),
        ("back", "escape", "back"),
        ("up", "up", "order"),
        ("down", "down", "order"),
        ("first", "home", "first"),
        ("last", "end", "last"),
        ("left", "left", "dial"),
        ("right", "right", "dial"),
        ("pick", "1 2 3 4 5 6 7 8 9", "order"),
        ("dial_down", "< ,", "dial"),
        ("dial_up", "> .", "dial"),
        ("dial_low", "[", "lowest"),
        ("dial_high", "]", "highest"),
        ("dial_five_down", "{", "five less"),
        ("dial_five_up", "}", "five more"),
        ("dial_type", "#", "value"),
        ("offer", "t", "suggest"),
        ("aside", "W", "standing"),
        ("draft", "F", "draft all"),
        ("seal", "x", "seal"),
        ("why", "y", "why not"),
        ("advice", "h A", "advice"),
        ("undo", "u", "undo"),
        ("redo", "U ctrl+r", "redo"),
        ("take_back", "ctrl+t", "take back"),
        ("type", ":", "type"),
    ),
    *actions_of(  # here a mode of the arrow keys; in lines a list of ships
        "battle",
        "Chart",
        ("look", "space", "arrows move the cursor; again: arrows choose orders", "look around"),
    ),
    *engine_actions(
        "battle",
        "Chart",
        *CHART,
        ("pan_west", "shift+left", "pan"),
        ("pan_south", "shift+down", "pan"),
        ("pan_north", "shift+up", "pan"),
        ("pan_east", "shift+right", "pan"),
        ("next_ship", "tab", "next ship"),
        ("previous_ship", "shift+tab", "previous ship"),
        ("measure", "m", "measure"),
    ),
    *engine_actions(
        "battle",
        "Panels",
        ("log", "L", "log"),
        ("find", "/", "find"),
        ("squadrons", "S", "squadrons"),
        ("hand", "H", "hand"),
        ("more", "I", "more"),
        ("arrange", "Z", "layout"),
        ("picture", "ctrl+e", "picture"),
        ("guide", "G", "guide"),
        ("note", "N", "note"),
        ("reference", "K", "cards"),
        ("terms", "i", "words and rules"),
        ("diagram", "D", "diagram"),
        ("aftermath", "E", "look back"),
        ("proof", "V", "proof"),
        ("settings", "O", "settings"),
        ("menu", "M", "menu"),
        ("replay", "R", "replay"),
        ("part", "X", "resign"),
        ("end", "q", "quit"),
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
        ("draw", "m", "draw an arrow to the cursor, or a circle; it is saved with a note", "draw"),
        ("notes", "N", "all notes and bookmarks in a list", "notes"),
        ("fork", "p", "play on from here as a new battle", "play on"),
        ("advice", "h A", "advice: the best orders here, or back to the orders", "advice"),
        ("up", "up", "the previous branch at this entry; in advice, the previous answer", "branch"),
        ("down", "down", "the next branch at this entry; in advice, the next answer", "branch"),
        ("beside", "B", "show the next branch as ghosts; after the last, none", "beside"),
        ("best_line", "L", "let computer captains play on from here, as a branch", "best line"),
        ("export", "e", "export a page, a film, a picture, the report or a cast", "export"),
    ),
    *engine_actions(
        "replay",
        "Timeline",
        ("squadrons", "S", "all ships"),
        ("terms", "i", "words and rules"),
        ("aftermath", "E", "look back"),
        ("dice", "d", "dice"),
        ("proof", "V", "proof"),
        *CHART,
        ("next_ship", "tab", "ship"),
        ("previous_ship", "shift+tab", "previous ship"),
    ),
    *actions_of("replay", "Timeline", ("end", "q", "back to the previous screen", "leave")),
    *actions_of(
        "menu",
        "Menu",
        (
            "switch",
            "tab shift+tab",
            "from the list of entries to the list of battles, and back",
            "battles",
        ),
        ("watch", "r", "replay the highlighted battle", "replay"),
        ("delete", "d x delete", "move the highlighted battle to the bin", "delete"),
        ("end", "q", "quit", "quit"),
    ),
    *engine_actions(
        "saves",
        "Battles",
        ("accept", "enter ctrl+j", "watch"),
        ("resume", "p", "play on"),
        ("delete", "d x delete", "delete"),
        ("find", "/", "find"),
        ("undo", "u", "undo"),
        ("sort", "o", "sort"),
        ("sort_back", "O", "other way"),
        ("tag", "t", "tag"),
        ("rename", "n", "rename"),
        ("copy", "c", "copy"),
        ("archive", "a", "archive"),
        ("import", "I", "import"),
        ("end", "q", "back"),
    ),
    *actions_of(
        "mail",
        "Battles by mail",
        ("accept", "enter ctrl+j", "play, send or watch, whichever is next", "go on"),
        ("open", "o", "open a letter that came", "open a letter"),
        ("new", "n", "set up a battle by mail", "new"),
        ("send", "s", "show and copy your latest letter again", "send again"),
        ("watch", "r", "replay the highlighted battle", "replay"),
        ("delete", "d x delete", "move the highlighted battle to the bin", "delete"),
        ("guide", "g", "how a battle by mail goes, and its commands", "how it goes"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "mail_found",
        "New battle by mail",
        ("accept", "enter ctrl+j", "set up the battle and show its first letter", "set up"),
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
        ("open", "ctrl+o f2", "open the letter that was typed", "open the letter that was typed"),
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
        "log",
        "Captain's log",
        ("accept", "enter ctrl+j", "tell the story of the highlighted battle", "story"),
        ("watch", "r", "replay the highlighted battle", "replay"),
        ("find", "/", "find: list only entries with the words you type", "find"),
        ("end", "q", "back to the menu", "back"),
    ),
    *actions_of(
        "story",
        "Story",
        ("accept", "enter ctrl+j", "watch the turn at the top of the page", "watch"),
        ("end", "q", "back to the previous screen", "back"),
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
        ("left", "left", "the dice of the previous kinds of rolls", "previous dice"),
        ("right", "right", "the dice of more kinds of rolls", "more dice"),
        ("choices", "h", "the costliest choices", "choices"),
        ("story", "s", "the battle as a story, a paragraph for each turn", "story"),
        ("dice", "d", "every roll compared with fair dice, by side, kind and ship", "all dice"),
        ("proof", "V", "the proof that the dice were fair: pledge, words, secret", "proof"),
        ("end", "q", "back to the previous screen", "back"),
    ),
    *actions_of(
        "leaving",
        "Leaving",
        ("accept", "enter ctrl+j", "do the highlighted action; you are asked first", "do it"),
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
        ("proof", "V", "the proof that the dice were fair: pledge, words, secret", "proof"),
        ("end", "q", "back to the previous screen", "back"),
    ),
    *actions_of("proof", "Proof", ("end", "q", "back to the previous screen", "back")),
    *actions_of("ships", "Ships", ("end", "q S", "back to the replay", "back")),
    *actions_of(
        "hindsight",
        "Choices",
        ("accept", "enter ctrl+j", "see the chosen answer and a better one", "see both"),
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
        ("text_down", "shift+down", "scroll a long text down", "text down"),
        ("text_up", "shift+up", "scroll a long text up", "text up"),
        (
            "back",
            "escape",
            "back to the previous entry, then to the list, then to the game",
            "back",
        ),
        ("kind", "tab", "the next kind of entries: ships, cards, terms", "kind"),
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
        ("accept", "enter ctrl+j space", "go to the choices, to take or drop one", "choose"),
        ("switch", "tab shift+tab", "from the squadron to the choices and back", "choices"),
        ("left", "left", "to the squadron", "squadron"),
        ("right", "right", "to the choices", "choices"),
        ("fault", "e", "go to the next fault", "fault"),
        ("measure", "b", "measure how balanced it is, or stop measuring", "measure"),
        ("find", "/", "find among the choices: list only those with the words you type", "find"),
        ("undo", "u", "undo", "undo"),
        ("redo", "U ctrl+r", "redo what was undone", "redo"),
        ("save", "s", "save", "save"),
        ("save_as", "S", "save under another name", "save as"),
        ("reference", "K", "read about the highlighted choice", "cards"),
        ("end", "q", "leave the builder", "leave"),
    ),
    *actions_of(
        "builder",
        "Ships",
        ("add", "a", "add a ship", "add"),
        ("copy", "c", "copy the highlighted ship", "copy"),
        ("remove", "x delete", "remove the highlighted ship", "remove"),
        ("earlier", "[ shift+up", "move the ship up in the list", "earlier"),
        ("later", "] shift+down", "move the ship down in the list", "later"),
        ("flag", "f", "make it the flagship", "flag"),
        ("name", "n", "name the highlighted ship or the squadron", "name"),
    ),
    *actions_of("help", "Help", ("end", "q", "back to the previous screen", "back")),
)

OVERLAY_KEYS = {"range": "g", "arcs": "b", "formation": "f", "wind": "w", "odds": "o"}
"""{overlay (picture over the chart): its key} for overlays that several games have. Other overlays
get f2, f3 and so on."""


def overlay_actions(screen: str, overlays: Iterable[tuple[str, str]]) -> tuple[Action, ...]:
    """Return the actions that show a game's overlays (pictures over the chart), given as (id,
    label).
    """
    actions = []
    for number, (overlay, label) in enumerate(overlays):
        key = OVERLAY_KEYS.get(overlay, f"f{number + 2}")
        actions.append(Action(screen, f"overlay_{overlay}", (key,), label, overlay, "Overlays"))
    return tuple(actions)
