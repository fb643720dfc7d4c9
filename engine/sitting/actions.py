"""The table of all actions of a person at a battle, one row for each action.

Screens bind keys to these rows by their names; the line interface uses the word of each row, and
`talk` its name in JSON. A row without a key or a word gives the reason. An action that only shows
something is implemented by the front end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import Enum
from typing import NamedTuple, TypeVar

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import parse_number
from engine.game.decision import Answer
from engine.game.question import NamedDraft, Offer
from engine.sitting.adviser import best_fills, think
from engine.sitting.kinds.kind import Ask, Done
from engine.sitting.seats import WayOut
from engine.sitting.sheet_orders import SheetOrders, slot_named
from engine.sitting.sitting import Sitting

T = TypeVar("T", Offer, NamedDraft, WayOut)


class Arguments(Enum):
    """The kinds of arguments that may follow an action's word in the line interface."""

    NOTHING = "nothing"
    NUMBERS = "numbers"
    WORDS = "words"
    TALK = "talk"
    """Text for other people to read; control characters in it become `?`."""


class Action(NamedTuple):
    """An action that a person may take at a battle."""

    name: str
    """The action's name in keymaps (`battle.undo`), in `Kind.closed`, and in the op `act` of
    `talk`."""
    word: str
    """The word to type in the line interface; '' if there is none (`no_word` says why)."""
    about: str
    """The action's effect, in a few words."""
    do: Callable[[Sitting, str], Done] | None = None
    """The function that carries out the action, given the words typed after its name; None if the
    front end carries it out."""
    behind: Arguments = Arguments.NOTHING
    shape: str = ""
    """The form of the arguments as the help shows it after the action's word, such as `[N]`."""
    asked: bool = False
    """Whether the action is available only while a question is open."""
    company: bool = False
    """Whether the action is available only in a battle with people at other keyboards."""
    no_key: str = ""
    """The reason why screens have no key for the action."""
    no_word: str = ""
    """The reason why the line interface has no word for the action."""


# Sheets -------------------------------------------------------------------------------------------


def _fill(sitting: Sitting, _: str) -> Done:
    """Fill the empty slots (questions) of the open sheet with the advised answers."""
    sitting.sheet.fill_the_rest()
    # the person asked for these answers, so they count as the person's own
    sitting.sheet.by_program.clear()
    sitting.keep_draft()
    return ()


def _seal(sitting: Sitting, _: str) -> Done:
    """Fill the empty slots of the open sheet with the advised answers; return the question whether
    to seal (submit) the sheet.
    """
    sitting.sheet.fill_the_rest()
    sitting.keep_draft()
    return sitting.seal()


def _offer(sitting: Sitting, words: str) -> Iterable[str]:
    """List the answers that are often given to a slot, or, if `words` name one, fill it in."""
    orders = sitting.sheet
    slot, rest = slot_named(words, orders.sheet) or (orders.slot, words)
    offers = orders.prompter.offers(slot.id)
    if not offers:
        raise Refused(f"there are no ready-made answers for {slot.label}")
    if not rest:
        return [f"  {n}  {each.name}: {each.option}" for n, each in enumerate(offers, 1)]
    taken = _chosen(rest, offers, [each.name for each in offers])
    sitting.fill(slot.id, Answer(taken.option))
    return (f"{slot.label}: {taken.option}, {taken.name}.",)


def _draft(sitting: Sitting, words: str) -> Iterable[str]:
    """List the ready-made drafts (answers to all slots) of the sheet, or, if `words` name one, use
    it.
    """
    orders = sitting.sheet
    drafts = orders.prompter.drafts(orders.draft)
    if not drafts:
        raise Refused("this sheet has no ready-made drafts: fill its slots one by one")
    if not words:
        return [f"  {n}  {each.name}" for n, each in enumerate(drafts, 1)]
    taken = _chosen(words, drafts, [each.name for each in drafts])
    orders.write_all(taken.answers)
    sitting.keep_draft()
    return (f"All ships drafted: {taken.name}. Change what you like.",)


def _chosen(words: str, rows: Sequence[T], names: Sequence[str]) -> T:
    """Return the row that typed words name: its number, its name, or the beginning of only its
    name.
    """
    if words.isdecimal():
        if not 1 <= parse_number(words) <= len(rows):
            raise Refused(f"the list has no number {words}; its last number is {len(rows)}")
        return rows[parse_number(words) - 1]
    lower = [name.lower() for name in names]
    found = [at for at, name in enumerate(lower) if name == words.lower()]
    found = found or [at for at, name in enumerate(lower) if name.startswith(words.lower())]
    if len(found) != 1:
        raise Refused(f"'{words}' must name exactly one of {', '.join(names)}")
    return rows[found[0]]


