"""Prose about a battle: a writer that chooses events, tells several of them in one sentence, and
joins sentences into a paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.base.text import capitalized, clean, join_names
from engine.review.gathering import (
    CLOSED,
    OF_WHICH,
    Group,
    can_take_harm,
    chosen,
    clustered,
    gathered,
    other_attackers,
)
from engine.review.sentences import StoryEvent, fill_template
from engine.review.wording import Wording

MOST = 6
"""A paragraph tells at most this many groups of events, since more would read like a list. One more
sentence sums up the remaining attacks."""
BRIEF = 2
"""In a film, the maximum number of groups of events that are told about one entry of the battle,
since a caption has little room."""
WORDS = 32
"""A sentence to which further statements are joined has at most this many words."""
OF_MANY = re.compile(r"([A-Z]\w*s)'s\b")
"""Matches the possessive of a name that ends in s, to write it without a second s: `New
Ironsides'`."""
PLACED = re.compile(r"the ((?:[A-Z]\w+ )*[a-z][a-z ]*?) (?:of|at) (.+)")
"""Matches a section of a fort with the fort's name, such as `the keep of Fort X`."""
HER_PART = re.compile(r"\bher (bow|stern|side|deck|turret)(?=$|,| and )")
"""Matches a part of a ship in a statement, such as `put a shot into her stern`; the part may be
replaced by `it`."""
THAT_PLACE = re.compile(r"\b(?:in|on|at) the (\w+)(?=$|,| and )")
"""Matches a place aboard a ship in a statement, such as `struck her in the stern`; the place may be
replaced by `there`."""
PASSIVE = ("was ", "could ")
"""Statements that begin with these words are not joined to a sentence in which the ship attacks
another ship."""
BUT = ", but "
"""The beginning of a statement whose event undoes the event told just before."""


