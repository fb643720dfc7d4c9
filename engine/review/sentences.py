"""Sentences: the table from which a game's battles are told in prose, and how a sentence of it is
filled in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from string import Formatter
from typing import NamedTuple

import msgspec

from engine.base.errors import SetUpFault
from engine.base.text import join_names
from engine.game.parts.words import Happening
from engine.kit.dataset import read_table
from engine.kit.records import shipped_folder

TIMES = ("", "once", "twice", "three times", "four times", "five times", "six times")
NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)
NAMED = 4
"""A list of up to this many ships names all of them; of a longer list, the first three ships are
named and the others are counted."""
ANY = re.compile(r"an? (.+)$")
"""Matches a ship without a name, such as `an unknown ship`; in a list, several such ships are
counted."""
LONG = re.compile(r" (?:of|at) |'s ")
"""Matches a name whose possessive is written with `of` instead of `'s`."""
OWNED = re.compile(
    r"\{(ship|other)\}'s ((?:(?:own|answering|raking|landing|\{side\}) )*(?:\w+|\{\w+\}))"
)
"""Matches a possessive in a sentence of a table, such as `{ship}'s answering broadside`. If the
ship's name is long it is written with `of`: `the answering broadside of Swan of Red`."""


class Line(dict[str, str]):
    """The words for the placeholders of a sentence; an unknown placeholder stays as it is."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def check_sentences(lines: Iterable[str]) -> None:
    """Check the sentences of a table; `ValueError` names a sentence that cannot be filled in."""
    for line in lines:
        try:
            parts = [*Formatter().parse(line)]
        except ValueError:
            parts = [("", "{", "", None)]
        if any(
            name is not None and (not name.isidentifier() or spec or turned)
            for _, name, spec, turned in parts
        ):
            raise ValueError(f"a placeholder is a word in braces, as {{ship}}: {line}")


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a game system's table: the sentences that may tell one kind of event."""

    lines: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    """Sentences for the same event of several ships; () if each ship gets her own sentence."""
    within: tuple[str, ...] = ()
    """The rows whose events include this one, as sinking includes damage: this event is not told if
    an event of one of these rows follows for the same ship."""
    another: tuple[str, ...] = ()
    """Sentences without ship names, used if the attacker has just attacked the same ship. Only rows
    with such sentences are attacks."""
    second: tuple[str, ...] = ()
    """Sentences for a second shot at the same ship, used if those of `another` do not fit."""
    reply: tuple[str, ...] = ()
    """Sentences for a ship that fires back at the attacker of the sentence before; they call that
    attacker `her`."""
    too: tuple[str, ...] = ()
    """Sentences for another attacker of the ship that was attacked in the sentence before; they
    call the attacked ship `her`."""
    effect: tuple[str, ...] = ()
    """Statements without ship names, such as `sank her`, used if the event is an effect of an
    attack."""
    follow: tuple[str, ...] = ()
    """Statements used if the sentence before was about the same two ships."""
    undoes: dict[str, tuple[str, ...]] = {}
    """{another row: sentences that follow "but"}, used if this event undoes an event of that row
    for the same ships: `{ship} cut loose again`."""
    gather: str = ""
    """The name of the row with sentences for several events of this kind in one turn; '' if they
    are told one by one."""
    rest: str = ""
    """The name of the row with sentences that count the ships whose attacks of this kind are not
    told; '' if such ships are not counted."""
    # Only the rows that `gather` and `rest` name have the fields below.
    mutual: tuple[str, ...] = ()
    """Sentences for two ships that did the same to each other."""
    repeated: tuple[str, ...] = ()
    """Sentences for a ship that did the same to another ship several `{times}`."""
    even: tuple[str, ...] = ()
    """Sentences for a fight in which both ships lost the same.

    If one ship lost less, a sentence of `repeated` is used; `{ship}` is the ship that lost less."""
    pair: str = ""
    """The words for each further pair of ships in a sentence of `many`, such as `{ship} of
    {other}`."""
    tally: tuple[str, ...] = ()
    """Sentences that only say how many events of this kind there were (`{count}`), used for many
    events."""
    slight: tuple[str, ...] = ()
    """Sentences that say that `{count}` other ships attacked and did little harm."""
    after: tuple[str, ...] = ()
    """Sentences for an event that follows a fight of its two ships; the fight itself is then not
    told."""

    def __post_init__(self) -> None:
        ways = (self.lines, self.many, self.another, self.second, self.reply, self.too)
        linked = (self.effect, self.follow, self.after, *self.undoes.values())
        gathered = (self.mutual, self.repeated, self.even, self.tally, self.slight, (self.pair,))
        check_sentences(line for each in (*ways, *linked, *gathered) for line in each)


