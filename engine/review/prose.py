"""Prose: a writer that chooses events, tells several in one sentence, and joins sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from engine.base.text import clean, join_names
from engine.review.sentences import (
    Line,
    Sentences,
    StoryEvent,
    fill_template,
    number,
    owned,
    table,
    times,
    words_of,
)

MOST = 7
"""The most sentences of a paragraph: more would read like a ledger."""
BRIEF = 2
"""The most sentences about a single entry: a film has no room for more."""
LEAST = 1.0
"""The weight below which an event is told only if nothing else happened in its turn."""
MANY = 4
"""If at least this many events are of one kind, only their number is told, where the table has a
sentence for it."""
EFFECTS = 2
"""The most effects of an attack that are told: the weightiest."""
REPLIES = ("{ship}", "a shot")
"""A line that begins with one of these may follow `in return, `, when a ship fires back."""
REPLY = ("in return, ", "")
"""Beginnings, used in turn, of a sentence about a ship that fires back at her attacker."""
OF_MANY = re.compile(r"([A-Z]\w*s)'s\b")
"""Matches the possessive of a name that ends in s, whose second s is left out: `New Ironsides'`."""
PLACED = re.compile(r"the ([a-z ]+?) (?:of|at) ")
"""Matches the name of a fort's section up to the name of the fort, which is said only once."""
HER_PART = re.compile(r"\bher (\w+)$")
"""Matches the part of a ship at the end of a statement, which may be replaced by `it`: `put a shot
into her stern`."""
THAT_PLACE = re.compile(r"\b(?:in|on|at) the (\w+)$")
"""Matches a place aboard at the end of a statement, which may be replaced by `there`: `struck her
in the stern`."""
CLOSED = re.compile(r" and |[,:;]")
"""Matches a sentence to which no further statement can be joined."""


Group = list[StoryEvent]
"""An event, and its effects on the ship that it was aimed at: together they are one sentence."""


