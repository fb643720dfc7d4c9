"""Steps of the phases of a turn, and of a ship in the Movement Phase."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.kit.step import Step


class LowerBoats(Step, frozen=True, tag="lower_boats"):
    """A card lets the active ship send her boats to an enemy."""

    card: str


class TryBoarding(Step, frozen=True, tag="try_boarding"):
    """The Boarding for which a card let the ship fire first."""

    target: str


class BeginPhase(Step, frozen=True, tag="begin_phase"):
    """A phase begins; the side with the initiative goes first in it."""

    phase: Literal["movement", "attack", "end"]


class Movement(Step, frozen=True, tag="movement"):
    """The Movement Phase goes on with this side."""

    side: str


class NameSquadron(Step, frozen=True, tag="name_squadron"):
    """A fleet names the squadron that moves next."""

    side: str


class SquadronMoves(Step, frozen=True, tag="squadron_moves"):
    """All ships of a squadron move, one after the other."""

    squadron: str


class NameShip(Step, frozen=True, tag="name_ship"):
    """A side names the ship that acts next."""

    side: str
    phase: Literal["movement", "attack"]
    squadron: str | msgspec.UnsetType = msgspec.UNSET
    """The squadron of a fleet that moves as a whole; unset where any ship of the side may act."""


class PointOfSailChoice(Step, frozen=True, tag="point_of_sail"):
    """The player of a ship between two points of sail chooses."""


class SeamanshipOffer(Step, frozen=True, tag="seamanship_offer"):
    """A Skill Test for a Seamanship Action may be attempted."""


class SeamanshipAction(Step, frozen=True, tag="seamanship_action"):
    """The test stands: when it was passed, one open action or none."""


class ShiftOffer(Step, frozen=True, tag="shift_offer"):
    """A sideways shift by a card, before or after the move."""

    when: Literal["before", "after"]


class Manoeuvre(Step, frozen=True, tag="manoeuvre"):
    """The move of the activation: a slide with its turn."""


class LastTurn(Step, frozen=True, tag="last_turn"):
    """A Yare ship's second turn, after the slide, with the tool of this speed."""

    speed: int


class EyeTurn(Step, frozen=True, tag="eye_turn"):
    """A turn In the Wind's Eye; `left` counts this one."""

    left: int


class SettleMove(Step, frozen=True, tag="settle_move"):
    """The move is over: a base that lies off the table leaves the battle."""


class Reactions(Step, frozen=True, tag="reactions"):
    """Enemies may react to the move that the active ship has just made."""


class CrewAction(Step, frozen=True, tag="crew_action"):
    """One crew action, or none."""


class BoardingTest(Step, frozen=True, tag="boarding_test"):
    """The Skill Test for Boarding stands: a ship that passed comes alongside."""

    target: str


class RepairTest(Step, frozen=True, tag="repair_test"):
    """The Skill Test to get off the ground stands."""


class AlongsideChoice(Step, frozen=True, tag="alongside_choice"):
    """Two ways to lie alongside are equal: the boarder chooses."""

    target: str


class BonusTest(Step, frozen=True, tag="bonus_test"):
    """A card lets a Skill Test follow a Rally or a Repair."""

    ship: str
    what: Literal["rally", "repair"]
    card: str


class BonusStands(Step, frozen=True, tag="bonus_stands"):
    """The test after a Rally or a Repair stands: when it was passed, more comes off."""

    ship: str
    what: Literal["rally", "repair"]
    card: str


class SharedRally(Step, frozen=True, tag="shared_rally"):
    """A friend of a ship that rallied may lose 1 Fatigue as well, by a card."""

    ship: str


class FreeSail(Step, frozen=True, tag="free_sail"):
    """A card lets the ship change sail by a level besides her Crew Action."""


class FreeLanding(Step, frozen=True, tag="free_landing"):
    """A card lets the ship anchor and land a party besides her Crew Action."""


class EndActivation(Step, frozen=True, tag="end_activation"):
    """The activation ends: the wake marker is placed or removed."""
