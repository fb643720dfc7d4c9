"""Position files of a battle: reading them, and the step of the agenda at which play resumes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from msgspec import UNSET
from msgspec.structs import replace

from engine.game.parts.part import Positions, lazy_method
from engine.game.position import Faults, Reader
from engine.kit.dataset import uses_own_data
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Side, TerrainKind
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.positions.plausible import FAR, PartReaders, check
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import first_side, is_fleet_battle, other_side
from engine.systems.oak_iron.state.state import (
    EDITION,
    Activation,
    Lost,
    Phase,
    Rules,
    Ship,
    Squadron,
    State,
    Table,
    Terrain,
)
from engine.systems.oak_iron.table.sight import points
from engine.systems.oak_iron.turn.movement import MOVE, end_steps, point_matters

# Position files of Oak & Iron: any situation of a battle, written by hand.
#
# `_Reading` parses the tables into a state and records every mistake; `plausible` then checks the
# whole, and `resumed` adds the agenda.


DEFAULT_SEED = 1
PHASES: tuple[Phase, ...] = ("initiative", "movement", "attack", "end")
STEPS = ("seamanship", "move", "crew")
"""The words for `step` in a position file: the points at which a ship's move may be resumed."""
ANY_BOXES = 99
"""How many boxes of a track may be filled on a ship whose type could not be read."""
INCHES = range(6, 241)
"""The allowed widths and heights of a table, in inches."""
_COLOURS = ("Red", "Blue", "Green", "Gold", "White", "Black", "Violet", "Grey")
_NAMES = dict(zip("ABCDEFGH", _COLOURS, strict=True))
"""The default names of squadrons: {key: name}."""


def from_position(source: str, table: Mapping[str, Any]) -> tuple[State, int]:
    """Return (state, seed of the dice) of a position file that has been parsed into `table`.

    Raises `SetUpFault`, which lists every mistake with its key path, the value found and the values
    allowed.
    """
    state = _Reading(Reader(table, Faults(source))).state()
    return state, int(table.get("seed", DEFAULT_SEED))


