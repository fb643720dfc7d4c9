"""The yard: cards are drawn, played in their order, answered, kept (Iron & Oak 8.7.4, 8.9)."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from engine.game.decision import Decision
from engine.systems.iron_oak.campaign import effects
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.campaign import YARD_KINDS
from tests.engine.systems.iron_oak.campaign.war import GAME, UNION, War, plan, row, ship, war
from tests.sources import tree

REPAIR, SHORT, REPLACE, FIRE = (5, 6), (7, 8), (13, 14), (15, 16)


def yard(union: tuple[int, ...] = (), confederate: tuple[int, ...] = (), **fields: Any) -> War:
    """Return the yard phase after a battle that the Union won, with these hands."""
    return war("yard", hands=(union, confederate), **fields)


def next_kind(begun: War) -> str:
    return GAME.pending(begun.state)[0].kind


# Drawing -------------------------------------------------------------------------


def test_there_are_sixteen_cards_of_seven_kinds() -> None:
    kinds = list(book().campaign.cards.values())
    assert len(kinds) == 16
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "crew_grade": 4,
        "fast_repair": 2,
        "in_short_supply": 2,
        "limited_ammunition": 2,
        "out_of_the_mist": 2,
        "replacements": 2,
        "yard_fire": 2,
    }


@pytest.mark.parametrize(
    ("union", "confederate", "drawn"),
    [
        (("uss_monitor",), ("css_virginia",), {"union": 2, "confederate": 1}),
        (("uss_monitor",), (), {"union": 2}),
        ((), ("css_virginia",), {"confederate": 2}),
        ((), (), {}),
    ],
)
def test_the_winner_draws_two_the_loser_one_if_it_sent_a_ship(
    union: tuple[str, ...], confederate: tuple[str, ...], drawn: dict[str, int]
) -> None:
    winner = "confederate" if confederate and not union else "union"
    last = row(winner, union=list(union), confederate=list(confederate))  # type: ignore[arg-type]
    deck = (8, 7, 6, 5, *(card for card in book().campaign.cards if card not in {5, 6, 7, 8}))
    begun = war("draw", rows=[last], deck=list(deck), plans=[plan(night=True)])
    held = {side: len(force.hand) for side, force in begun.state.forces.items() if force.hand}
    assert held == drawn


# The order ------------------------------------------------------------------------


def test_the_latest_winners_yard_comes_first_its_own_cards_then_the_enemys() -> None:
    """In the Union's yard, its Fast Repair comes first, then the enemy's Yard Fire, then answers in
    the same order.
    """
    begun = yard((5, 6, 15), (16, 13))
    assert begun.asked() == ("A", "yard")
    assert begun.options("A") == ["done", "fast_repair"]
    begun.do("A", "fast_repair").do("A", "done")
    assert begun.asked() == ("B", "yard")
    assert begun.options("B") == ["done", "yard_fire"]
    begun.do("B", "yard_fire")
    assert begun.asked() == ("A", "answer")
    begun.do("A", "done")
    assert begun.asked() == ("B", "yard")  # no card is left against Fast Repair; her own yard
    assert begun.options("B") == ["done", "replacements:crew", "replacements:ship"]
    begun.do("B", "done")
    assert begun.asked() == ("A", "yard")
    assert begun.options("A") == ["done", "yard_fire"]


def test_the_other_yard_comes_first_where_the_other_side_won() -> None:
    assert yard((5,), (6,), rows=[row("confederate")]).asked() == ("B", "yard")


# Answers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "answer", "own"),
    [(REPAIR, FIRE, True), (FIRE, REPAIR, False), (REPLACE, SHORT, True), (SHORT, REPLACE, False)],
)
def test_four_kinds_cancel_each_other(
    card: tuple[int, int], answer: tuple[int, int], own: bool
) -> None:
    """A card on one's own yard can be answered by the enemy, a card on the enemy's yard by that
    yard's owner.
    """
    laid = {"card": card[0], "by": "union", "yard": "union" if own else "confederate"}
    begun = yard((), (answer[0],), laid=[laid]).skip_to("answer")
    assert begun.asked()[0] == "B"
    begun.do("B", f"{book().campaign.cards[answer[0]]}:{card[0]}")
    assert [each.answered for each in begun.state.laid] == [True]
    assert begun.state.spent == (answer[0],)
    assert not begun.state.forces["confederate"].hand
    assert next_kind(begun) != "answer"


def test_a_card_is_answered_once() -> None:
    laid = {"card": 5, "by": "union", "yard": "union", "answered": True}
    begun = yard((), (15,), laid=[laid]).do("B", "done")
    assert next_kind(begun) != "answer"


def test_two_cards_are_answered_by_two() -> None:
    laid = [{"card": card, "by": "union", "yard": "union"} for card in REPAIR]
    begun = yard((), FIRE, laid=laid).skip_to("answer").do("B", "yard_fire:5")
    assert begun.options("B") == ["done", "yard_fire:6"]
    begun.do("B", "yard_fire:6")
    assert all(each.answered for each in begun.state.laid)


# Cards for the coming battle --------------------------------------------------------


def test_cards_for_the_battle_go_with_the_own_yard() -> None:
    sent = (ship("uss_monitor", battle=2), *UNION[1:])
    begun = war("yard", sent, hands=((1, 9, 11), ()))
    assert begun.options("A") == [
        "done",
        "crew_grade:union",
        "crew_grade:confederate",
        "limited_ammunition",
        "out_of_the_mist:uss_cairo",
        "out_of_the_mist:uss_galena",
        "out_of_the_mist:uss_hartford",
    ]
    begun.do("A", "crew_grade:confederate").do("A", "limited_ammunition")
    laid = [(each.card, each.yard) for each in begun.state.laid]
    assert laid == [(1, "confederate"), (9, "confederate")]


def test_a_ship_out_of_the_mist_comes_on_top_of_the_most() -> None:
    three = tuple(ship(id, battle=2) for id in ("uss_monitor", "uss_hartford", "uss_galena"))
    begun = war("yard", (*three, UNION[3]), hands=((11,), ())).do("A", "out_of_the_mist:uss_cairo")
    assert begun.ship("uss_cairo").battle == 2
    assert not begun.found(ev.MistMet)
    assert next_kind(begun) != "mist"


def test_against_one_of_500_points_the_enemy_may_send_a_lesser_one() -> None:
    begun = yard((11,)).do("A", "out_of_the_mist:uss_hartford")
    assert begun.asked() == ("B", "mist")
    assert begun.options("B") == ["none", "css_albemarle"]
    begun.do("B", "css_albemarle")
    assert begun.found(ev.MistMet)[0].ship == "css_albemarle"
    assert begun.ship("css_albemarle").battle == 2
    refused = yard((11,)).do("A", "out_of_the_mist:uss_hartford").do("B", "none")
    assert not refused.ship("css_albemarle").battle


def test_one_card_of_the_mist_a_side_and_battle() -> None:
    begun = yard((11, 12)).do("A", "out_of_the_mist:uss_cairo")
    assert next_kind(begun) != "yard"
    both = yard((11,), (12,)).do("A", "out_of_the_mist:uss_cairo")
    assert both.asked() == ("B", "yard")
    assert "out_of_the_mist:css_virginia" in both.options("B")


def test_the_limit_of_a_battle_holds_in_the_mist_too() -> None:
    assert yard((11,), plans=[plan(limit=500)]).options("A") == [
        "done",
        "out_of_the_mist:uss_cairo",
    ]


def test_two_replacements_are_two_ships_or_one_by_two_more() -> None:
    begun = yard(REPLACE).do("A", "replacements:ship")
    uses = ["crew", "ship", "more"]
    assert begun.options("A") == ["done", *(f"replacements:{use}" for use in uses)]


# The hand ---------------------------------------------------------------------------


def test_three_cards_are_kept() -> None:
    begun = yard((1, 2, 3, 4, 15)).skip_to("cut")
    begun.do("A", "15").do("A", "2")
    assert begun.state.forces["union"].hand == (1, 3, 4)
    assert begun.state.spent == (15, 2)
    assert next_kind(begun) != "cut"


def test_a_card_in_hand_that_may_not_be_played_says_why() -> None:
    """On each yard, every kind of card in hand is either playable or has a reason."""
    begun = yard(union=(REPAIR[0], SHORT[0], FIRE[0], 1))
    told: dict[str, set[str]] = {}
    for _ in range(4):
        question = GAME.pending(begun.state)[0]
        if question.kind != "yard" or question.seat != "A":
            break
        assert isinstance(question, Decision)
        closed = {each.label: each.why_not for each in question.closed}
        open_now = {option.id.partition(":")[0] for option in question.options}
        kinds = [book().campaign.cards[card] for card in begun.state.forces["union"].hand]
        assert len(open_now - {"done"}) + len(closed) == len(set(kinds))
        told.setdefault(question.prompt, set()).update(closed.values())
        begun.do("A", "done")
    assert told["Cards on your own yard?"] >= {"this card is for the enemy's yard"}
    assert told["Cards on the yard of the Confederacy?"] >= {
        "this card is for your own yard",
        "this card is for a battle, and is played with cards for your own yard",
    }


# Each kind of yard card: what it does, would do, is worth and is called, in one module.


HOME = Path(effects.__file__).parents[1]
ITS_OWN = {"data/campaign.py", "campaign/effects.py"}
HOMONYMS = {
    "limited_ammunition": {
        "gunnery/shot.py": "the name of a modifier of a shot",
        "positions/units.py": "a flag of a ship in a position file",
    },
}
"""{kind of card: {module in which the word means something else: what it means there}}."""


def named() -> dict[str, set[str]]:
    """Return {kind of card: modules that contain its name as a string}."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in HOME.rglob("*.py"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and node.value in YARD_KINDS:
                found[str(node.value)].add(str(path.relative_to(HOME)))
    return found


@pytest.mark.parametrize("kind", YARD_KINDS)
def test_a_yard_card_is_named_beside_its_effect_and_in_the_data_alone(kind: str) -> None:
    assert named()[kind] == ITS_OWN | set(HOMONYMS.get(kind, {}))


def test_every_yard_card_works_at_one_moment_and_is_weighed() -> None:
    works = (effects.REFIT, effects.SHIPS_SHOWN, effects.AFTER_BATTLE, effects.ON_PLAY)
    assert sorted(kind for moment in works for kind in moment.kinds) == sorted(YARD_KINDS)
    assert set(effects.WOULD_DO.kinds) == set(effects.WORTH.kinds) == set(YARD_KINDS)
    every = {kind for moment in effects.MOMENTS.values() for kind in moment.kinds}
    assert every == set(YARD_KINDS)