def _aside(sitting: Sitting, _: str) -> Done:
    """Open the sheet of standing choices (choices kept until changed), or close it again."""
    if sitting.aside is not None:
        sitting.put(sitting.table.asked())
        return ()
    sitting.open_standing_sheet()
    return ("No other player sees these standing choices; `standing` goes back to the orders.",)


# Going back and out -------------------------------------------------------------------------------


def _resign(sitting: Sitting, _: str) -> Done:
    seat = sitting.seat
    if not sitting.table.persons:
        raise Refused("no person plays in this battle")

    def yes() -> Done:
        sitting.battle.leave("resign", seat)
        return ()

    return Ask(f"Resign as {sitting.table.name(seat)}?", yes)


def _leave(sitting: Sitting, words: str) -> Done:
    """List the ways to leave the battle, or, if `words` name one, leave it in this way.

    `leave 2` takes the second way; `leave 3 1` takes the first entry in the sublist of the third.
    """
    ways, way = sitting.kind.ways_out(sitting), None
    for word in words.split():
        if not word.isdecimal() or not 1 <= parse_number(word) <= len(ways):
            raise Refused(f"the list has no number {word}; its last number is {len(ways)}")
        way = ways[parse_number(word) - 1]
        if way.why_not:
            raise Refused(way.why_not)
        ways = way.more() if way.more else ()
    if ways:
        return [
            f"  {number}  {each.label}: {each.about}"
            f"{f' Not now: {each.why_not}.' if each.why_not else ''}"
            for number, each in enumerate(ways, 1)
        ]
    if way is None:
        raise Refused("there is no way to leave this battle now")
    taken = way

    def yes() -> Done:
        taken.do()
        return ()

    return Ask(f"{taken.label}?", yes)


def _note(sitting: Sitting, words: str) -> Done:
    if not words:
        raise Refused("type the text after the word, such as `note they wear round`")
    sitting.battle.note(words, sitting.seat)
    return ("Noted.",)


def _coach(sitting: Sitting, _: str) -> Done:
    if not sitting.against_computers:
        raise Refused("the coach only speaks in battles against the computer")
    sitting.coached = not sitting.coached
    return ("The coach is on." if sitting.coached else "The coach is off.",)


# The table ----------------------------------------------------------------------------------------