class _Reading:
    """Reads one position file into a state and records every mistake on the way."""

    def __init__(self, head: Reader) -> None:
        self.head = head
        self.ships: dict[str, Ship] = {}
        self.readers: dict[str, Reader] = {}
        self.entangled: set[tuple[str, str]] = set()
        self.phase: Phase = head.choice("phase", PHASES, "attack")

    def state(self) -> State:
        """Return the state of the position file; raises `SetUpFault` when anything is wrong."""
        head = self.head
        head.skip("game", "squadrons")
        head.integer("seed", DEFAULT_SEED)
        activating, step = head.text("activating", ""), head.choice("step", ("", *STEPS), "")
        named = self.head.named("squadrons", required=True)
        if not named and isinstance(self.head.raw.get("squadrons"), Mapping):
            self.head.fault("squadrons", "found none; at least one squadron is needed")
        owners = dict(sorted(named.items()))
        squadrons = {key: self._squadron(key, reader) for key, reader in owners.items()}
        terrain = head.tables("terrain")
        allegiances = ("", *squadrons, *(one.fleet for one in squadrons.values() if one.fleet))
        pieces = []
        for number, reader in enumerate(terrain, 1):
            kind: TerrainKind = reader.choice("kind", get_args(TerrainKind))
            key, outline = reader.text("id", f"T{number}"), reader.points("outline", 3)
            pieces.append(Terrain(key, kind, outline, reader.text("name", "")))
            reader.finish()
        state = State(
            title=head.text("title", "Position"),
            rules=head.table("rules").struct(Rules),
            table=head.table("table", required=True).struct(Table, width=INCHES, height=INCHES),
            squadrons=squadrons,
            ships=dict(sorted(self.ships.items())),
            terrain=tuple(pieces),
            turn=head.integer("turn", 1, 1, 99),
            phase=self.phase,
            initiative=head.choice("initiative", allegiances, next(iter(squadrons), "")),
            defender=head.choice("defender", allegiances, ""),
            objective=head.choice("objective", ("", *book().objectives), ""),
            events_in_force=head.choices("events_in_force", book().events),
            events_gone=head.choices("events_gone", book().events),
            entangled=tuple(sorted(self.entangled)),
            edition=EDITION,
        )
        head.finish()
        check(state, PartReaders(head, owners, self.readers, terrain), activating, step)
        head.faults.check()
        return resumed(state, activating, step)

    def _squadron(self, key: str, reader: Reader) -> Squadron:
        cards, admirals = book().cards, book().admirals
        admiral = reader.choice("admiral", ("", *admirals), "")
        quick = self.head.raw.get("rules", {})
        plain = isinstance(quick, Mapping) and quick.get("quick_start") is True
        face_up = reader.choice("face_up", ("", *cards), "")
        discarded = reader.choices("discarded", cards)
        laid_on = reader.choice("laid_on", ("", *cards), "")
        borrowed = dict.fromkeys((laid_on, *reader.choices("borrowed", cards)))
        squadron = Squadron(
            key=key,
            name=reader.text("name", _NAMES.get(key, key)),
            fleet=reader.text("fleet", ""),
            faction=reader.choice("faction", ("", *book().factions), ""),
            admiral=admiral,
            admiral_value=admirals[admiral].value if admiral else 0,
            flagship=self._ships(key, reader),
            fortune=reader.integer("fortune", 0 if plain else 3, 0, 99),
            hand=reader.choices("hand", cards),
            face_up=face_up,
            face_down=reader.choice("face_down", ("", *cards), ""),
            discarded=discarded,
            laid_on=laid_on or UNSET,
            borrowed=tuple(card for card in borrowed if card) or UNSET,
            seen=tuple(sorted({face_up, laid_on, *discarded} - {""})),
            conditions=reader.choices("conditions", book().conditions),
            strike_points_last_turn=reader.integer("strike_points_last_turn", 0, 0, 99),
        )
        reader.finish()
        return squadron

    def _ships(self, squadron: str, reader: Reader) -> str:
        """Read a squadron's ships into `ships`, and return the id of its flagship.

        It is the ship marked as flagship, else the first ship that can fight.
        """
        readers = reader.tables("ships", required=True)
        if reader.raw.get("ships") == []:
            reader.fault("ships", "found none; at least one ship is needed")
        own: list[Ship] = []
        flags: list[str] = []
        for each in readers:
            ship = self._ship(squadron, each)
            if ship.id in self.ships and each.has("id"):
                each.fault("id", f"found '{ship.id}', which is the id of another ship")
            self.ships.setdefault(ship.id, ship)
            self.readers.setdefault(ship.id, each)
            own.append(ship)
            if each.flag("flagship", False):
                flags.append(ship.id)
                if len(flags) > 1:
                    each.fault("flagship", f"found a second one beside {flags[0]}, allowed: one")
            each.finish()
        fit = next((ship.id for ship in own if ship.fights), own[0].id if own else "")
        return flags[0] if flags else fit

    def _ship(self, squadron: str, reader: Reader) -> Ship:
        # A wrong type is reported as a fault of its own, so the tracks of such a ship get no second
        # fault.
        named = reader.choice("type", book().ships, otherwise="")
        kind = named or next(iter(book().ships))
        reader.skip("options")
        options = reader.choices("options", book().ships[kind].options) if named else ()
        upgrades = reader.choices("upgrades", book().upgrades)
        boxes = damage_boxes(book().ships[kind], options, upgrades) if named else ANY_BOXES
        crew_boxes = fatigue_boxes(book().ships[kind], options, upgrades) if named else ANY_BOXES
        key = reader.text("id")
        lost: Lost = reader.choice("lost", get_args(Lost), "")
        for other in reader.texts("entangled_with"):
            self.entangled.add((min(key, other), max(key, other)))
        sides: tuple[Side, ...] = reader.choices("reload", get_args(Side))
        if reader.raw.get("landing_party") == []:
            reader.skip("landing_party")
            party = None
        else:
            party = reader.point("landing_party", None)
        if not lost:
            x, y = (reader.number(name, low=-FAR, high=FAR) for name in ("x", "y"))
            pose = Pose(x, y, reader.number("heading", low=-FAR, high=FAR)).rounded()
        else:
            for name in ("x", "y", "heading"):
                reader.skip(name)
                if reader.has(name):
                    reader.fault(name, f"found on a ship that is {lost}, which is not allowed")
            pose = None
        return Ship(
            id=key,
            squadron=squadron,
            type=kind,
            pose=pose,
            damage_boxes=boxes,
            fatigue_boxes=crew_boxes,
            reload=tuple(sorted(set(sides))),
            options=options,
            upgrades=upgrades,
            moved=reader.flag("moved", self.phase in ("attack", "end")),
            landing_party=party,
            lost=lost,
            **reader.fields(
                Ship,
                *("name", "token", "sail", "aground", "attacked"),
                *("captured_by", "boats_on", "used"),
                skill=range(4),
                damage=range(boxes + 1),
                fatigue=range(crew_boxes + 1),
                commander=("", *book().commanders),
            ),
        )