class Writer:
    """Turns events into sentences; each way to say something is used in turn."""

    def __init__(self) -> None:
        self._used = Counter[str]()
        self._latest = ""
        """The latest line of a table: the next sentence is another one, if there is any."""
        self._replies = 0

    def paragraph(self, told: Sequence[StoryEvent], most: int = MOST) -> str:
        """Return a paragraph about the `most` weightiest events."""
        gathered = list(self._gathered(list(told)))
        text = " ".join(self._sentences(_chosen(gathered, most)))
        names = {name for each in told for name in (each.happening.ship, each.happening.other)}
        return OF_MANY.sub(r"\1'", clean(_shortened(text, names)))

    # Sentences ------------------------------------------------------------------------------

    def _sentences(self, groups: Sequence[Group]) -> Iterator[str]:
        """Yield sentences; those about one ship are joined, so that the ship is named once."""
        last: StoryEvent | None = None
        waiting, subject = "", False
        for group in groups:
            first, *effects = group
            line = self._line(first, open_for_more=bool(effects))
            more = self._more(last, first, line, subject) if last else ""
            statement = more.removeprefix(", then ").removeprefix(" and ")
            if more and not CLOSED.search(waiting) and not (effects and CLOSED.search(statement)):
                if effects and more.startswith(" and "):
                    more = f", {statement}"
                waiting += _part_once(waiting, more)
            else:
                if waiting:
                    yield f"{waiting}."
                waiting = _capital(self._opened(last, first, line))
                subject = line.startswith("{ship} ") and not line.startswith("{ship} and ")
            if effects:
                parts = [fill_template(self._next(each, each.row.effect), each) for each in effects]
                waiting += f"{', ' if len(parts) > 1 else ' and '}{join_names(parts)}"
            last = first
        yield f"{waiting}."

    def _more(self, last: StoryEvent, told: StoryEvent, line: str, subject: bool) -> str:
        """Return an event as a further statement of the sentence before; '' for a new sentence.

        `subject` tells whether the sentence before begins with the name of its ship.
        """
        before, now = last.happening, told.happening
        if told.row.follow and last.pair == told.pair and not (last.text or told.text):
            return f", and {fill_template(self._next(told, told.row.follow), told)}"
        same = last.pair == told.pair and before.ship == now.ship and not (last.text or told.text)
        if same and subject and told.row.another and last.row.another:
            return f" and {fill_template(self._next(told, told.row.another), told)}"
        both = line.startswith("{ship} and ") or not line.startswith("{ship} ")
        if (both or not subject) and _again(last, told):
            return f", and {fill_template(self._next(told, told.row.second), told)}"
        if last.text or told.text or both or not subject or before.ship != now.ship:
            return ""
        rest = line.removeprefix("{ship} ")
        if before.other and before.other != now.other:  # else "she" would be unclear
            return f", then {fill_template(rest, told)}" if now.other else ""
        other = "her" if now.other and before.other else now.other
        return "" if " and " in rest else f" and {fill_template(rest, told, other=other)}"

    def _opened(self, last: StoryEvent | None, told: StoryEvent, line: str) -> str:
        """Return an event as a sentence of its own, with a link to the sentence before."""
        if told.text or last is None or last.text:
            return told.text or fill_template(line, told)
        before, now = last.happening, told.happening
        both = line.startswith("{ship} and ")
        if before.ship == now.ship and not (before.other or both) and line.startswith("{ship}"):
            # "she" is clear only where the sentence before names no other ship
            return fill_template(
                line.replace("{ship}'s", "her", 1).replace("{ship}", "she", 1), told
            )
        if _again(last, told):
            return fill_template(self._next(told, told.row.second), told)
        attacks = last.row.another and told.row.another and line.startswith(REPLIES)
        if attacks and (before.ship, before.other) == (now.other, now.ship):
            self._replies += 1
            return REPLY[(self._replies - 1) % len(REPLY)] + fill_template(line, told)
        return fill_template(line, told)

    def _line(self, told: StoryEvent, open_for_more: bool = False) -> str:
        """Return the next wording of an event; with `open_for_more`, one to which its effects can
        be joined.
        """
        lines = told.lines or told.row.lines
        if open_for_more:
            lines = tuple(each for each in lines if not CLOSED.search(each)) or lines
        found = self._next(told, lines)
        if found == self._latest:
            found = self._next(told, lines)
        self._latest = found
        return found

    def _next(self, told: StoryEvent, lines: Sequence[str]) -> str:
        key = f"{told.happening.row} {lines[0]}"
        self._used[key] += 1
        return lines[(self._used[key] - 1) % len(lines)]

    # Several events in one sentence ---------------------------------------------------------

    def _gathered(self, told: Sequence[StoryEvent]) -> Iterator[StoryEvent]:
        """Yield events; the events of a turn that belong together are merged into one, in the place
        of the first of them.

        A fight that ends in a capture is part of the capture.
        """
        found: dict[str, list[StoryEvent]] = {}
        for each in told:
            if each.row.gather:
                found.setdefault(each.row.gather, []).append(each)
        fights: set[frozenset[str]] = set()
        for each in told:
            if not each.row.gather:
                fought = each.pair in fights and each.row.after
                yield each._replace(lines=each.row.after) if fought else each
                continue
            row, rest = table(each.system)[each.row.gather], found.pop(each.row.gather, [])
            if not rest:
                continue
            if row.even:
                fights |= {fight.pair for fight in rest}
                ended = {after.pair for after in told if after.row.after}
                rest = [fight for fight in rest if fight.pair not in ended]
            yield from self._together(rest, row)

    def _together(self, told: Sequence[StoryEvent], row: Sentences) -> Iterator[StoryEvent]:
        """Yield the events of one kind, merged where `row` has a sentence for several: the rounds
        of a fight, the same done to each other or again, the ships of many events.
        """
        left: list[StoryEvent] = []
        if len(told) >= MANY and row.tally and len({each.pair for each in told}) > 2:
            yield self._as_one(told, row.tally, count=number(len(told)))
            return
        for _, alike in groupby(sorted(told, key=lambda each: _first(told, each)), _pair):
            same = list(alike)
            ships = {each.happening.ship for each in same}
            if len(same) == 1:
                left += same
            elif row.even:
                yield self._fight(same, row)
            elif len(ships) > 1 and row.mutual:
                yield self._as_one(same, row.mutual)
            elif row.repeated:
                yield self._as_one(same, row.repeated, times=times(len(same)))
            else:
                left.append(same[0])
        if len(left) > 1 and row.many:
            yield self._as_one(left, row.many, **_merged(left, row))
        else:
            yield from left

    def _fight(self, told: Sequence[StoryEvent], row: Sentences) -> StoryEvent:
        """Return the rounds of a fight as one event, with the ship that lost less as its ship."""
        ships = told[0].happening.ship, told[0].happening.other
        lost = [0, 0]
        for each in told:
            own, other = each.happening.loss
            turned = each.happening.ship != ships[0]
            lost[turned] += own
            lost[not turned] += other
        if lost[0] == lost[1]:
            return self._as_one(told, row.even)
        better, worse = ships if lost[0] < lost[1] else ships[::-1]
        return self._as_one(told, row.repeated, ship=better, other=worse)

    def _as_one(self, told: Sequence[StoryEvent], lines: Sequence[str], **facts: str) -> StoryEvent:
        first = told[0]
        line = self._next(first, lines)
        words = {**words_of(first), **facts}
        weight = max(each.happening.weight for each in told)
        text = " ".join(owned(line, words).format_map(Line(words)).split())
        return first._replace(text=text, happening=replace(first.happening, weight=weight))


