"""Facts of ships for people to read: what is empty left out, plots in a line, tables as sums."""

from __future__ import annotations

from engine.space.hexes import label
from engine.systems.wooden_ships.data.facts import Hits
from engine.systems.wooden_ships.fleet.names import hits_in_words, sum_in_words
from engine.systems.wooden_ships.inspection.gunnery import Facts
from engine.systems.wooden_ships.state.events.gunnery import Modifiers


def explained(found: dict[str, Facts]) -> dict[str, Facts]:
    """Return the facts of ships in fewer words."""
    return {key: _ship(facts) for key, facts in found.items()}


def _ship(facts: Facts) -> Facts:
    texts = {key: value for key, value in facts.items() if value not in (None, [], {})}
    for key in ("bow", "stern"):
        texts[key] = _hex(facts[key])
    if facts["plots"]:
        texts["plots"] = " ".join(facts["plots"])
    texts["allowances"] = " ".join(f"{name} {count}" for name, count in facts["allowances"].items())
    texts["targets"] = {key: _target(each) for key, each in facts["targets"].items()}
    if plot := facts.get("plot"):
        texts["plot"] = {**plot, "bow": _hex(plot["bow"]), "path": _path(plot["path"])}
    if moved := facts["executed"]:
        texts["executed"] = {**moved, "bow": _hex(moved["bow"])}
    return texts


def _target(facts: Facts) -> Facts:
    texts: Facts = {"range": facts["range"]}
    for side in ("port", "starboard"):
        shot = facts[side]
        if shot.get("guns"):
            texts[side] = _shot(shot)
    texts["grapple"] = f"{facts['grapple']['chance']} of 6"
    if facts["melee"]:
        texts["melee"] = facts["melee"]
    return texts


def _shot(shot: Facts) -> Facts:
    texts: Facts = {
        "table": sum_in_words(shot["base"], Modifiers(**shot["modifiers"]), shot["table"]),
        "guns": shot["guns"],
    }
    if shot["why_not"]:
        texts["why_not"] = shot["why_not"]
    if shot["rake"]:
        texts["rake"] = shot["rake"]
    for aim in ("hull", "rigging"):
        if shot.get(aim):
            rows = [hits_in_words(_hits(row)) for row in shot[aim]["rows"]]
            texts[aim] = "; ".join(f"{face}: {row}" for face, row in enumerate(rows, 1))
    if shot.get("forces"):
        texts["forces"] = ", ".join(shot["forces"])
    return texts


def _hits(row: list[int]) -> Hits:
    hull, gun, crew, rigging = row
    return hull, gun, crew, rigging


def _hex(place: list[int]) -> str:
    return label((place[0], place[1]))


def _path(path: list[list[int]]) -> str:
    return " ".join(_hex(place) for place in path)
