"""What the other seats may hold: cards for those that a seat may not see, drawn at random."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.oak_iron.records import book
from engine.oak_iron.state import HIDDEN, Squadron, State


def imagined(view: State, seat: str, random: Random) -> State:
    """Return a view with a card in every hidden place, such as its squadron could hold."""
    squadrons = {
        key: each if key == seat else _dealt(each, random) for key, each in view.squadrons.items()
    }
    return replace(view, squadrons=squadrons)


def _dealt(squadron: Squadron, random: Random) -> Squadron:
    hidden = squadron.hand.count(HIDDEN) + (squadron.face_down == HIDDEN)
    if not hidden:
        return squadron
    known = {squadron.face_up, *squadron.hand, squadron.face_down, *squadron.discarded}
    pool = [
        card
        for card, record in book().cards.items()
        if record.faction in ("any", squadron.faction) and card not in known
    ]
    # Cards that were seen and are not discarded are still there.
    back = [card for card in squadron.seen if card in pool]
    others = [card for card in pool if card not in back]
    random.shuffle(others)
    dealt = [*back, *others][:hidden]
    random.shuffle(dealt)
    places = iter(dealt)
    hand = tuple(next(places, "") if card == HIDDEN else card for card in squadron.hand)
    down = next(places, "") if squadron.face_down == HIDDEN else squadron.face_down
    return replace(squadron, hand=tuple(card for card in hand if card), face_down=down)