@cache
def table(system: str) -> dict[str, Sentences]:
    """Return {kind of event: its sentences} of a game system; {} if it has none.

    Raises `SetUpFault` if the file is damaged. Cached, since data files do not change while the
    program runs.
    """
    path = shipped_folder(system) / "story.toml"
    if not path.is_file():
        return {}
    try:
        return msgspec.convert(read_table(path), dict[str, Sentences])
    except (OSError, ValueError) as error:
        raise SetUpFault(str(path), [("", str(error))]) from None


class StoryEvent(NamedTuple):
    """An event that the prose may tell. It may stand for several events that one sentence tells."""

    n: int
    """The number of the entry in which the event happened."""
    system: str
    happening: Happening
    event: int = 0
    """The index of the event among the public events of its entry."""
    text: str = ""
    """The finished sentence, if several events were merged into this one; '' for an event that was
    not merged, for which the prose still chooses a sentence."""
    lines: tuple[str, ...] = ()
    """The wordings to choose from; () for those of the event's row."""

    @property
    def row(self) -> Sentences:
        """The row of the table with the sentences for this kind of event."""
        return table(self.system)[self.happening.row]

    @property
    def attack(self) -> bool:
        """Whether this is a single attack of one ship on another."""
        return not self.text and bool(self.row.another or self.row.reply)

    @property
    def pair(self) -> frozenset[str]:
        """The two ships that the event is about."""
        return frozenset((self.happening.ship, self.happening.other))


def words_of(told: StoryEvent, happening: Happening | None = None) -> dict[str, str]:
    now = happening or told.happening
    return {"ship": now.ship, "other": now.other, **now.facts}


def fill_template(line: str, told: StoryEvent, **words: str) -> str:
    """Return a sentence of a table with its placeholders filled in; `words` override the event's
    facts.
    """
    known = {**words_of(told), **words}
    return " ".join(owned(line, known).format_map(Line(known)).split()).replace(" her's ", " her ")


def owned(line: str, words: dict[str, str]) -> str:
    """Return a line in which the possessive of a long name is written with `of`, such as `the men
    of Swan of the second Convoy`.
    """

    def of(found: re.Match[str]) -> str:
        long = LONG.search(words.get(found[1], ""))
        return f"the {found[2]} of {{{found[1]}}}" if long else found[0]

    return OWNED.sub(of, line)


def times(count: int) -> str:
    """Return a number of times in words.

    >>> times(2), times(9)
    ('twice', 'many times')
    """
    return TIMES[count] if count < len(TIMES) else "many times"


def number(count: int) -> str:
    """Return a number in words.

    >>> number(4), number(12), number(31)
    ('four', 'twelve', '31')
    """
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def list_ships(names: Iterable[str]) -> str:
    """Return ships as a list in a sentence. No ship is named twice, ships without a name are
    counted, and of a long list only the first three are named.

    >>> list_ships(["Swan", "an unknown ship", "an unknown ship"])
    'Swan and two unknown ships'
    >>> list_ships(["Swan", "Fame", "Hero", "Mars", "Ajax"])
    'Swan, Fame, Hero and two others'
    """
    often = Counter(names)
    every = [
        f"{number(count)} {unnamed[1]}s" if count > 1 and (unnamed := ANY.match(name)) else name
        for name, count in often.items()
    ]
    if len(every) > NAMED:
        every[NAMED - 1 :] = [f"{number(len(every) - NAMED + 1)} others"]
    return join_names(every)
