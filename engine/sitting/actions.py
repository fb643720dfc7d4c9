"""The table of everything a person may do at a battle, one row for each action.

Screens bind keys to these rows by name, lines bind words, `talk` binds JSON. A row without a key or
a word says why. Where an action only shows something, the front end implements it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeVar

from engine.base.errors import Refused
from engine.base.text import whole
from engine.game.decision import Answer
from engine.game.question import Drafted, Offer
from engine.sitting.kinds.kind import Ask, Done
from engine.sitting.seats import WayOut
from engine.sitting.sheet_orders import slot_named
from engine.sitting.sitting import Sitting

T = TypeVar("T", Offer, Drafted, WayOut)


class Behind(Enum):
    """The arguments that may follow the word of an action."""

    NOTHING = "nothing"
    NUMBERS = "numbers"
    WORDS = "words"
    TALK = "talk"
    """Text for people; control characters in it become `?`."""


class Action(NamedTuple):
    """An action that a person may take at a battle."""

    name: str
    """The action's name in keymaps (`battle.undo`), in `Kind.closed`, and in the op `act` of
    `talk`."""
    word: str
    """The word typed in plain lines; '' with `no_word`."""
    about: str
    """The action's effect, in a few words."""
    do: Callable[[Sitting, str], Done] | None = None
    """The function that carries it out, given the words after the action's name; None where only
    the front end acts."""
    behind: Behind = Behind.NOTHING
    shape: str = ""
    """The arguments as help writes them: `[N]`."""
    asked: bool = False
    """Whether it is available only while a question is open."""
    company: bool = False
    """Whether it is available only in a battle with people elsewhere."""
    no_key: str = ""
    """Why screens have no key for it."""
    no_word: str = ""
    """Why lines have no word for it."""


# Sheets -------------------------------------------------------------------------------------------


def _fill(sitting: Sitting, _: str) -> Done:
    """Fill the empty slots with the proposed answers."""
    sitting.sheet.fill_the_rest()
    # the person asked for these answers, so they count as the person's own
    sitting.sheet.by_program.clear()
    sitting.keep_draft()
    return ()


def _seal(sitting: Sitting, _: str) -> Done:
    """Fill the empty slots with the proposed answers, and return the question whether to seal."""
    sitting.sheet.fill_the_rest()
    sitting.keep_draft()
    return sitting.seal()


def _offer(sitting: Sitting, words: str) -> Iterable[str]:
    """List the routine answers to a slot, or take one of them."""
    orders = sitting.sheet
    slot, rest = slot_named(words, orders.sheet) or (orders.slot, words)
    offers = orders.prompter.offers(slot.id)
    if not offers:
        raise Refused(f"no named answers are offered for {slot.label}")
    if not rest:
        return [f"  {n}  {each.name}: {each.option}" for n, each in enumerate(offers, 1)]
    taken = _chosen(rest, offers, [each.name for each in offers])
    sitting.fill(slot.id, Answer(taken.option))
    return (f"{slot.label}: {taken.option}, {taken.name}.",)


def _draft(sitting: Sitting, words: str) -> Iterable[str]:
    """List the routine drafts of the whole sheet, or take one of them."""
    orders = sitting.sheet
    drafts = orders.prompter.drafts(orders.draft)
    if not drafts:
        raise Refused("no named drafts are offered for this sheet")
    if not words:
        return [f"  {n}  {each.name}" for n, each in enumerate(drafts, 1)]
    taken = _chosen(words, drafts, [each.name for each in drafts])
    orders.write_all(taken.answers)
    sitting.keep_draft()
    return (f"Drafted for all: {taken.name}. Change what you like.",)


