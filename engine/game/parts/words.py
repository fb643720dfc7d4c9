"""The words of a game: log lines, commands, and the reference with links between its terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from engine.game.parts.part import Part, S


def linked(terms: Sequence[Term], plain: frozenset[str] = frozenset()) -> tuple[Term, ...]:
    """Return the terms, each with links to the other terms that its lines name.

    Links are in the order of the text. A name is found as it is spelt, or with an `s` added. Names
    of terms whose kind is in `plain` are found in upper and lower case. If several terms have the
    same name, those of a kind in `plain` are linked, or all if there is none.

    >>> reach = Term("reach", "Reach", "rule", ("as far as a gun fires",))
    >>> gun = Term("gun", "Gun", "ship", ("fires within its reach",))
    >>> [term.links for term in linked([reach, gun], frozenset({"rule"}))]
    [(), ('reach',)]
    """
    index = _Names(terms, plain)
    return tuple(
        replace(
            term,
            links=tuple(
                found.id for found in index.named_in(" ".join(term.lines)) if found.id != term.id
            ),
        )
        for term in terms
    )


_GOES_ON = re.compile(r" [a-z]")
"""Matches a blank and a lower-case letter. If it matches after the first word of an answer, that
word is a verb."""


class _Names:
    """An index of the names of terms, to find terms in texts."""

    def __init__(self, terms: Iterable[Term], plain: frozenset[str]) -> None:
        self.plain = plain
        self.by_name: dict[str, list[Term]] = {}
        for term in sorted(terms, key=lambda term: term.kind not in plain):
            called = self.by_name.setdefault(term.name.lower(), [])
            if not called or called[0].kind not in plain:
                called.append(term)
        names = sorted(self.by_name, key=len, reverse=True)
        pattern = rf"(?<!\w)({'|'.join(map(re.escape, names))})s?(?!\w)"
        self.pattern = re.compile(pattern, re.IGNORECASE)

    def named_in(self, text: str, of_screen: bool = False) -> tuple[Term, ...]:
        """Return the terms that a text names, in the order of the text, each once.

        With `of_screen` the text may be an answer that begins with a verb, as `Fire at Monitor`
        does; such a verb is not taken for the name of a term.
        """
        found: dict[str, Term] = {}
        for match in self.pattern.finditer(text):
            begins = of_screen and not match.start() and match[0].isalpha()  # `Down!` is a card
            verb = begins and _GOES_ON.match(text, match.end())
            for term in self.by_name.get(match[1].lower(), ()):
                typed = term.kind in self.plain or (match[1][:1].isupper() and not verb)
                if typed or not term.name[:1].isupper():
                    found.setdefault(term.id, term)
        return tuple(found.values())


OF_PROGRAM = "word of this program"
"""The kind of a term that no rulebook has: the coach, or a computer player."""
NAMED_ANYWAY = frozenset(("ship", "class", "fort", "battle", OF_PROGRAM))
"""Kinds of term that `Words.named_in` leaves out. The panel names things on the chart all the time,
and a computer player has the name of an officer's rank."""


# The texts of a game system: events, commands, and the terms of its reference.


class Term(msgspec.Struct, frozen=True):
    """An entry of the reference about a ship, a card or a term of the rules, in our own words."""

    id: str
    name: str
    kind: str
    lines: tuple[str, ...]
    """Paragraphs of any length: the front end wraps them."""
    confidence: str = "printed"
    links: tuple[str, ...] = ()
    """The ids of the terms that the lines of this term name."""
    signs: str = ""
    """The signs of the term on charts and cards, one character each."""
    group: str = ""
    """The side or nation that the term belongs to, for the headings of a long list."""


class Diagram(msgspec.Struct, frozen=True):
    """A small chart that explains a rule: a position with an overlay."""

    name: str
    title: str
    words: str
    """The caption of the diagram, a sentence or two."""
    position: str
    """The situation on the chart: the text of a position file."""
    overlays: tuple[tuple[str, str], ...] = ()
    """The overlays that are switched on, as pairs (overlay, key of a ship)."""
    answer: str = ""
    """An answer to the open question, as text. Its forecast is drawn; '' for none."""
    terms: tuple[str, ...] = ()
    """The ids of the terms that the diagram explains."""


Landmark = Literal["shot", "loss", "capture"]
"""The kinds of event that a reader can search a battle for: guns fire, a ship or fort is lost, a
ship is captured or retaken."""

