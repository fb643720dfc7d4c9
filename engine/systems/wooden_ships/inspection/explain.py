"""Facts of ships for people to read: what is empty left out, plots in a line, tables as sums."""

from __future__ import annotations

from typing import Any

from engine.space.hexes import label
from engine.systems.wooden_ships.data.facts import Hits
from engine.systems.wooden_ships.fleet.names import hits_in_words, sum_in_words
from engine.systems.wooden_ships.state.events.gunnery import Modifiers

Facts = dict[str, Any]


def explained(found: dict[str, Facts]) -> dict[str, Facts]:
    """Return the facts of ships in fewer words."""
    return {key: _ship(facts) for key, facts in found.items()}


def _ship(facts: Facts) -> Facts:
    told = {key: value for key, value in facts.items() if value not in (None, [], {})}
    for key in ("bow", "stern"):
        told[key] = _hex(facts[key])
    if facts["plots"]:
        told["plots"] = " ".join(facts["plots"])
    told["allowances"] = " ".join(f"{name} {count}" for name, count in facts["allowances"].items())
    told["targets"] = {key: _target(each) for key, each in facts["targets"].items()}
    if plot := facts.get("plot"):
        told["plot"] = {**plot, "bow": _hex(plot["bow"]), "path": _path(plot["path"])}
    if moved := facts["executed"]:
        told["executed"] = {**moved, "bow": _hex(moved["bow"])}
    return told


def _target(facts: Facts) -> Facts:
    told: Facts = {"range": facts["range"]}
    for side in ("port", "starboard"):
        shot = facts[side]
        if shot.get("guns"):
            told[side] = _shot(shot)
    told["grapple"] = f"{facts['grapple']['chance']} of 6"
    if facts["melee"]:
        told["melee"] = facts["melee"]
    return told


def _shot(shot: Facts) -> Facts:
    told: Facts = {
        "table": sum_in_words(shot["base"], Modifiers(**shot["modifiers"]), shot["table"]),
        "guns": shot["guns"],
    }
    if shot["why_not"]:
        told["why_not"] = shot["why_not"]
    if shot["rake"]:
        told["rake"] = shot["rake"]
    for aim in ("hull", "rigging"):
        if shot.get(aim):
            rows = [hits_in_words(_hits(row)) for row in shot[aim]["rows"]]
            told[aim] = "; ".join(f"{face}: {row}" for face, row in enumerate(rows, 1))
    if shot.get("forces"):
        told["forces"] = ", ".join(shot["forces"])
    return told


def _hits(row: list[int]) -> Hits:
    hull, gun, crew, rigging = row
    return hull, gun, crew, rigging


def _hex(place: list[int]) -> str:
    return label((place[0], place[1]))


def _path(path: list[list[int]]) -> str:
    return " ".join(_hex(place) for place in path)