# The agenda of a situation that was written by hand.


_FIRST: dict[str, st.AnyStep] = {
    "seamanship": st.SeamanshipOffer(),
    "move": st.ShiftOffer("before"),
    "crew": st.CrewAction(),
}
"""The step at which a move resumes, by the word for it in a position file (see `STEPS`)."""


def resumed(state: State, activating: str, step: str) -> State:
    """Return the state ready to be played on from its phase.

    The steps still to be done are put on the agenda; if `activating` names a ship, the battle
    resumes in the middle of her activation.
    """
    if activating and state.phase == "attack":
        activation = Activation(ship=activating, phase="attack", start=state.ships[activating].pose)
        later = st.AttackPhase(other_side(state, state.side_of(activating)))
        return _to_do(
            replace(state, activation=activation), st.AttackChoice(), st.EndActivation(), later
        )
    if activating:
        # A ship that lies between two points of sail: her player chooses one at the start of the
        # move; a move that resumes later uses the first.
        step = step or "seamanship"
        steps = MOVE[MOVE.index(_FIRST[step]) :]
        open_points = points(state, activating)
        asked = point_matters(state, activating, open_points) and step == "seamanship"
        if asked:
            steps = (st.PointOfSailChoice(), *steps)
        activation = Activation(
            ship=activating,
            phase="movement",
            point="" if asked else open_points[0],
            start=state.ships[activating].pose,
        )
        then = st.Movement(other_side(state, state.side_of(activating)))
        consorts = (
            (st.SquadronMoves(state.ships[activating].squadron),) if is_fleet_battle(state) else ()
        )
        return _to_do(replace(state, activation=activation), *steps, *consorts, then)
    if state.phase == "initiative":
        # A card that is face up means that the reveal is over.
        if any(squadron.face_up for squadron in state.squadrons.values()):
            return _to_do(state, st.ChooseCards(), st.ResolveCards())
        return _to_do(replace(state, initiative=""), st.ChooseCards(), st.RevealCards())
    first = first_side(state)
    agendas: dict[str, tuple[st.AnyStep, ...]] = {
        "movement": (st.Movement(first),),
        "attack": (st.AttackPhase(first),),
        "end": end_steps(state),
    }
    return _to_do(state, *agendas[state.phase])


def _to_do(state: State, *steps: st.AnyStep) -> State:
    """Return the state with `steps` on its agenda, to be done in the order given."""
    return replace(state, agenda=steps[::-1])


# Position files of Oak & Iron, and the rules' answers about a situation.


@uses_own_data
class OakIronPositions(Positions[State]):
    """The part of the game that reads position files, and answers the command `inspect`."""

    read = lazy_method("engine.systems.oak_iron.positions.positions:from_position")
    inspect = lazy_method("engine.systems.oak_iron.inspection:inspect")
    explain = lazy_method("engine.systems.oak_iron.inspection:explain")
