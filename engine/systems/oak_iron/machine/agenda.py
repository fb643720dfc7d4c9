"""How the agenda is worked off: a step either asks a seat or does itself.

A chapter module says with decorators what a step asks (`asks`), what an answer
does (`takes`), and what the step does when there is nothing to ask (`does`; it
is taken off the agenda when that is missing). Where an answer puts something, and
the room for it hangs on the answer, `places` says where. A question with one legal
answer is not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.decision import Decision, Option, outside
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.machine.site import Site
from engine.systems.oak_iron.state.commands import AnyCommand
from engine.systems.oak_iron.state.events import AnyEvent
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import Step

Ask = Callable[[State, Any], tuple[Decision, ...]]
Take = Callable[[Ledger, Any, str, Any], None]
Do = Callable[[Ledger, Any], None]
Place = Callable[[State, Any, Any], Site]
F = TypeVar("F", bound=Callable[..., Any])

_ASKS: dict[type[Step], Ask] = {}
_TAKES: dict[type[Step], Take] = {}
_DOES: dict[type[Step], Do] = {}
_PLACES: dict[type[Step], Place] = {}


def asks(step: type[Step]) -> Callable[[F], F]:
    """Register what a step asks: no decision means that there is nothing to ask."""
    return _enter(_ASKS, step)


def takes(step: type[Step]) -> Callable[[F], F]:
    """Register what an answer to a step does."""
    return _enter(_TAKES, step)


def does(step: type[Step]) -> Callable[[F], F]:
    """Register what a step does by itself."""
    return _enter(_DOES, step)


def places(step: type[Step]) -> Callable[[F], F]:
    """Register where the thing of an answer to a step may be put: Site of (state, step, answer)."""
    return _enter(_PLACES, step)


def site(state: State, command: AnyCommand) -> Site | None:
    """Return where the thing of a command may be put; None where that does not hang on it."""
    place = _PLACES.get(type(state.agenda[-1])) if state.agenda else None
    return place(state, state.agenda[-1], command) if place and hasattr(command, "at") else None


def _enter(rules: dict[type[Step], Any], step: type[Step]) -> Callable[[F], F]:
    def enter(rule: F) -> F:
        rules[step] = rule
        return rule

    return enter


def pending(state: State) -> tuple[Decision, ...]:
    """Return the open questions of a state that has come to rest."""
    if state.outcome is not None or not state.agenda:
        return ()
    step = state.agenda[-1]
    ask = _ASKS.get(type(step))
    return ask(state, step) if ask else ()


def decide(
    state: State, decisions: tuple[Decision, ...], seat: str, command: AnyCommand, dice: Dice
) -> tuple[AnyEvent, ...]:
    """Return the facts that follow from a seat's command; `Refused` when it is not open."""
    for decision in decisions:
        if decision.seat == seat:
            permit(decision, command)
            _permit_place(state, command)
            break
    else:
        raise Refused(f"there is no choice for seat {seat} now")
    ledger = Ledger(state, dice)
    step = state.agenda[-1]
    _TAKES[type(step)](ledger, step, seat, command)
    advance(ledger)
    return tuple(ledger.events)


def advance(ledger: Ledger) -> None:
    """Work the agenda off until a seat has something to choose."""
    while ledger.state.agenda and ledger.state.outcome is None:
        step = ledger.state.agenda[-1]
        decisions = pending(ledger.state)
        forced = next((decision for decision in decisions if _only_answer(decision)), None)
        if forced is not None:
            _TAKES[type(step)](ledger, step, forced.seat, forced.options[0].command)
        elif decisions:
            return
        elif type(step) in _DOES:
            _DOES[type(step)](ledger, step)
        else:
            ledger.finish()


def _only_answer(decision: Decision) -> bool:
    if len(decision.options) != 1:
        return False
    only = decision.options[0]
    return not (only.dial and decision.dial) and not only.area


def permit(decision: Decision, command: AnyCommand) -> None:
    """Raise `Refused` unless the command is one of the options, dial and area apart."""
    for option in decision.options:
        if type(option.command) is type(command) and _same(decision, option, command):
            return
    raise Refused(f"{type(command).__name__} is not open now: {decision.prompt}")


def _same(decision: Decision, option: Option, command: AnyCommand) -> bool:
    filled: dict[str, Any] = {}
    if option.dial and decision.dial:
        filled[option.dial] = decision.dial.value(getattr(command, option.dial))
    if option.area:
        filled[option.area] = getattr(command, option.area)
    if replace(option.command, **filled) != command:
        return False
    if option.area and decision.area and not decision.area.holds(filled[option.area]):
        raise Refused(outside(filled[option.area]))
    return True


def _permit_place(state: State, command: AnyCommand) -> None:
    """Raise `Refused` with the reason where the thing of a command may not be put."""
    there = site(state, command)
    why_not = there.why_not(command.at) if there and hasattr(command, "at") else ""
    if why_not:
        raise Refused(why_not)
