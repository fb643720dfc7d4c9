"""The agenda of a campaign: what is still to be done, as data. The last step is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kit.ledger import Step, every
from engine.systems.iron_oak.campaign.data import Side


class ChooseForces(Step, frozen=True, tag="choose_forces"):
    """Both sides choose their ships in secret (Iron & Oak 8.3.1)."""


class AssignGrades(Step, frozen=True, tag="assign_grades"):
    """Both sides openly name their Crack and Green ships (Iron & Oak 8.3.1)."""


class Generate(Step, frozen=True, tag="generate"):
    """The next battle is rolled (Iron & Oak 8.4.1)."""

    number: int


class Commit(Step, frozen=True, tag="commit"):
    """Both sides send ships to a battle in secret (Iron & Oak 8.4.2)."""

    number: int


class Prepare(Step, frozen=True, tag="prepare"):
    """The coming battle's ships are shown and its cards settled (Iron & Oak 8.5)."""

    number: int


class NameTarget(Step, frozen=True, tag="name_target"):
    """The attacker names the ship that is to be defended (Iron & Oak 8.1)."""

    number: int


class CountMines(Step, frozen=True, tag="count_mines"):
    """How many mines the defender may lay (Iron & Oak 8.1)."""

    number: int


class PlaceShips(Step, frozen=True, tag="place_ships"):
    """A side puts its ships, and what else the battle gives it, into boxes (Iron & Oak 8.1)."""

    number: int
    side: Side


class BeginBattle(Step, frozen=True, tag="begin_battle"):
    """The battle begins."""

    number: int


class Fight(Step, frozen=True, tag="fight"):
    """The battle's own questions, until it is over (Iron & Oak 8.5)."""

    number: int


class CloseBattle(Step, frozen=True, tag="close_battle"):
    """Ships return with their damage, the war book has a line more (Iron & Oak 8.7.1 to 8.7.3)."""

    number: int


class DrawYardCards(Step, frozen=True, tag="draw_yard_cards"):
    """Both sides draw yard cards (Iron & Oak 8.7.4)."""


class PlayYard(Step, frozen=True, tag="play_yard"):
    """A side plays cards with the yard of one side (Iron & Oak 8.9)."""

    yard: Side
    side: Side


class AnswerYard(Step, frozen=True, tag="answer_yard"):
    """A side may cancel the cards that the other has played on a yard (Iron & Oak 8.9)."""

    yard: Side
    side: Side


class MeetTheMist(Step, frozen=True, tag="meet_the_mist"):
    """The enemy of a great ship out of the mist may add a lesser one (Iron & Oak 8.9.5)."""

    side: Side


class CutHand(Step, frozen=True, tag="cut_hand"):
    """A side keeps so many yard cards (Iron & Oak 8.7.4)."""

    side: Side


class RollRefit(Step, frozen=True, tag="roll_refit"):
    """The points of a side's refit are rolled (Iron & Oak 8.8)."""

    side: Side


class RollExtraShip(Step, frozen=True, tag="roll_extra_ship"):
    """A Replacements card brings a ship more (Iron & Oak 8.9.6)."""

    side: Side
    drm: int


class ChooseExtraShip(Step, frozen=True, tag="choose_extra_ship"):
    """Which ship it is."""

    side: Side
    worth: int


class SpendRefit(Step, frozen=True, tag="spend_refit"):
    """A side spends the points of its refit (Iron & Oak 8.8)."""

    side: Side


class RollEnd(Step, frozen=True, tag="roll_end"):
    """Whether the next battle is the last (Iron & Oak 8.7.6)."""


class NextBattle(Step, frozen=True, tag="next_battle"):
    """What follows a battle and its aftermath: the next one, or the end."""


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = every(Step, __name__)
