"""Gathering: decides which events of a turn the prose about a battle tells, and which of them share
a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from engine.review.sentences import (
    NAMED,
    Line,
    Sentences,
    StoryEvent,
    fill_template,
    list_ships,
    number,
    owned,
    table,
    times,
    words_of,
)

LEAST = 1.0
"""An event with less weight (importance) than this is told only if its turn has no weightier one.
"""
LITTLE = 2.0
"""Attacks whose events all weigh less than this count as having had little effect."""
MANY = 4
"""If a turn has at least this many events of one kind, only their number may be told, if the table
has a sentence for that (`Sentences.tally`)."""
MATTERED, BUSY = 2.0, 4
"""If at least `BUSY` groups of events in a turn weigh `MATTERED` or more, lighter groups are left
out."""
OTHERS, IDLE = 4, 6
"""Ships whose attacks were not told are summed up in one sentence if they are at least `OTHERS`; if
their attacks had little effect, at least `IDLE`."""
EFFECTS = 2
"""Of the effects of an attack at most this many are told: the weightiest."""

CLOSED = re.compile(r" and |[,:;]")
"""Matches in sentences that are already joined, to which no further statement can be added."""
OF_WHICH = re.compile(r" that \w+$")
"""Matches a relative clause at the end of a sentence, as in `with the few guns that bore`. A joined
statement would seem to belong to this clause."""

Group = list[StoryEvent]
"""An event, followed by its effects on the ship that it was aimed at; one sentence tells them all.
"""

Pick = Callable[[StoryEvent, Sequence[str]], str]
"""A function that chooses which of several sentences tells an event."""


# Several events in one sentence --------------------------------------------------------------


def gathered(told: Sequence[StoryEvent], pick: Pick) -> list[StoryEvent]:
    """Return the events of a turn; events that belong together are merged into one event.

    The merged event takes the place of the first of them. A fight that ends in a capture is told as
    part of the capture.
    """
    # An event need not be told if a later event, or another event of the same entry, includes it
    # (`Sentences.within`).
    reported = [
        each
        for place, each in enumerate(told)
        if not any(
            other.happening.row in each.row.within
            and other.happening.ship == each.happening.ship
            and (at > place or (other.n == each.n and other.happening.row != each.happening.row))
            for at, other in enumerate(told)
        )
    ]
    merged = _merged_rows(_with_what_undid_them(reported, pick), pick)
    # An event that only repeats the event before is left out.
    kept: list[StoryEvent] = []
    for each in merged:
        again = kept and kept[-1].happening == each.happening and not each.text
        if not again or (each.attack and kept[-1].n != each.n):
            kept.append(each)
    return [*_ships_together(kept)]


def _with_what_undid_them(told: Sequence[StoryEvent], pick: Pick) -> list[StoryEvent]:
    """Return the events of a turn, after merging each event between two ships with the event that
    undoes it: `Swan got clear of Wasp, but fell foul of her again`.
    """
    found: list[StoryEvent] = []
    for each in told:
        before = next((other for other in reversed(found) if other.pair == each.pair), None)
        undoes = before is not None and before.happening.row in each.row.undoes
        if before is None or not undoes or before.text or not each.happening.other:
            found.append(each)
            continue
        lines = [line for line in before.row.lines if not CLOSED.search(line)]
        undone = pick(each, each.row.undoes[before.happening.row])
        if each.happening.ship == before.happening.ship:
            undone = undone.replace("{ship} ", "")
        begun = fill_template(pick(before, lines), before)
        text = f"{begun}, but {fill_template(undone, each)}"
        found[found.index(before)] = each._replace(n=before.n, event=before.event, text=text)
    return found


def _merged_rows(told: Sequence[StoryEvent], pick: Pick) -> Iterator[StoryEvent]:
    """Yield the events of a turn; events with the same row in `Sentences.gather` are merged if
    possible.
    """
    found: dict[str, list[int]] = {}
    for place, each in enumerate(told):
        if each.row.gather and not each.text:
            places = found.setdefault(each.row.gather, [])
            if not (places and _meanwhile(told, places[0], place)):
                places.append(place)
    fights: set[frozenset[str]] = set()
    instead: dict[int, list[StoryEvent]] = {}
    for gather, places in found.items():
        kind, row = [told[place] for place in places], table(told[0].system)[gather]
        if row.even:
            fights |= {fight.pair for fight in kind}
            ended = {after.pair for after in told if after.row.after}
            instead |= {place: [] for place in places if told[place].pair in ended}
            kind = [fight for fight in kind if fight.pair not in ended]
        merged = [*_together(kind, row, pick)] if kind else []
        alone = [each for each in merged if not each.text]
        instead |= {place: [] for place in places if told[place] not in alone}
        instead[places[0]] = [each for each in merged if each.text or each is told[places[0]]]
    for place, each in enumerate(told):
        fought = not each.row.gather and each.pair in fights and each.row.after
        alone = [each._replace(lines=each.row.after) if fought else each]
        yield from instead.get(place, alone)


def _meanwhile(told: Sequence[StoryEvent], first: int, place: int) -> bool:
    """Tell whether the event at index `place` must be told separately, because its ship had another
    event since the event at index `first`.

    False for an event about two ships.
    """
    each = told[place]
    ship, gather = each.happening.ship, each.row.gather
    return not each.happening.other and any(
        other.happening.ship == ship and other.row.gather != gather for other in told[first:place]
    )


def _together(told: Sequence[StoryEvent], row: Sentences, pick: Pick) -> Iterator[StoryEvent]:
    """Yield the events of one kind, merged if `row` has a sentence for several of them.

    Merged are the rounds of a fight, an action that ships repeat or do to each other, and the same
    action of several ships.
    """
    pairs = len({each.pair for each in told})
    names = {name for each in told for name in each.pair}
    if row.tally and pairs > 2 and (len(told) >= MANY or len(names) > NAMED):
        more = f"{number(pairs - 1)} more {'pair' if pairs == 2 else 'pairs'}"
        yield _as_one(told, row.tally, pick, count=number(len(told)), pairs=more)
        return
    left: list[StoryEvent] = []
    in_order = [each.pair for each in told]
    for _, alike in groupby(sorted(told, key=lambda each: in_order.index(each.pair)), _pair):
        same = list(alike)
        ships = {each.happening.ship for each in same}
        if len(same) == 1:
            left += same
        elif row.even:
            yield _fight(same, row, pick)
        elif len(ships) > 1 and row.mutual:
            yield _as_one(same, row.mutual, pick)
        elif row.repeated:
            yield _as_one(same, row.repeated, pick, times=times(len(same)))
        else:
            left.append(same[0])
    if len(left) > 1 and row.many:
        yield _as_one(left, row.many, pick, **_pairs_named(left, row))
    else:
        yield from left


def _fight(told: Sequence[StoryEvent], row: Sentences, pick: Pick) -> StoryEvent:
    """Return the rounds of a fight between two ships as one event, told about the ship that lost
    less.

    If both lost the same, a sentence of `Sentences.even` tells it.
    """
    ships = told[0].happening.ship, told[0].happening.other
    lost = [0, 0]
    for each in told:
        own, other = each.happening.loss
        turned = each.happening.ship != ships[0]
        lost[turned] += own
        lost[not turned] += other
    if lost[0] == lost[1]:
        return _as_one(told, row.even, pick)
    better, worse = ships if lost[0] < lost[1] else ships[::-1]
    return _as_one(told, row.repeated, pick, ship=better, other=worse)


def _as_one(
    told: Sequence[StoryEvent], lines: Sequence[str], pick: Pick, **facts: str
) -> StoryEvent:
    first = told[0]
    words = {**words_of(first), **facts}
    weight = max(each.happening.weight for each in told)
    short = {long: name for each in told for long, name in each.happening.short.items()}
    text = " ".join(owned(pick(first, lines), words).format_map(Line(words)).split())
    happening = replace(first.happening, weight=weight, short=short)
    return first._replace(text=text.rstrip(","), happening=happening)


def _pair(told: StoryEvent) -> frozenset[str]:
    return told.pair


def _pairs_named(told: Sequence[StoryEvent], row: Sentences) -> dict[str, str]:
    """Return the words for the placeholders of a sentence about several events of one kind.

    Ships that acted on the same target are named together: `Swan and Hero of Wasp, and Mars of
    Ajax`. If the table has no words for a further pair (`Sentences.pair`), one list names all
    acting ships and another all targets.
    """
    pairs = [(each.happening.ship, each.happening.other) for each in told]
    if not row.pair:
        return {
            "ship": list_ships(ship for ship, _ in pairs),
            "other": list_ships(other for _, other in pairs),
        }
    others_of: dict[str, list[str]] = {}
    often = Counter(name for pair in pairs for name in pair)
    both_alike = set(row.mutual) & set(told[0].row.lines)
    for ship, other in pairs:
        # if an event is about both ships in the same way, the ship named more often is the subject
        turned = both_alike and often[other] > often[ship]
        others_of.setdefault(other if turned else ship, []).append(ship if turned else other)
    ships_of: dict[str, list[str]] = {}
    for ship, others in others_of.items():
        ships_of.setdefault(list_ships(others), []).append(ship)
    (other, ships), *further = ships_of.items()
    more = [row.pair.format(ship=list_ships(each), other=to) for to, each in further]
    both = ", ".join(["", *more[:-1]]) + f", and {more[-1]}," if more else ""
    return {"ship": list_ships(ships), "other": other, "more": both}


def _ships_together(told: Sequence[StoryEvent]) -> Iterator[StoryEvent]:
    """Yield the events of a turn.

    Successive events of one kind are merged if the table has a sentence for several ships.
    """
    for _, group in groupby(told, key=lambda each: (each.happening.row, bool(each.text))):
        first, *others = group
        if not others or first.text or first.row.gather or not first.row.many:
            yield from (first, *others)
            continue
        happening = replace(
            first.happening, ship=list_ships(each.happening.ship for each in (first, *others))
        )
        line = first.row.many[0]
        yield first._replace(
            happening=happening, text=line.format_map(Line(words_of(first, happening)))
        )


# Which events are told, and in which order ---------------------------------------------------


def chosen(told: Sequence[StoryEvent], most: int) -> list[Group]:
    """Return at most `most` groups of events, the weightiest, in the order in which they
    happened.
    """
    # An attack makes one group with its effects; any other event is a group by itself.
    groups: list[Group] = []
    for each in told:
        cause = groups[-1] if groups else []
        if cause and _causes(cause[0], each):
            cause.append(each)
        else:
            groups.append([each])
    groups = [[first, *_weightiest(effects, EFFECTS)] for first, *effects in groups]
    weights = {id(group): max(each.happening.weight for each in group) for group in groups}
    ranked = sorted(groups, key=lambda group: -weights[id(group)])[:most]
    busy = sum(weights[id(group)] >= MATTERED for group in ranked) >= BUSY
    least = MATTERED if busy else min(LEAST, weights[id(ranked[0])])
    kept = {id(group) for group in ranked if weights[id(group)] >= least}
    return [group for group in groups if id(group) in kept]


def _causes(attack: StoryEvent, told: StoryEvent) -> bool:
    """Tell whether an event is told as an effect of an attack."""
    aimed = attack.happening.other == told.happening.ship and attack.n == told.n
    can = attack.attack and bool(attack.row.another and told.row.effect) and not told.text
    return aimed and can and any(map(can_take_harm, attack.row.lines))


def can_take_harm(line: str) -> bool:
    """Tell whether the effects of an attack can be joined to a line about it.

    >>> can_take_harm("Swan fired and hit her"), can_take_harm("Swan and Hero fired, but missed")
    (True, False)
    >>> can_take_harm("Swan hit her with the few guns that bore")
    False
    """
    return not (re.search(r"[,:;]", line) or OF_WHICH.search(line)) and line.count(" and ") < 2


def _weightiest(told: Sequence[StoryEvent], most: int) -> list[StoryEvent]:
    """Return at most `most` events, the weightiest, in the order in which they happened."""
    ranked = sorted(range(len(told)), key=lambda place: -told[place].happening.weight)[:most]
    return [told[place] for place in sorted(ranked)]


def clustered(groups: Sequence[Group]) -> list[Group]:
    """Return the groups reordered, so that attacks between the same two ships, or on the same ship,
    follow each other.

    An attack is never moved before another kind of event that concerns its ships.
    """
    found: list[Group] = []
    for group in groups:
        place = _place(found, group[0]) if group[0].attack else len(found)
        found.insert(place, group)
    return found


def _place(found: Sequence[Group], told: StoryEvent) -> int:
    """Return the index at which `clustered` inserts an attack into the groups before it."""
    now, target, pair = told.happening, 0, 0
    for place in range(len(found), 0, -1):
        first, *effects = found[place - 1]
        if first.attack and first.happening.other == now.other:
            if first.happening.ship == now.ship:
                return place
            target = target or place
        if first.attack and first.pair == told.pair:
            pair = pair or place
        about = {each.happening.ship for each in (first, *effects)}
        if (effects or not first.attack) and about & told.pair:
            break
    return pair or target or len(found)


def other_attackers(
    told: Sequence[StoryEvent], groups: Sequence[Group], pick: Pick
) -> StoryEvent | None:
    """Return an event that sums up the attacks of the ships whose attacks `groups` do not tell.

    None if there were only a few such ships.
    """
    firsts = [group[0] for group in groups]
    active = {each.happening.ship for each in firsts if each.attack}
    summed = {each.row.gather for each in firsts if each.text} - {""}
    left = [
        each
        for each in told
        if each.row.rest and each.happening.ship not in active and each.row.gather not in summed
    ]
    count = len({each.happening.ship for each in left})
    little = all(each.happening.weight < LITTLE for each in left)
    if count < (IDLE if little else OTHERS) or not active:
        return None
    row = table(left[0].system)[left[0].row.rest]
    return _as_one(left, row.slight if little else row.lines, pick, count=number(count))
