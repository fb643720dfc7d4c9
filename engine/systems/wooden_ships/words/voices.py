"""What is said aboard while a battle of Wooden Ships is played: orders and reports, event by event.

The words are in data/wooden_ships/voices.toml. Rows of the story may have words there, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine.base.text import join_names
from engine.game.parts.words import Happening
from engine.kit.by_type import Happenings
from engine.systems.wooden_ships.signals import in_words
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.words.happenings import TORN, happening, named, number

EYE, BEFORE = 3, 0
"""The angle of a ship's heading to the direction that the wind blows to, in sixths of a circle:
with her bow to the wind, and with her stern to it."""
speaks = Happenings("voices")


def voice(before: State, event: Any) -> Happening | None:
    """Return the words said aboard about an event: its row of voices.toml, else the sentence that
    the story has for it; None for an event with neither.
    """
    return speaks.happening(before, event) or happening(before, event)


@speaks(ev.SideFired)
def _fired(before: State, event: ev.SideFired) -> Happening | None:
    told = happening(before, event)
    hurt = join_names([*_hurt(*event.hits)])
    return replace(told, facts={**told.facts, "hurt": hurt}) if told else None


def _hurt(hull: int, guns: int, crew: int, rigging: int) -> Iterator[str]:
    """Yield what a broadside has done to a ship, as her officers report it."""
    if hull:
        yield "hit in the hull"
    if guns:
        yield "a gun dismounted" if guns == 1 else f"{number(guns)} guns dismounted"
    if crew:
        yield "some men down" if crew == 1 else "many men down"
    if rigging:
        yield "our rigging cut" if rigging < TORN else "our rigging torn to pieces"


@speaks(ev.ImpulseTaken)
def _turned(before: State, event: ev.ImpulseTaken) -> Happening | None:
    """Return the order of the first ship that turns her bow or her stern into the wind."""
    for key, (_, _, facing) in event.places.items():
        old, new = ((each - before.wind) % 6 for each in (before.ships[key].facing, facing))
        if old != new and new in (EYE, BEFORE):
            return Happening("tacks" if new == EYE else "wears", named(before, key))
    return None


@speaks(ev.SignalsHoisted)
def _signals(before: State, event: ev.SignalsHoisted) -> Happening | None:
    """Return the signal of the first flagship."""
    for signal in event.signals.values():
        about = named(before, signal.about) if signal.about else ""
        facts = {"words": in_words(replace(signal, about=about))}
        return Happening("signals", named(before, signal.ship), facts=facts)
    return None


@speaks(ev.Collided)
def _collided(before: State, event: ev.Collided) -> Happening:
    one, other = event.ships
    return Happening("collided", named(before, one), named(before, other))


def _between(failed: str, succeeded: str) -> Any:
    """Return a function for the event of a ship's attempt on another: it returns the story's
    sentence for a success, and the row `failed` for a failure; `succeeded` is the event's field
    for the result.
    """
    return lambda before, event: (
        happening(before, event)
        if getattr(event, succeeded)
        else Happening(failed, named(before, event.ship), named(before, event.other), 0.8)
    )


speaks(ev.GrappleTried)(_between("grapple_fails", "holds"))
speaks(ev.UnfoulTried)(_between("still_foul", "freed"))
