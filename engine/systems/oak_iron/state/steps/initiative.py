"""Steps of the Initiative Phase: cards, ties, and cards that work at once."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.kit.step import Step


class ChooseCards(Step, frozen=True, tag="choose_cards"):
    """Every squadron without a face-down card chooses one in secret."""


class ShowCards(Step, frozen=True, tag="show_cards"):
    """Every squadron of a side that is surprised lays its first card face up."""

    side: str


class RevealCards(Step, frozen=True, tag="reveal_cards"):
    """Turn up the face-down cards and see who has the initiative."""

    last: str | msgspec.UnsetType = msgspec.UNSET
    """Who had it last turn, for an event; unset it is not written, as in older battle files."""


class BreakTie(Step, frozen=True, tag="break_tie"):
    """Squadrons with cards of one value see who has the initiative."""

    waiting: tuple[str, ...]


class SwapCard(Step, frozen=True, tag="swap_card"):
    """A squadron may change its face-down card just before the reveal, by a card."""

    squadron: str
    card: str


class TurnUp(Step, frozen=True, tag="turn_up"):
    """The face-down cards, changed or not, are turned up."""

    last: str = ""
    """Who had the initiative last turn, for an event."""


class Challenge(Step, frozen=True, tag="challenge"):
    """A Challenge Test of the flagships; those `waiting` have yet to roll."""

    waiting: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()
    """(squadron, successes) of those that have rolled."""
    prize: Literal["initiative", "role"] = "initiative"
    """What the winner gets: the initiative, or the choice to attack or defend."""


class ScoreChallenge(Step, frozen=True, tag="score_challenge"):
    """Count the roll that now stands for the first squadron waiting."""

    waiting: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()
    prize: Literal["initiative", "role"] = "initiative"


class ResolveCards(Step, frozen=True, tag="resolve_cards"):
    """Immediate effects of the cards, the player with the initiative first."""

    waiting: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The squadrons whose card has yet to work; unset before the first one has."""


class CardEffect(Step, frozen=True, tag="card_effect"):
    """A squadron applies its card's immediate effect to these ships, one by one."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class BorrowCard(Step, frozen=True, tag="borrow_card"):
    """A squadron's card lets it use another one as well: of its own hand, or an enemy's."""

    squadron: str
    card: str


class RelieveAll(Step, frozen=True, tag="relieve_all"):
    """A card takes 1 Fatigue off each of these ships."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class CardTest(Step, frozen=True, tag="card_test"):
    """A squadron's card makes these ships roll a Skill Test, one by one."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class CardTestStands(Step, frozen=True, tag="card_test_stands"):
    """The test of the first ship stands; the card works on her, and the others follow."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class LayShoal(Step, frozen=True, tag="lay_shoal"):
    """A squadron's card lays a shoal on the table."""

    squadron: str
    card: str