def _chosen(words: str, rows: Sequence[T], names: Sequence[str]) -> T:
    """Return the row with this number, or with this name or an unambiguous beginning of it."""
    if words.isdecimal():
        if not 1 <= whole(words) <= len(rows):
            raise Refused(f"there is no number {words}; the list has {len(rows)}")
        return rows[whole(words) - 1]
    lower = [name.lower() for name in names]
    found = [at for at, name in enumerate(lower) if name == words.lower()]
    found = found or [at for at, name in enumerate(lower) if name.startswith(words.lower())]
    if len(found) != 1:
        raise Refused(f"'{words}' must name exactly one of {', '.join(names)}")
    return rows[found[0]]


def _aside(sitting: Sitting, _: str) -> Done:
    """Open the sheet of standing choices, or close it again."""
    if sitting.aside is not None:
        sitting.put(sitting.table.asked())
        return ()
    sitting.put_aside()
    return ("No other player sees it.",)


# Going back and out -------------------------------------------------------------------------------


def _resign(sitting: Sitting, _: str) -> Done:
    seat = sitting.seat
    if not sitting.table.persons:
        raise Refused("no person plays here")

    def yes() -> Done:
        sitting.battle.leave("resign", seat)
        return ()

    return Ask(f"Resign as {sitting.table.name(seat)}?", yes)


def _leave(sitting: Sitting, words: str) -> Done:
    """List the ways to leave the battle, or take one.

    `leave 2`, or `leave 3 1` within a sublist.
    """
    ways, way = sitting.kind.ways_out(sitting), None
    for word in words.split():
        if not word.isdecimal() or not 1 <= whole(word) <= len(ways):
            raise Refused(f"there is no number {word}; the list has {len(ways)}")
        way = ways[whole(word) - 1]
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
        raise Refused("type the text after the word note, such as: note they wear round")
    sitting.battle.note(words, sitting.seat)
    return ("Noted.",)


def _coach(sitting: Sitting, _: str) -> Done:
    if not sitting.against_computers:
        raise Refused("the coach only speaks in battles against the computer")
    sitting.coached = not sitting.coached
    return ("The coach is on." if sitting.coached else "The coach is off.",)


# The table ----------------------------------------------------------------------------------------

