"""Commands in words, and the part of the game that turns everything into words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from engine.game.parts.part import lazy_method
from engine.game.parts.words import Diagram, Landmark, Landmarks, Words
from engine.kit.by_type import ByType
from engine.kit.dataset import uses_own_data
from engine.kit.records import shipped_diagrams
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.set_up.scenario_draft import card_of
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.wording import (
    SAIL_WORDS,
    angle,
    card_name,
    plain,
    squadron_name,
    thing,
    who,
)
from engine.systems.oak_iron.words.reference import PLAIN, terms, terms_now, terms_of
from engine.systems.oak_iron.words.telling import tell

# Commands in words.


describes: ByType[Callable[[State, Any], str]] = ByType("describes")
"""{type of command: function that returns a command in words}."""


def describe(state: State, command: do.AnyCommand) -> str:
    """Return a command in words, as the battle report has it; a player may type the same words."""
    return describes.of(command)(state, command)


@describes(do.Pass, do.Seamanship, do.CutFree, do.Row, do.Rally, do.CarefulAim, do.TurnWind)
def _by_name(_: State, command: do.AnyCommand) -> str:
    return plain(str(type(command).__struct_config__.tag))


# Cards ------------------------------------------------------------------------


@describes(do.ChooseCard)
def _choose_card(_: State, command: do.ChooseCard) -> str:
    return f"lay {card_name(command.card)}"


@describes(do.DropCard)
def _drop_card(_: State, command: do.DropCard) -> str:
    return f"give up {card_name(command.card)}"


@describes(do.BorrowCard)
def _borrow_card(_: State, command: do.BorrowCard) -> str:
    return f"use the effect of {card_name(command.card)}, too"


@describes(do.ApplyEffect)
def _apply_effect(state: State, command: do.ApplyEffect) -> str:
    return f"apply the effect to {who(state, command.ship)}" + f", {command.side}" * bool(
        command.side
    )


@describes(do.DampPowder)
def _damp_powder(state: State, command: do.DampPowder) -> str:
    return f"damp the powder of {who(state, command.ship)}, {command.side}"


@describes(do.FreeTurn)
def _free_turn(state: State, command: do.FreeTurn) -> str:
    return f"turn {who(state, command.ship)} {_turn(command.angle)}"


@describes(do.FreeSlide)
def _free_slide(state: State, command: do.FreeSlide) -> str:
    return f"let {who(state, command.ship)} sail ahead"


@describes(do.LowerBoats)
def _lower_boats(state: State, command: do.LowerBoats) -> str:
    return f"send boats to {who(state, command.target)}"


@describes(do.SpinHelm)
def _spin_helm(_: State, command: do.SpinHelm) -> str:
    return f"spin the helm to {command.side}"


@describes(do.Reroll)
def _reroll(_: State, command: do.Reroll) -> str:
    return f"re-roll die {command.die + 1}"


@describes(do.SpendFortune)
def _spend_fortune(_: State, command: do.SpendFortune) -> str:
    return "re-roll all dice by a Fortune Point"


# Setting up -------------------------------------------------------------------


@describes(do.TakeRole)
def _take_role(_: State, command: do.TakeRole) -> str:
    return "attack" if command.role == "attacker" else "defend"


@describes(do.Draw)
def _draw(_: State, command: do.Draw) -> str:
    return f"take {card_of(command.kind, command.card).name}"


@describes(do.Deploy)
def _deploy(state: State, command: do.Deploy) -> str:
    x, y = command.at
    return f"deploy {who(state, command.ship)} at {x:g}, {y:g} heading {command.heading:g}"


@describes(do.SetSail)
def _set_sail(state: State, command: do.SetSail) -> str:
    return f"{who(state, command.ship)}: set {SAIL_WORDS[command.sail]}"


@describes(do.Garrison)
def _garrison(state: State, command: do.Garrison) -> str:
    return f"begin with the party of {who(state, command.ship)} ashore"


@describes(do.Load)
def _load(state: State, command: do.Load) -> str:
    return f"load a cargo on {who(state, command.ship)}"


@describes(do.AddPiece)
def _add_piece(state: State, command: do.AddPiece) -> str:
    return f"add {_piece(state, command.piece)}"


@describes(do.LayPiece)
def _lay_piece(state: State, command: do.LayPiece) -> str:
    x, y = command.at
    turned = f", turned {command.heading:g}" * bool(command.heading)
    return f"lay {_piece(state, command.piece)} at {x:g}, {y:g}{turned}"


def _piece(state: State, piece: str) -> str:
    known = book().pieces.get(piece)
    return known.name if known else thing(state, piece)


# Whose turn it is -----------------------------------------------------------------


@describes(do.NameSquadron)
def _name_squadron(state: State, command: do.NameSquadron) -> str:
    return f"let {squadron_name(state, command.squadron)} move"


@describes(do.Activate)
def _activate(state: State, command: do.Activate) -> str:
    return f"activate {who(state, command.ship)}"


@describes(do.TransferFlag, do.NewFlagship)
def _flag(state: State, command: do.TransferFlag | do.NewFlagship) -> str:
    return f"hoist the flag on {who(state, command.ship)}"


@describes(do.Undertake)
def _undertake(_: State, command: do.Undertake) -> str:
    return {
        "ashore": "bring the dignitary ashore",
        "deliver": "deliver the cargo",
        "raze": "raze the marker",
    }[command.what]


# Sailing ----------------------------------------------------------------------


@describes(do.Sail)
def _sail(_: State, command: do.Sail) -> str:
    way = {"ahead": "sail", "astern": "sail astern"}.get(
        command.towards, f"sail to {command.towards}"
    )
    if command.turn == "none" or not command.angle:
        return way
    if command.turn == "both":
        return f"turn {angle(command.angle)}, {way}, turn again"
    when = "at the start" if command.turn == "start" else "at the end"
    return f"{way}, turn {angle(command.angle)} {when}"


@describes(do.ChangeHeading)
def _change_heading(_: State, command: do.ChangeHeading) -> str:
    return f"change heading {_turn(command.angle)}"


@describes(do.Turn)
def _further_turn(_: State, command: do.Turn) -> str:
    return f"turn {_turn(command.angle)}"


@describes(do.Shift)
def _shift(_: State, command: do.Shift) -> str:
    side = "starboard" if command.distance > 0 else "port"
    return f'shift {abs(command.distance):g}" to {side}'


@describes(do.AdjustSpeed)
def _adjust_speed(_: State, command: do.AdjustSpeed) -> str:
    return "speed up by 1" if command.by > 0 else "slow down by 1"


@describes(do.ChoosePoint)
def _choose_point(_: State, command: do.ChoosePoint) -> str:
    return f"sail {command.point}"


@describes(do.ChangeSail)
def _change_sail(_: State, command: do.ChangeSail) -> str:
    return f"set {SAIL_WORDS[command.sail]}" if command.sail != "anchored" else "anchor"


# Crew and guns ----------------------------------------------------------------


@describes(do.Reload)
def _reload(_: State, command: do.Reload) -> str:
    return f"reload {command.side}"


@describes(do.ReloadBoth)
def _reload_both(_: State, command: do.ReloadBoth) -> str:
    return "reload both sides"


@describes(do.Repair)
def _repair(_: State, command: do.Repair) -> str:
    return "repair damage" if command.what == "damage" else "get off the ground"


@describes(do.Board)
def _board(state: State, command: do.Board) -> str:
    return f"board {who(state, command.target)}"


@describes(do.LayAlongside)
def _lay_alongside(_: State, command: do.LayAlongside) -> str:
    return f"lay alongside, way {command.way + 1}"


@describes(do.LandParty)
def _land_party(_: State, command: do.LandParty) -> str:
    return f"land a party at {command.at[0]:g}, {command.at[1]:g}"


@describes(do.Support)
def _support(state: State, command: do.Support) -> str:
    return f"as an action of {who(state, command.ship)}: {describe(state, command.action)}"


@describes(do.Capture, do.Destroy)
def _prize(state: State, command: do.Capture | do.Destroy) -> str:
    verb = "capture" if isinstance(command, do.Capture) else "destroy"
    return f"{verb} {who(state, command.ship)} with {command.by}"


@describes(do.Burn)
def _burn(state: State, command: do.Burn) -> str:
    return f"burn as a fire ship against {who(state, command.target)}"


@describes(do.Fire)
def _fire(state: State, command: do.Fire) -> str:
    target = thing(state, command.target)
    lead = f"{command.ship}: " if command.ship else ""
    if command.kind == "close_combat":
        return f"{lead}close combat with {target}"
    if command.kind == "landing_party":
        return f"{lead}fight the party of {target}"
    gun = f"fire {command.side}" if command.kind == "broadside" else "partial fire"
    return f"{lead}{gun} at {target}, {command.aim}"


def _turn(degrees: float) -> str:
    return angle(degrees) if degrees else "0 degrees"


# Oak & Iron in words.


@uses_own_data
class OakIronWords(Words[State]):
    """The part of the game that turns events, commands, ships and cards into words and terms."""

    landmarks: ClassVar[Landmarks] = {
        ev.AttackDeclared: ("shot",),
        ev.BecameOutOfAction: ("loss",),
        ev.ShipCaptured: ("loss", "capture"),
        ev.ShipDestroyed: ("loss",),
        ev.ShipRecaptured: ("capture",),
        ev.ShipRemoved: ("loss",),
    }

    plain = PLAIN
    tell = staticmethod(tell)
    happening = lazy_method("engine.systems.oak_iron.words.happenings:happening")
    voice = lazy_method("engine.systems.oak_iron.words.happenings:voice")
    describe = staticmethod(describe)
    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)

    def landmarks_of(self, event: ev.AnyEvent) -> tuple[Landmark, ...]:
        if isinstance(event, ev.AttackDeclared) and event.attack.kind == "close_combat":
            return ()
        return super().landmarks_of(event)

    def diagrams(self) -> tuple[Diagram, ...]:
        """Return the diagrams that come with the game."""
        return shipped_diagrams("oak_iron")