class Writer:
    """Turns events into sentences; for repeated kinds of event the wordings of the table are used
    in turn.
    """

    def __init__(self) -> None:
        self._wording = Wording()
        self._unused = self._wording
        """A copy of `_wording` from before the latest line was chosen, so that this choice can be
        undone."""

    def paragraph(self, told: Sequence[StoryEvent], most: int = MOST) -> str:
        """Return a paragraph about the weightiest groups of events, at most `most`."""
        self._wording.begin()
        next_line = self._wording.next
        groups = clustered(chosen(gathered(told, next_line), most))
        rest = other_attackers(told, groups, next_line) if most > BRIEF else None
        if rest is not None:
            attacks = [place for place, group in enumerate(groups, 1) if group[0].attack]
            groups.insert(attacks[-1], [rest])
        text = " ".join(self._sentences(groups))
        names = {name for each in told for name in (each.happening.ship, each.happening.other)}
        short = {long: name for each in told for long, name in each.happening.short.items()}
        return OF_MANY.sub(r"\1'", clean(_shortened(_named_once(text, short), names)))

    # Sentences ------------------------------------------------------------------------------

    def _sentences(self, groups: Sequence[Group]) -> Iterator[str]:
        """Yield sentences about groups of events; successive statements about one ship are joined,
        so that the ship is named once.
        """
        last: StoryEvent | None = None
        latest: StoryEvent | None = None
        waiting, subject, alone = "", False, False
        for group in groups:
            first, *effects = group
            harm = [fill_template(self._next(each, each.row.effect), each) for each in effects]
            self._unused = self._wording.copy()
            same = last is not None and last.happening.ship == first.happening.ship
            line = self._line(first, joins=bool(effects) or same, same=same)
            taken = self._wording.copy()
            more = self._undone(latest, first) if latest and waiting else ""
            if last and waiting and not more:
                more = self._more(last, first, line, subject, harm)
            if more and _fits(waiting, more):
                waiting += _part_once(waiting, more)
                alone = False
            else:
                self._wording = taken
                if waiting:
                    yield f"{waiting}."
                subject = line.startswith("{ship} ") and not line.startswith("{ship} and ")
                if last and alone:
                    line = _with_pronoun(last, first, line)
                opened = self._opened(last, first, line, bool(harm), ";" in waiting)
                waiting = capitalized(_with_harm(opened, harm))
                alone = True
            last, latest = first, group[-1]
        yield f"{waiting}."

    def _undone(self, latest: StoryEvent, told: StoryEvent) -> str:
        """Return an event as a statement that begins with "but", if it undoes the event told just
        before.

        '' for any other event.
        """
        lines = told.row.undoes.get(latest.happening.row, ())
        if latest.text or told.text or not lines or latest.pair != told.pair:
            return ""
        return f"{BUT}{fill_template(self._instead(told, lines), told)}"

    def _more(
        self, last: StoryEvent, told: StoryEvent, line: str, subject: bool, harm: Sequence[str]
    ) -> str:
        """Return an event and its effects as a statement to be joined to the sentence before.

        '' if they need a sentence of their own.

        `subject`: whether the sentence before begins with the name of its ship.
        """
        if last.text or told.text:
            return ""
        more = self._of_both(last, told, harm) if last.pair == told.pair else ""
        return more or self._of_one(last, told, line, subject, harm)

    def _of_both(self, last: StoryEvent, told: StoryEvent, harm: Sequence[str]) -> str:
        """Return a statement about the same two ships as the sentence before, without their names.

        '' if the table has none.
        """
        lines = told.row.follow
        if not lines:
            return ""
        return f", and {_with_harm(fill_template(self._instead(told, lines), told), harm)}"

    def _of_one(
        self, last: StoryEvent, told: StoryEvent, line: str, subject: bool, harm: Sequence[str]
    ) -> str:
        """Return a statement that continues a sentence about one of its ships; '' if none fits."""
        before, now, row = last.happening, told.happening, told.row
        again = before.ship == now.ship and before.other == now.other
        closed = not subject or line.startswith("{ship} and ") or not line.startswith("{ship} ")
        if again and subject and row.another and last.row.another:
            # after a ram or a torpedo a shot is not another one
            first = row.rest and not last.row.rest and _without_ship(row.too)
            return _and(self._stated(last, told, first or row.another, harm))
        if closed and again and row.second and last.row.second:
            return f", and {self._stated(last, told, row.second, harm)}"
        if last.attack and row.too and before.other == now.other and before.ship != now.ship:
            return f"; {self._stated(last, told, row.too, harm)}"
        if closed or before.ship != now.ship:
            return ""
        rest = line.removeprefix("{ship} ")
        if before.other and before.other != now.other:
            statement = _with_harm(fill_template(rest, told), harm)
            return "" if rest.startswith(PASSIVE) else f", then {statement}"
        other = "her" if now.other and before.other else now.other
        alike = not (now.other and not before.other and harm)
        words = {"other": other, **_there(last, told)}
        statement = _with_harm(fill_template(rest, told, **words), harm)
        return (_and(statement) or f", then {statement}") if alike else ""

    def _stated(
        self, last: StoryEvent, told: StoryEvent, lines: Sequence[str], harm: Sequence[str]
    ) -> str:
        """Return a statement about another attack on the same ship, worded by one of `lines`, with
        the effects of the attack.
        """
        line = self._instead(told, _open(lines, bool(harm)))
        return _with_harm(fill_template(line, told, **_there(last, told)), harm)

    def _opened(
        self, last: StoryEvent | None, told: StoryEvent, line: str, harm: bool, several: bool
    ) -> str:
        """Return an event as a sentence of its own, worded to follow the sentence before, such as a
        ship that fires back.

        `several`: whether the sentence before was about several attackers.
        """
        if told.text or last is None or last.text:
            return told.text or fill_template(line, told)
        before, now = last.happening, told.happening
        back = last.attack and (before.ship, before.other) == (now.other, now.ship)
        again = (before.ship, before.other) == (now.ship, now.other) and last.row.second
        lines = told.row.second if again else told.row.reply if back and not several else ()
        if not lines:
            return fill_template(line, told)
        there = _there(last, told) if again else {}
        return fill_template(self._instead(told, _open(lines, harm)), told, **there)

    def _line(self, told: StoryEvent, joins: bool, same: bool) -> str:
        """Return the wording of an event that is next in turn.

        `joins`: choose a wording to which other statements can be joined. `same`: the sentence
        before is about the same ship, so choose a wording that begins with her name, if the table
        has several.
        """
        lines = _open(told.lines or told.row.lines, joins)
        both = "{ship} and "
        of_ship = tuple(
            each for each in lines if each.startswith("{ship} ") and not each.startswith(both)
        )
        enough = len(of_ship) > (1 if told.attack else 0)  # else attacks would sound alike
        return told.text or self._next(told, of_ship if same and enough else lines)

    def _next(self, told: StoryEvent, lines: Sequence[str]) -> str:
        return self._wording.next(told, lines)

    def _instead(self, told: StoryEvent, lines: Sequence[str]) -> str:
        """Return one of `lines` for an event, after undoing the latest choice of a line."""
        self._wording = self._unused.copy()
        return self._wording.next(told, lines)


def _with_pronoun(last: StoryEvent, told: StoryEvent, line: str) -> str:
    """Return the line of an event, with `she` or `her` in place of the ship that the sentence
    before names.

    The line is not changed if that sentence names two ships.
    """
    ship, now = last.happening.ship, told.happening
    if last.text or told.text or last.happening.other or ship in last.happening.things:
        return line
    if ship == now.ship and line.startswith("{ship}") and not line.startswith("{ship} and "):
        return line.replace("{ship}'s", "her", 1).replace("{ship}", "she", 1)
    if ship == now.other and "and {other}" not in line:
        line = line.replace("{other}'s", "her")
        return re.sub(r"^{other}", "she", line).replace("{other}", "her")
    return line


def _there(last: StoryEvent, told: StoryEvent) -> dict[str, str]:
    """Return {placeholder: `there`} if the ship was just hit in the same place; else {}."""
    before, place = last.happening.facts, told.happening.facts.get("place", "")
    same = place in (before.get("place"), f"in the {before.get('end')}")
    if not (same and place and last.pair == told.pair):
        return {}
    return {"place": "there"} | ({"her_part": "her there"} if place.startswith("at ") else {})