HALF = 38
"""The width of a column of the help, in characters."""
PANEL = "the panel always shows it"
NUMBERS, WORDS, TALK = Arguments.NUMBERS, Arguments.WORDS, Arguments.TALK
# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("accept", "", "take the highlighted order",
           no_word="type the number or the words of an answer to take it"),
    Action("ask", "ask", "repeat the question", asked=True, no_key=PANEL),
    Action("why", "why", "which orders are closed, and why", asked=True),
    Action("odds", "odds", "what answer N would do", behind=WORDS, shape="N", asked=True,
           no_key=PANEL),
    Action("advice", "advice", "the best answers, and why", asked=True),
    Action("fill", "fill", "fill the empty lines of a sheet by advice", _fill, asked=True,
           no_key="the key that seals a sheet first fills its empty lines, then asks"),
    Action("seal", "seal", "fill empty lines, by advice where it is allowed, and seal", _seal,
           asked=True),
    Action("offer", "offer", "ready-made answers for a slot, such as `as last time`",
           _offer, WORDS, "S [N]", True),
    Action("draft", "draft", "ready-made drafts of the whole sheet", _draft, WORDS, "[N]", True),
    Action("aside", "standing", "your standing choices; typed again, back to the orders", _aside),
    Action("undo", "undo", "undo, or ask to take back", lambda at, _: at.kind.undo(at)),
    Action("redo", "redo", "redo what was undone", lambda at, _: at.kind.redo(at)),
    Action("take_back", "take back", "undo even dice or another player's move",
           lambda at, _: at.kind.take_back(at)),
    Action("look", "look", "the ships, as ship S sees them", behind=WORDS, shape="[S]"),
    Action("chart", "chart", "the chart drawn in characters", no_key="a screen always shows the "
        "chart"),
    Action("squadrons", "ships", "all ships and their state"),
    Action("card", "card", "everything about ship S", behind=WORDS, shape="S", no_key=PANEL),
    Action("hand", "hand", "your cards"),
    Action("log", "log", "the last lines of the battle log", behind=NUMBERS, shape="[N]"),
    Action("find", "find", "find words, a ship or a loss in the log", behind=WORDS, shape="W"),
    Action("terms", "terms", "the rules behind the question, the ship and the face-up cards"),
    Action("reference", "rules", "cards and rules, explained in short", behind=WORDS, shape="W"),
    Action("aftermath", "aftermath", "look back: points, ships, luck, decisive moments"),
    Action("story", "story", "the battle as a story, a paragraph for each turn",
           no_key="the look back has a key for it"),
    Action("voices", "voices", "orders and shouts aboard, with the log; again: off",
           no_key="a setting of the screens"),
    Action("dice", "dice", "every roll compared with fair dice, by side, kind and ship",
           no_key="the look back has a key for it"),
    Action("proof", "proof", "the proof that the dice were fair: pledge, words, secret"),
    Action("replay", "replay", "watch the battle from its start"),
    Action("note", "note", "write a note into the battle", _note, TALK, "TEXT"),
    Action("coach", "coach", "the coach warns of costly answers, or stops warning", _coach,
           no_key="a setting of the screens"),
    Action("part", "leave", "ways to leave: resign, or end it by agreement", _leave, NUMBERS,
           "[N]"),
    Action("resign", "resign", "give up", _resign, no_key="giving up is one of the ways to leave"),
    Action("end", "quit", "leave; everything is saved"),
    Action("menu", "", "leave for the menu", no_word="`quit` leads back to the previous screen"),
    Action("help", "help", "list what can be typed"),
    Action("talk", "say", "say something to all", behind=TALK, shape="TEXT", company=True),
    Action("tell", "tell", "say something to your side", behind=TALK, shape="TEXT", company=True,
           no_key="Tab sends talk to your own side only"),
    Action("agree", "agree", "agree to another player's request", company=True,
           no_key="the prompt asks; press y or n"),
    Action("refuse", "refuse", "refuse another player's request", company=True,
           no_key="the prompt asks; press y or n"),
    Action("who", "who", "who sits where, and who is away", company=True,
           no_key="`help` lists the seats"),
    Action("resume", "resume", "continue an adjourned battle", company=True),
    Action("rematch", "rematch", "set up a rematch with sides swapped, once it is over",
           company=True),
    Action("send", "send", "write the letter", company=True,
           no_key="Enter writes it when nothing is left to choose"),
    Action("diagram", "", "the diagram that explains the highlighted order",
           no_word="the diagram is a picture"),
    Action("picture", "", "write the chart as a picture in SVG",
           no_word="`weathergage export` writes pictures of a battle's file"),
    Action("more", "", "how much the panel shows: little, the usual, or everything",
           no_word="lines show everything about a ship"),
    Action("arrange", "", "the next layout: panel right, left, wide, or a large chart",
           no_word="lines have no panel"),
    Action("guide", "", "first-turn guidance on or off", no_word="lines have the lessons instead"),
    Action("settings", "", "glyphs, colours, animation",
           no_word="lines have no glyphs, colours or animation"),
    Action("type", "", "type a command", no_word="a typed line is a command already"),
    *(Action(name, "", about, no_word="lines have no highlight")
      for name, about in (
          ("back", "step back"),
          ("up", "the order above"),
          ("down", "the order below"),
          ("left", "turn the dial down"),
          ("right", "turn the dial up"),
          ("pick", "the order with this number"),
          ("next_ship", "the next ship"),
          ("previous_ship", "the previous ship"),
          ("page_up", "a page up"),
          ("page_down", "a page down"),
          ("first", "the first order"),
          ("last", "the last order"),
      )),
    *(Action(name, "", about, no_word="type the answer's number, then the value, such as `2 15`")
      for name, about in (
          ("dial_down", "turn the dial, or the piece that you place, to the left"),
          ("dial_up", "turn the dial, or the piece that you place, to the right"),
          ("dial_low", "the dial's lowest value; turn the piece that you place far to the left"),
          ("dial_high", "the dial's highest value; turn the piece that you place far to the right"),
          ("dial_five_down", "turn the dial by five steps to the left"),
          ("dial_five_up", "turn the dial by five steps to the right"),
          ("dial_type", "type the value of the dial"),
      )),
    *(Action(name, "", about, no_word="type `chart` or `look` to see where everything is")
      for name, about in (
          ("west", "cursor to the left"),
          ("south", "cursor down"),
          ("north", "cursor up"),
          ("east", "cursor to the right"),
          ("nearer", "zoom in"),
          ("farther", "zoom out"),
          ("whole", "the whole table"),
          ("centre", "centre on the selected ship"),
          ("pan_west", "pan half a screen left; while moves are played: pause, a step back"),
          ("pan_south", "pan by half a screen down"),
          ("pan_north", "pan by half a screen up"),
          ("pan_east", "pan half a screen right; while moves are played: a step on"),
          ("overlays", "the next picture over the chart; after the last, none"),
          ("measure", "measure from here to the cursor"),
      )),
)
# fmt: on
"""All actions at a battle, in the order of the help."""
ALSO: dict[str, str] = {
    "accept": "ok confirm execute submit commit go end turn",
    "advice": "hint ai suggest suggestion best tip recommend",
    "aftermath": "statistics stats summary result score",
    "arrange": "layout panel width side left right log big chart wide narrow",
    "aside": "preferences automatic auto always",
    "back": "cancel escape",
    "card": "info status details unit inspect",
    "centre": "center focus find ship",
    "coach": "tutor assistant warn difficulty easy",
    "dice": "rolls luck random",
    "draft": "plan template formation",
    "end": "exit close quit leave",
    "farther": "zoom out smaller minus",
    "fill": "auto complete",
    "find": "search",
    "guide": "tutorial first turn",
    "hand": "deck",
    "help": "keys controls shortcuts manual commands",
    "log": "messages history events chat journal",
    "look": "cursor map scroll pan move",
    "measure": "distance range ruler",
    "more": "panel details expert simple advanced depth figures stats",
    "menu": "main title exit",
    "nearer": "zoom in bigger magnify plus",
    "note": "comment annotate bookmark",
    "overlays": "arcs fire range layers grid",
    "paint": "refresh redraw repaint",
    "palette": "commands search",
    "pan_east": "scroll map",
    "pan_west": "scroll map",
    "part": "surrender resign concede forfeit draw strike give up",
    "picture": "screenshot image photo",
    "proof": "verify fair cheat",
    "quit": "exit close",
    "redo": "again repeat",
    "reference": "rules glossary encyclopedia wiki",
    "replay": "watch film history rewind",
    "seal": "end turn finish submit commit done",
    "story": "tale prose narrative report",
    "settings": "options preferences colour color theme sound volume bell speed animation "
    "difficulty coach mouse layout config panel",
    "squadrons": "roster fleet units list oob",
    "voices": "speech orders shouts sound story",
    "take_back": "undo rewind cheat",
    "talk": "chat say message",
    "terms": "rules words glossary explain",
    "type": "command console",
    "undo": "back revert",
    "whole": "fit overview all zoom map",
    "why": "closed disabled greyed illegal",
}
"""{name of an action: words that players of other games know for it}."""
BY_NAME = {each.name: each for each in ACTIONS}
BY_WORD = {each.word: each for each in ACTIONS if each.word}