def _pair(told: StoryEvent) -> frozenset[str]:
    return told.pair


def _first(told: Sequence[StoryEvent], each: StoryEvent) -> int:
    """Return the place of the first event about the same two ships."""
    return next(place for place, other in enumerate(told) if other.pair == each.pair)


def _merged(told: Sequence[StoryEvent], row: Sentences) -> dict[str, str]:
    """Return the words for the placeholders of a sentence about several events of one kind: ships
    that did something to the same other ships are named together, pair after pair.

    Where the table has no words for a further pair (`Sentences.pair`), one list names all ships,
    and a second one all other ships.
    """
    pairs = [(each.happening.ship, each.happening.other) for each in told]
    if not row.pair:
        return {
            "ship": join_names([*dict.fromkeys(ship for ship, _ in pairs)]),
            "other": join_names([*dict.fromkeys(other for _, other in pairs)]),
        }
    others_of: dict[str, list[str]] = {}
    often = Counter(name for pair in pairs for name in pair)
    for ship, other in pairs:
        # in a mutual event the ship named more often is the subject
        turned = row.mutual and often[other] > often[ship]
        others_of.setdefault(other if turned else ship, []).append(ship if turned else other)
    ships_of: dict[str, list[str]] = {}
    for ship, others in others_of.items():
        ships_of.setdefault(join_names(others), []).append(ship)
    (other, ships), *further = ships_of.items()
    more = [row.pair.format(ship=join_names(each), other=to) for to, each in further]
    both = ", ".join(["", *more[:-1]]) + f", and {more[-1]}" if more else ""
    return {"ship": join_names(ships), "other": other, "more": both}


def _chosen(told: Sequence[StoryEvent], most: int) -> list[Group]:
    """Return the `most` weightiest groups of events, in the order in which they happened."""
    groups = _grouped(_ships_together(_unsaid(told)))
    weights = {id(group): max(each.happening.weight for each in group) for group in groups}
    ranked = sorted(groups, key=lambda group: -weights[id(group)])[:most]
    least = min(LEAST, weights[id(ranked[0])])
    kept = {id(group) for group in ranked if weights[id(group)] >= least}
    return [group for group in groups if id(group) in kept]