def _open(lines: Sequence[str], harm: bool) -> Sequence[str]:
    """Return those of the lines to which effects can be joined; all lines if there are no
    effects.
    """
    return tuple(each for each in lines if can_take_harm(each)) or lines if harm else lines


def _with_harm(statement: str, harm: Sequence[str]) -> str:
    """Return a statement joined with the effects of the event that it tells.

    >>> _with_harm("Swan fired and hit her", ["sank her"])
    'Swan fired, hit her and sank her'
    """
    if harm and can_take_harm(statement):
        return join_names([*statement.split(" and "), *harm])
    return f"{statement} and {join_names(harm)}" if harm else statement


def _without_ship(lines: Sequence[str]) -> tuple[str, ...]:
    """Return those lines that begin with the ship's name, without this name."""
    return tuple(each.removeprefix("{ship} ") for each in lines if each.startswith("{ship} "))


def _and(statement: str) -> str:
    """Return a statement with the `and` or comma that joins it to a sentence about the same ship.

    '' if it cannot be joined.
    """
    if " and " not in statement:
        return f" and {statement}"
    return "" if CLOSED.search(statement.replace(" and ", "")) else f", {statement}"


def _fits(waiting: str, more: str) -> bool:
    """Tell whether the statement `more` can be joined to the sentence `waiting`: not too long, and
    with clear grammar.
    """
    if len(f"{waiting} {more}".split()) > WORDS:
        return False
    if more.startswith("; "):
        return ";" not in waiting and ", then " not in waiting
    if more.startswith(" and ") and OF_WHICH.search(waiting):
        return False
    return more.startswith(BUT) or not CLOSED.search(waiting)


def _named_once(text: str, short: dict[str, str]) -> str:
    """Return a paragraph in which ships have short names from their second mention on, unless two
    ships share a short name.

    In one sentence a squadron is named only once.

    >>> _named_once("Swan of Red ran into Hero of Red. Swan of Red sank.", {
    ...     "Swan of Red": "Swan", "Hero of Red": "Hero"})
    'Swan of Red ran into Hero of the same squadron. Swan sank.'
    """
    there = {long: name for long, name in short.items() if _any_case(long).search(text)}
    for long, name in sorted(there.items(), key=lambda each: -len(each[0])):
        first = _any_case(long).search(text)
        if first and [*there.values()].count(name) == 1:
            known, rest = text[: first.end()], text[first.end() :]
            for was, now in ((long, name), (capitalized(long), capitalized(name))):
                # "the prize Swan's men" are not her own men
                rest = re.sub(rf"{re.escape(was)}(?!\w|'s (?:crew|men)\b)", now, rest)
            text = known + rest
    squadrons = {long.removeprefix(name) for long, name in there.items()}
    for of in {each for each in squadrons if each.startswith(" of ")}:
        twice = re.compile(rf"({re.escape(of)}\b[^.]*?){re.escape(of)}\b")
        text = twice.sub(r"\1 of the same squadron", text)
    return text


def _any_case(name: str) -> re.Pattern[str]:
    """Return a pattern for a name that may begin with a capital letter or not."""
    return re.compile(rf"(?i:{re.escape(name[0])}){re.escape(name[1:])}(?!\w)")


def _shortened(text: str, names: Iterable[str]) -> str:
    """Return a paragraph in which a fort's name is left out where its section was named before.

    If only one fort is mentioned, its name is kept only once.

    >>> keep, wall = "the keep of Fort X", "the wall of Fort X"
    >>> _shortened("The keep of Fort X fired. The keep of Fort X fell.", [keep])
    'The keep of Fort X fired. The keep fell.'
    >>> _shortened("Swan hit the keep of Fort X. The wall of Fort X fell.", [keep, wall])
    'Swan hit the keep of Fort X. The wall fell.'
    """
    placed = {name: found for name in names if (found := PLACED.match(name)) and name[1:] in text}
    sections = Counter(found[1] for found in placed.values())
    forts = {found[2] for found in placed.values()}
    end = 0 if len(forts) > 1 else min((_end_of(name, text) for name in placed), default=0)
    for name, found in placed.items():
        if sections[found[1]] == 1:  # only one fort has such a section
            after = end or _end_of(name, text)
            later = re.compile(rf"([Tt]he) {re.escape(name[len('the ') :])}(?!\w)")
            text = text[:after] + later.sub(rf"\1 {found[1]}", text[after:])
    return text


def _end_of(name: str, text: str) -> int:
    """Return the index at which the first mention of a name ends in a text; the name may begin with
    a capital letter or not.
    """
    return text.index(name[1:]) + len(name) - 1


def _part_once(text: str, more: str) -> str:
    """Return the statement `more`; a part or place of a ship that ends the sentence `text` becomes
    `it` or `there`.

    >>> _part_once("Swan lay across Wasp's stern", " and put a shot into her stern")
    ' and put a shot into it'
    """
    for known, instead in ((HER_PART, "it"), (THAT_PLACE, "there")):
        part = known.search(more)
        if part and text.endswith(f" {part[1]}"):
            return known.sub(instead, more)
    return more
