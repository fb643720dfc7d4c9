"""Who has which seat, and what other players are asked about it, in a battle without a host."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.game.decision import Answer, Decision
from engine.hosting.leaving import Leaving
from engine.hosting.seating import Attendance, Seating, TakingBack
from engine.hosting.terms import Agreement, Terms, stored_agreements
from engine.kernel.battle import Battle


@pytest.fixture
def battle() -> Iterator[Battle]:
    with Battle.new("oak_iron", "quickstart", 1) as fought:
        yield fought


def seated(battle: Battle, folder: Path, **persons: str) -> Seating:
    """Return the seating of a battle whose persons are all connected."""
    agreement = Agreement(
        id="patrol_1",
        founder="anna",
        terms=Terms(game="oak_iron", scenario="quickstart", word="porpoise"),
        secret="5" * 64,
        seated=persons,
    )
    there = Counter(persons.values())
    attendance = Attendance(there, dict.fromkeys(there, time.time()), 60)
    return Seating(agreement, folder, battle.game.seats(battle.state), attendance)


def test_the_agreement_is_stored_with_each_change_until_it_is_withdrawn(
    battle: Battle, tmp_path: Path
) -> None:
    seating = seated(battle, tmp_path, A="anna")
    assert (seating.free, seating.who("A"), seating.billed_to()) == (
        ("B",),
        "anna (Red)",
        "anna",
    )
    with pytest.raises(Refused, match="not its invitation word"):
        seating.check_invitation("ben", "dolphin")
    seating.check_invitation("ben", " porpoise ")
    seating.take("ben", "B", "fair\x1bwind")
    assert (seating.free, seating.persons) == ((), {"anna", "ben"})
    assert stored_agreements(tmp_path) == [seating.agreement]
    with pytest.raises(Refused, match="this is not your seat"):
        seating.give_back("anna", "B")
    seating.timed_out.add("B")
    assert (seating.played_for("ben"), seating.is_persons("B")) == (("B",), False)
    seating.hand("B", "", "captain")
    assert (seating.player_name("B"), seating.played_for("ben")) == ("captain", ())
    seating.withdrawn = "its founder"
    seating.hand("B", "carl", "")
    (kept,) = stored_agreements(tmp_path)
    assert isinstance(kept, Agreement)
    assert kept.terms.computers == {"B": "captain"}
    with pytest.raises(Refused, match="its founder has withdrawn this battle"):
        seating.check_withdrawn()


def test_a_seat_is_where_the_battles_file_says_that_it_went(battle: Battle, tmp_path: Path) -> None:
    seating = seated(battle, tmp_path, A="anna", B="ben")
    battle.leave("hand", "A", "the captain")
    battle.leave("hand", "B", "captain")
    seating.follow(battle.log)
    assert seating.agreement.seated == {"B": "captain"}, "a person may be called so"
    assert seating.agreement.terms.computers == {"A": "captain"}


def test_a_seat_is_handed_over_and_the_others_keep_theirs(battle: Battle, tmp_path: Path) -> None:
    def seats() -> tuple[dict[str, str], dict[str, str]]:
        agreement = seating.agreement
        return dict(agreement.seated), dict(agreement.terms.computers)

    seating = seated(battle, tmp_path, A="anna", B="ben")
    seating.hand("A", "", "ensign")
    assert seats() == ({"B": "ben"}, {"A": "ensign"})
    seating.hand("B", "", "captain")
    assert seats() == ({}, {"A": "ensign", "B": "captain"})
    seating.hand("B", "carl", "")
    assert seats() == ({"B": "carl"}, {"A": "ensign"})
    seating.hand("A", "dora", "")
    assert seats() == ({"A": "dora", "B": "carl"}, {})


def test_all_others_agree_before_an_order_is_taken_back(battle: Battle, tmp_path: Path) -> None:
    told: list[str] = []
    seating = seated(battle, tmp_path, A="anna", B="ben")
    back = TakingBack(seating, lambda: battle, lambda: told.append("told"))
    for _ in range(2):
        question = battle.pending()[0]
        assert isinstance(question, Decision)
        battle.answer(question.seat, Answer(question.options[0].id))
    back.ask("A")
    with pytest.raises(Refused, match="anna is already asking to take something back"):
        back.ask("B")
    back.refuse("ben")
    assert (back.request, back.denied, battle.position) == (None, "ben", 2)
    back.ask("A")
    back.grant("ben")
    assert (back.request, back.denied, battle.position) == (None, "", 0)
    assert len(told) == 3


def test_a_draw_and_a_seat_are_offered_to_those_who_sit_there(
    battle: Battle, tmp_path: Path
) -> None:
    handed: list[tuple[str, str, str]] = []

    def hand(key: str, person: str, computer: str) -> None:
        handed.append((key, person, computer))
        seating.hand(key, person, computer)

    seating = seated(battle, tmp_path, A="anna", B="ben")
    leaving = Leaving(seating, lambda: battle, lambda: 0.0, hand, lambda: None)
    leaving.hand("ben", "B", "carl")
    proposal = leaving.asks("carl")
    assert proposal
    assert proposal.text_for("carl") == "ben (Blue) wants to hand the seat over to you"
    with pytest.raises(Refused, match="this proposal is still open: ben"):
        leaving.propose("anna", "draw")
    leaving.agree("carl")
    assert (handed, seating.seats_of("carl")) == ([("B", "carl", "")], ("B",))
    leaving.propose("anna", "draw")
    leaving.agree("carl")
    assert battle.outcome() is not None