Landmarks = Mapping[type, tuple[Landmark, ...]]
"""{type of event: the kinds of landmark that an event of this type is}."""


class Happening(msgspec.Struct, frozen=True):
    """An event of the story, as a row in the system's table of sentences with words to fill in.

    `row` names the row.
    """

    row: str
    ship: str
    """The name of the ship, or other thing, that the sentence is about: `{ship}`."""
    other: str = ""
    weight: float = 1.0
    """The importance of the event. The story of a turn tells only the most important events."""
    facts: dict[str, str] = {}
    """{placeholder: words} for further placeholders of the sentence, such as `{range}`."""
    reach: int = 0
    """The range of a shot that hit, in the game's unit of length; 0 for any other event."""
    far: str = ""
    """The range in words, such as `at 7 hexes`."""
    loss: tuple[int, int] = (0, 0)
    """The losses of the two ships in one round of a fight. The story adds up the rounds."""
    short: dict[str, str] = {}
    """{long name: the shorter name for its second use in a text}, such as a ship's name without her
    squadron."""
    things: tuple[str, ...] = ()
    """Which of `ship` and `other` are not ships, such as a fort. The story calls them `it`, not
    `she`."""


class Words(Part[S]):
    """The part of a game with its words: the log lines of a battle, and the reference."""

    landmarks: ClassVar[Landmarks] = {}
    """{type of event: the kinds of landmark that an event of this type is}."""
    sentences: ClassVar[str] = ""
    """The name of another game system whose story.toml has the sentences for `happening`; '' for
    this game's own file."""
    plain: ClassVar[frozenset[str]] = frozenset()
    """The kinds of term whose names are recognised even in lower case. Names of other kinds may
    also be common words, so they are recognised only as they are spelt."""

    def landmarks_of(self, event: Any) -> tuple[Landmark, ...]:
        """Return the kinds of landmark that an event is; () for most events."""
        return self.landmarks.get(type(event), ())

    def tell(self, before: S, event: Any, seat: str) -> str:
        """Return one readable line with what a seat may know of an event; '' if the event is not
        worth a line.
        """
        return ""

    def happening(self, before: S, event: Any) -> Happening | None:
        """Return the story's sentence about an event, as far as a watcher may know it.

        None for most events. Its `row` names a row of story.toml in the system's data.
        """
        return None

    def voice(self, before: S, event: Any) -> Happening | None:
        """Return what is said aboard while an event is animated, as far as a watcher may know it.

        Its `row` names a row of voices.toml in the system's data, or else of story.toml. By default
        only events of the story have a voice.
        """
        return self.happening(before, event)

    def describe(self, state: S, command: Any) -> str:
        """Return a command in words, for the report, the log and typed commands."""
        return type(command).__name__

    def terms(self) -> tuple[Term, ...]:
        """Return the entries of the reference: ships, cards, terms of the rules."""
        return ()

    def diagrams(self) -> tuple[Diagram, ...]:
        """Return the diagrams of the reference, in their order."""
        return ()

    def terms_of(self, view: S, key: str) -> tuple[str, ...]:
        """Return the ids of the terms that explain a ship, or a piece of terrain.

        Those of a ship's tokens (signs of her condition) come first.
        """
        return ()

    def terms_of_all(self, view: S, keys: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of the terms that explain signs and conditions of several ships.

        They are for a reader who sees a sign on the chart beside a ship that is not the selected
        one.
        """
        wanted = {term.id for term in self.terms() if term.signs or term.kind in self.plain}
        found = (id for key in keys for id in self.terms_of(view, key) if id in wanted)
        return tuple(dict.fromkeys(found))

    def terms_now(self, view: S, key: str) -> tuple[str, ...]:
        """Return the ids of the terms that matter at this moment, with those of the ship `key`."""
        return ()

    def terms_asked(self, view: S, kind: str) -> tuple[str, ...]:
        """Return the ids of the terms that the questions of a kind are about; () for none."""
        return ()

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the ids of the terms that a text on the screen names, in the order of the text.

        Ships, forts and battles are left out: the panel names them all the time, and `terms_now`
        has the selected one.
        """
        terms = (term for term in self.terms() if term.kind not in NAMED_ANYWAY)
        names = _Names(terms, self.plain).named_in(text, of_screen=True)
        return tuple(term.id for term in names)