def is_unadvised(sitting: Sitting) -> bool:
    """Tell whether advice on the empty slots of the open sheet should be computed now.

    False in lessons, in puzzles and for standing choices: there the simpler answers that the sheet
    proposes are used.
    """
    orders, kind = sitting.orders, sitting.kind
    if not isinstance(orders, SheetOrders) or orders.sheet is sitting.aside:
        return False
    priced = not kind.counts or kind.by_slot or kind.why_not("advice")
    full = all(slot.id in orders.draft for slot in orders.sheet.slots if slot.options)
    return not (priced or full or orders.advised)


async def await_inputs(sitting: Sitting, name: str) -> None:
    """Compute, before `do` is called, what an action needs: for `fill` and `seal`, advice on the
    open sheet.
    """
    if name in {"fill", "seal"} and is_unadvised(sitting):
        orders, battle = sitting.sheet, sitting.battle
        view, numbers = battle.view(orders.sheet.seat), (battle.seed, battle.position)
        with suppress(WeatherGageError):  # if a host is too busy, the proposed answers are used
            for advice in await think(best_fills, sitting.game, view, orders.sheet, *numbers):
                orders.advised = advice.draft


def do(sitting: Sitting, name: str, words: str = "") -> Done:
    """Carry out the action with this name in `ACTIONS`; a lesson, puzzle or battle by mail may
    replace it with its own.

    Raises `Refused` if the action is not available, `FileFault` if the disk fails; after an error
    nothing has changed.
    """
    if why := sitting.kind.why_not(name):
        raise Refused(why)
    row, own = BY_NAME[name], sitting.kind.does.get(name)
    if own:
        return own(words)
    if row.do is None:
        raise Refused(f"'{row.about}' is not available here")
    return row.do(sitting, words)


def help_lines(sitting: Sitting) -> list[str]:
    """Return the help: the words that can be typed in this sitting, in one or two columns."""
    kind = sitting.kind
    cells = [
        f"{f'{each.word} {each.shape}'.rstrip():<13}{kind.abouts.get(each.name, each.about)}"
        for each in ACTIONS
        if each.word
        and each.name not in kind.closed
        and (not each.company or each.name in kind.does)
    ]
    lines: list[str] = []
    before = ""
    for cell in cells:
        if before and len(before) <= HALF and len(cell) <= HALF:
            lines.append(f"{before:<{HALF + 1}}{cell}")
            before = ""
            continue
        if before:
            lines.append(before)
        before = cell
    return [*lines, *filter(None, [before])]
