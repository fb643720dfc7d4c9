"""The parts of the pond: its words, its pictures, its position files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.answer import Answer
from engine.game.board import Sea
from engine.game.chart import Hull, Scene, Spectacle, Throw, Trace
from engine.game.panel import Bar, Heading, Row, words
from engine.game.parts.positions import Positions
from engine.game.parts.review import Review
from engine.game.parts.screen import Preview, Screen, Status
from engine.game.parts.thinking import Thinking
from engine.game.parts.words import Words
from engine.game.position import Faults, Reader
from engine.game.question import Question
from engine.space.plane.pose import Pose
from tests.pond.facts import (
    NAMES,
    REACH,
    SINKS,
    SIZE,
    TURNS,
    Boat,
    Event,
    Fired,
    Moved,
    Order,
    Ordered,
    Pond,
    Steer,
    other,
    run,
)


class PondWords(Words[Pond]):
    """How the pond is told."""

    def tell(self, before: Pond, event: Event, seat: str) -> str:
        match event:
            case Ordered(who, order):
                what = self.describe(before, order) if who == seat else "gives an order"
                return f"{NAMES[who]}: {what}"
            case Moved(who, pose):
                return f"{NAMES[who]} runs to ({pose.x:.1f}, {pose.y:.1f})"
            case Fired(who, face, hit):
                return f"{NAMES[who]} fires: {face}, a {'hit' if hit else 'miss'}"
        return f"Turn {before.turn} ends"

    def describe(self, state: Pond, command: Order) -> str:
        return f"steer {command.angle:g}" if isinstance(command, Steer) else "lay the gun"


class PondThinking(Thinking[Pond]):
    """The pond has no opinion."""


class PondReview(Review[Pond]):
    """The pond counts nothing."""


class PondPositions(Positions[Pond]):
    """Positions of the pond."""

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[Pond, int]:
        faults = Faults(source)
        reader = Reader(table, faults)
        reader.skip("game", "title")
        seed, turn = reader.integer("seed", 0), reader.integer("turn", 1, 1, TURNS)
        boats = {}
        fleet = reader.table("boats", required=True)
        for seat in NAMES:
            boat = fleet.table(seat, required=True)
            x, y = (boat.number(key, low=0.0, high=SIZE) for key in ("x", "y"))
            pose = Pose(x, y, boat.number("heading", 0.0, 0.0, 360.0)).rounded()
            boats[seat] = Boat(pose, boat.integer("hits", 0, 0, SINKS - 1))
            boat.finish()
        fleet.finish()
        reader.finish()
        faults.check()
        return Pond(boats, turn), seed


class PondScreen(Screen[Pond]):
    """How the pond is drawn; each method takes what a seat may see."""

    def status(self, view: Pond) -> Status:
        points = "  ".join(f"{NAMES[seat]} {b.hits}/{SINKS}" for seat, b in view.boats.items())
        return Status(self.game.title, f"turn {view.turn}", "ORDERS", points=points)

    def scene(self, view: Pond) -> Scene:
        hulls = (self._hull(seat, boat) for seat, boat in view.boats.items())
        return Scene(Sea(SIZE, SIZE, "north", (("R", REACH),)), tuple(hulls))

    def _hull(self, seat: str, boat: Boat) -> Hull:
        name, hits = NAMES[seat], (boat.hits, SINKS)
        return Hull(
            seat,
            seat,
            boat.pose,
            length=1.0,
            width=0.5,
            side=seat,
            name=name,
            damage=hits,
            state="wreck" if boat.hits >= SINKS else "live",
        )

    def subjects(self, view: Pond) -> tuple[str, ...]:
        return tuple(view.boats)

    def card(self, view: Pond, key: str) -> tuple[Row, ...]:
        return Heading(NAMES[key]), words(f"hits {view.boats[key].hits} of {SINKS}")

    def roster(self, view: Pond) -> tuple[Row, ...]:
        return tuple(
            words(f"{NAMES[seat]} {boat.hits}", key=seat) for seat, boat in view.boats.items()
        )

    def preview(self, view: Pond, question: Question, answer: Answer) -> Preview:
        boat = view.boats[question.seat]
        if answer.option == "lay_gun":
            ends = (boat.pose.at, view.boats[other(question.seat)].pose.at)
            return Preview((Trace("sight", ends),), (Bar("hit", 0.5, "5 or more of 8"),))
        end = run(boat.pose, answer.dial or 0.0)
        ghost = Hull(question.seat, question.seat, end, 1.0, 0.5, question.seat, state="ghost")
        return Preview((ghost, Trace("sweep", (boat.pose.at, end.at))))

    def spectacle(self, before: Pond, event: Event) -> Spectacle | None:
        return Throw("Gun", (str(event.face),)) if isinstance(event, Fired) else None