HALF = 38
"""Columns of half a line of the help."""
PANEL = "the panel always shows it"
NUMBERS, WORDS, TALK = Behind.NUMBERS, Behind.WORDS, Behind.TALK
# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("accept", "", "take the highlighted order",
           no_word="type the number or the words of an answer to take it"),
    Action("ask", "ask", "repeat the question", asked=True, no_key=PANEL),
    Action("why", "why", "which orders are closed, and why", asked=True),
    Action("odds", "odds", "what answer N would do", behind=WORDS, shape="N", asked=True,
           no_key=PANEL),
    Action("advice", "advice", "the best answers, and why", asked=True),
    Action("fill", "fill", "fill the rest of a sheet with the proposed answers", _fill, asked=True,
           no_key="the key that seals a sheet fills it first, and asks"),
    Action("seal", "seal", "fill the rest as proposed, and seal", _seal, asked=True),
    Action("offer", "offer", "named answers for slot S; N takes one", _offer, WORDS, "S [N]", True),
    Action("draft", "draft", "named drafts of the whole sheet; N takes one", _draft, WORDS, "[N]",
           True),
    Action("aside", "standing", "your standing choices; type it again to go back", _aside),
    Action("undo", "undo", "undo, or ask to take back", lambda at, _: at.kind.undo(at)),
    Action("redo", "redo", "redo what was undone", lambda at, _: at.kind.redo(at)),
    Action("take_back", "take back", "undo past dice or another player's move",
           lambda at, _: at.kind.take_back(at)),
    Action("look", "look", "the ships, as ship S sees them", behind=WORDS, shape="[S]"),
    Action("chart", "chart", "the chart in signs", no_key="a screen always shows the chart"),
    Action("squadrons", "ships", "all ships and their state"),
    Action("card", "card", "everything about ship S", behind=WORDS, shape="S", no_key=PANEL),
    Action("hand", "hand", "your cards"),
    Action("log", "log", "the last N lines of the log", behind=NUMBERS, shape="[N]"),
    Action("find", "find", "lines of the log that have words W", behind=WORDS, shape="W"),
    Action("terms", "terms", "the rules behind the question"),
    Action("reference", "rules", "explain the word W", behind=WORDS, shape="W"),
    Action("aftermath", "aftermath", "look back: ships, luck, moments"),
    Action("dice", "dice", "every roll against fair dice",
           no_key="the page that looks back opens it"),
    Action("proof", "proof", "the proof of the dice"),
    Action("replay", "replay", "watch the battle from its start"),
    Action("note", "note", "write a note into the battle", _note, TALK, "TEXT"),
    Action("coach", "coach", "the coach warns of costly answers; again: he stops", _coach,
           no_key="a setting of the screens"),
    Action("part", "leave", "ways to leave the battle; N takes one", _leave, NUMBERS, "[N]"),
    Action("resign", "resign", "give up", _resign, no_key="type leave to see all ways to leave"),
    Action("end", "quit", "leave; everything is saved"),
    Action("menu", "", "leave for the menu", no_word="quit leads back to the previous screen"),
    Action("help", "help", "list what can be typed"),
    Action("talk", "say", "say TEXT to all", behind=TALK, shape="TEXT", company=True),
    Action("tell", "tell", "say TEXT to your side", behind=TALK, shape="TEXT", company=True,
           no_key="Tab sends talk to your own side only"),
    Action("agree", "agree", "agree to another player's request", company=True,
           no_key="the prompt asks, and y or n answers"),
    Action("refuse", "refuse", "refuse another player's request", company=True,
           no_key="the prompt asks, and y or n answers"),
    Action("who", "who", "who sits where, and who is away", company=True,
           no_key="help lists the seats"),
    Action("resume", "resume", "continue an adjourned battle", company=True),
    Action("send", "send", "write the letter", company=True,
           no_key="Enter writes it when nothing is left to choose"),
    Action("diagram", "", "the picture that explains an order", no_word="pictures need a screen"),
    Action("picture", "", "write the chart as a picture",
           no_word="weathergage export writes pictures of a battle's file"),
    Action("guide", "", "first-turn guidance on or off", no_word="lines have the lessons instead"),
    Action("settings", "", "glyphs, colours, animation", no_word="lines have no settings"),
    Action("type", "", "type a command in words", no_word="every line is one"),
    *(Action(name, "", "move among orders, slots and ships", no_word="lines have no highlight")
      for name in ("back", "up", "down", "left", "right", "pick", "next_ship", "previous_ship",
                   "page_up", "page_down")),
    *(Action(name, "", "turn the dial", no_word="type a value after its answer")
      for name in ("dial_down", "dial_up", "dial_low", "dial_high", "dial_five_down",
                   "dial_five_up", "dial_type")),
    *(Action(name, "", "move over the chart", no_word="chart and look show where everything is")
      for name in ("west", "south", "north", "east", "nearer", "farther", "whole", "centre",
                   "pan_west", "pan_south", "pan_north", "pan_east", "overlays", "measure")),
)
# fmt: on
"""All actions, in the order of the help."""
BY_NAME = {each.name: each for each in ACTIONS}
BY_WORD = {each.word: each for each in ACTIONS if each.word}


def do(sitting: Sitting, name: str, words: str = "") -> Done:
    """Do an action of the table, or the override of this kind of sitting.

    Raises `Refused` if the action is not available, `FileFault` if the disk fails; nothing has
    changed then.
    """
    if why := sitting.kind.why_not(name):
        raise Refused(why)
    row, own = BY_NAME[name], sitting.kind.does.get(name)
    if own:
        return own(words)
    if row.do is None:
        raise Refused(f"not available here: {row.about}")
    return row.do(sitting, words)


def help_lines(sitting: Sitting) -> list[str]:
    """Return the help: the words that this sitting has, in one or two columns."""
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