def _unsaid(told: Sequence[StoryEvent]) -> list[StoryEvent]:
    """Return events without repeats, and without events that a later event reports as well."""
    kept: list[StoryEvent] = []
    for place, each in enumerate(told):
        more = each.row.within
        later = (after.happening for after in told[place + 1 :] if more)
        said = any(after.row in more and after.ship == each.happening.ship for after in later)
        again = kept and kept[-1].happening == each.happening and not each.text
        shot_again = again and each.row.another and kept[-1].n != each.n
        if not said and (not again or shot_again):
            kept.append(each)
    return kept


def _ships_together(told: Sequence[StoryEvent]) -> Iterator[StoryEvent]:
    """Yield events; successive ones of one kind are merged if the table has a sentence for several
    ships.
    """
    for _, group in groupby(told, key=lambda each: (each.happening.row, bool(each.text))):
        first, *others = group
        if not others or first.text or first.row.gather or not first.row.many:
            yield from (first, *others)
            continue
        happening = replace(
            first.happening, ship=join_names([each.happening.ship for each in (first, *others)])
        )
        line = first.row.many[0]
        yield first._replace(
            happening=happening, text=line.format_map(Line(words_of(first, happening)))
        )


def _grouped(told: Iterable[StoryEvent]) -> list[Group]:
    """Return events as groups: an attack with its effects, any other event by itself."""
    groups: list[Group] = []
    for each in told:
        cause = groups[-1] if groups else []
        if cause and _causes(cause[0], each):
            cause.append(each)
        else:
            groups.append([each])
    return [[first, *_weightiest(effects, EFFECTS)] for first, *effects in groups]


def _weightiest(told: Sequence[StoryEvent], most: int) -> list[StoryEvent]:
    """Return the `most` weightiest events, in the order in which they happened."""
    ranked = sorted(range(len(told)), key=lambda place: -told[place].happening.weight)[:most]
    return [told[place] for place in sorted(ranked)]


def _again(last: StoryEvent, told: StoryEvent) -> bool:
    """Tell whether an event is a further shot of a ship at the same ship."""
    before, now = last.happening, told.happening
    same = (before.ship, before.other) == (now.ship, now.other)
    return same and bool(last.row.second and told.row.second) and not (last.text or told.text)


def _causes(attack: StoryEvent, told: StoryEvent) -> bool:
    """Tell whether an event is told as an effect of an attack."""
    aimed = attack.happening.other == told.happening.ship and attack.n == told.n
    can = bool(told.row.effect and attack.row.another) and not (attack.text or told.text)
    return aimed and can and any(not CLOSED.search(line) for line in attack.row.lines)


def _shortened(text: str, names: Iterable[str]) -> str:
    """Return a paragraph in which a fort is named only with the first mention of a section.

    >>> _shortened("The keep of Fort X fired. The keep of Fort X fell.", ["the keep of Fort X"])
    'The keep of Fort X fired. The keep fell.'
    """
    sections: dict[str, set[str]] = {}
    for name in names:
        if found := PLACED.match(name):
            sections.setdefault(found[1], set()).add(name)
    for section, full in sections.items():
        named = re.compile(rf"([Tt]he) {re.escape(min(full)[len('the ') :])}(?=\W)")
        first = named.search(text)
        if first and len(full) == 1:  # only one fort has such a section
            text = text[: first.end()] + named.sub(rf"\1 {section}", text[first.end() :])
    return text


def _part_once(text: str, more: str) -> str:
    """Return a further statement of a sentence, with a part of a ship named only once.

    >>> _part_once("Swan lay across Wasp's stern", " and put a shot into her stern")
    ' and put a shot into it'
    """
    for known, instead in ((HER_PART, "it"), (THAT_PLACE, "there")):
        part = known.search(more)
        if part and text.endswith(f" {part[1]}"):
            return known.sub(instead, more)
    return more


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
