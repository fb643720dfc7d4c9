"""Commands in words, as the battle report prints them and a player may type them."""

from __future__ import annotations

from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.set_up.scenario_cards import card_of
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.wording import (
    SAIL_WORDS,
    angle,
    card_name,
    inches,
    plain,
    squadron_name,
    thing,
    who,
)


def describe(state: State, command: do.AnyCommand) -> str:
    """Return a command in the words of the battle report; typed, they give the same command."""
    match command:
        case do.ChooseCard() | do.DropCard():
            verb = "lay" if isinstance(command, do.ChooseCard) else "give up"
            return f"{verb} {card_name(command.card)}"
        case do.ApplyEffect():
            return f"apply to {who(state, command.ship)}" + f", {command.side}" * bool(command.side)
        case do.DampPowder():
            return f"damp the powder of {who(state, command.ship)}, {command.side}"
        case do.FreeTurn():
            return f"turn {who(state, command.ship)} {_turn(command.angle)}".rstrip()
        case do.FreeSlide():
            return f"let {who(state, command.ship)} sail ahead"
        case do.BorrowCard():
            return f"use {card_name(command.card)}, too"
        case do.LowerBoats():
            return f"boats to {who(state, command.target)}"
        case do.NameSquadron():
            return f"let {squadron_name(state, command.squadron)} move"
        case do.Activate():
            return f"activate {who(state, command.ship)}"
        case do.Board():
            return f"board {who(state, command.target)}"
        case do.TransferFlag() | do.NewFlagship():
            return f"flag to {who(state, command.ship)}"
        case do.Capture() | do.Destroy():
            verb = "capture" if isinstance(command, do.Capture) else "destroy"
            return f"{verb} {who(state, command.ship)} with {command.by}"
        case do.Fire():
            return _fire(state, command)
        case do.Burn():
            return f"burn against {who(state, command.target)}"
        case do.Support():
            return f"for {who(state, command.ship)}: {_own_ship(command.action)}"
        case do.TakeRole() | do.Draw() | do.Deploy():
            return _set_up(state, command)
        case do.SetSail():
            return f"{who(state, command.ship)}: set {SAIL_WORDS[command.sail]}"
        case do.Garrison():
            return f"begin with the party of {who(state, command.ship)} ashore"
        case do.Load():
            return f"load {who(state, command.ship)}"
        case do.Undertake():
            return {"ashore": "bring ashore", "deliver": "deliver", "raze": "raze"}[command.what]
        case do.AddPiece() | do.LayPiece():
            return _piece(state, command)
        case _:
            return _own_ship(command)


def _piece(state: State, command: do.AddPiece | do.LayPiece) -> str:
    known = book().pieces.get(command.piece)
    name = known.name if known else thing(state, command.piece)
    match command:
        case do.AddPiece():
            return f"add {name}"
        case do.LayPiece(at=(x, y)):
            turned = f", turned {command.heading:g}" * bool(command.heading)
            return f"lay {name} at {x:g}, {y:g}{turned}"


def _set_up(state: State, command: do.TakeRole | do.Draw | do.Deploy) -> str:
    match command:
        case do.TakeRole():
            return "attack" if command.role == "attacker" else "defend"
        case do.Draw():
            return f"take {card_of(command.kind, command.card).name}"
        case do.Deploy():
            x, y = command.at
            where = f"at {x:g}, {y:g} heading {command.heading:g}"
            return f"deploy {who(state, command.ship)} {where}"


def _own_ship(command: do.AnyCommand) -> str:
    match command:
        case do.Sail():
            return _sail(command)
        case do.ChangeHeading():
            return f"change heading {_turn(command.angle)}"
        case do.Turn():
            return f"turn {_turn(command.angle)}"
        case do.Shift():
            side = "starboard" if command.distance > 0 else "port"
            return f"shift {inches(abs(command.distance))} to {side}"
        case do.AdjustSpeed():
            return "speed up by 1" if command.by > 0 else "slow down by 1"
        case do.ChoosePoint():
            return f"sail {command.point}"
        case do.Reload():
            return f"reload {command.side}"
        case do.ReloadBoth():
            return "reload both sides"
        case do.Repair():
            return "repair damage" if command.what == "damage" else "get off the ground"
        case do.ChangeSail():
            return f"set {SAIL_WORDS[command.sail]}" if command.sail != "anchored" else "anchor"
        case do.LayAlongside():
            return f"lay alongside, way {command.way + 1}"
        case do.LandParty():
            return f"land a party at {command.at[0]:g}, {command.at[1]:g}"
        case do.Reroll():
            return f"re-roll die {command.die + 1}"
        case do.SpendFortune():
            return "re-roll all by fortune"
        case do.SpinHelm():
            return f"spin the helm to {command.side}"
        case _:
            return plain(str(type(command).__struct_config__.tag))


def _turn(degrees: float) -> str:
    return angle(degrees) if degrees else "nothing"


def _sail(command: do.Sail) -> str:
    way = {"ahead": "sail", "astern": "sail astern"}.get(
        command.towards, f"sail to {command.towards}"
    )
    if command.turn == "none" or not command.angle:
        return way
    if command.turn == "both":
        return f"turn {angle(command.angle)}, {way}, turn again"
    when = "at the start" if command.turn == "start" else "at the end"
    return f"{way}, turn {angle(command.angle)} {when}"


def _fire(state: State, command: do.Fire) -> str:
    target = thing(state, command.target)
    lead = f"{command.ship}: " if command.ship else ""
    if command.kind == "close_combat":
        return f"{lead}close combat with {target}"
    if command.kind == "landing_party":
        return f"{lead}fight the party of {target}"
    gun = f"fire {command.side}" if command.kind == "broadside" else "partial fire"
    return f"{lead}{gun} at {target}, {command.aim}"
