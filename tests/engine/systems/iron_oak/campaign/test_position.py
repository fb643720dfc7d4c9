"""Position files of a campaign, which of them are refused, and what `inspect` says about a
campaign.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.base.errors import Refused, SetUpFault, WeatherGageError
from engine.game.position import read_toml
from engine.kernel.opening import read_position
from engine.sitting.talk import Talk
from engine.systems.iron_oak.campaign.game import IronOakCampaign
from engine.systems.iron_oak.campaign.positions import STEPS, from_position
from engine.systems.iron_oak.campaign.state.state import State
from tests.engine.kernel.twisted import twisted_toml
from tests.engine.systems.iron_oak.campaign.war import War, battle, plan, position, row, ship, war
from tests.engine.systems.iron_oak.table import Told

FILE = Path("tests/positions/iron_oak_campaign.toml")
GAME = IronOakCampaign()


def example() -> State:
    state: State = read_position(FILE).state
    return state


def test_the_example_says_what_it_says() -> None:
    found = read_position(FILE)
    state = found.state
    assert (found.title, found.seed, state.phase) == ("After Plymouth", 11, "yard")
    monitor = state.ships["uss_monitor"]
    assert (monitor.grade, monitor.hits, monitor.crew_loss, monitor.battle) == ("crack", 2, 1, 3)
    assert state.ships["uss_hartford"].shields == {"A": -1, "B": -2}
    assert state.ships["uss_galena"].lost_in == 1
    prize = state.ships["uss_cairo"]
    assert (prize.control, prize.grade, prize.crew_loss) == ("confederate", "green", 10)
    assert {side: force.won for side, force in state.forces.items()} == {
        "union": 1,
        "confederate": 1,
    }
    assert state.plan(3).night
    assert state.recent == "union"
    settled = GAME.settled(state, Told())
    assert [question.kind for question in GAME.pending(settled)] == ["yard"]


@pytest.mark.parametrize("step", STEPS)
def test_a_war_goes_on_from_every_step(step: str) -> None:
    fields: dict[str, Any] = {}
    if step == "spend":
        fields["refit"] = {"side": "confederate", "repair": 5, "critical": 1, "crew": 2}
    begun = war(step, **fields)
    assert begun.state.outcome is None
    assert GAME.pending(begun.state)


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "a card in two places": ({"hands": ((5,), (5,))}, "yard card 5 is in 2 places"),
    "a card nowhere": ({"deck": [1, 2, 3]}, "yard card 4 is missing: no hand or pile has it"),
    "no battle to come": ({"plans": []}, "battle 2 is missing"),
    "a battle of three": ({"plans": [plan()] * 3}, "at most two plans"),
    "a war that is over": ({"last": 1}, "has been fought; the war would be over"),
    "a battle that was fought": (
        {"union": (ship("uss_monitor", battle=1),)},
        "found battle 1, which has been fought",
    ),
    "a battle of no plan": (
        {"union": (ship("uss_monitor", battle=3),)},
        "Monitor goes to battle 3, which is not in `plans`",
    ),
    "a ship beyond the limit": (
        {"union": (ship("uss_monitor", battle=2),), "plans": [plan(limit=500)]},
        "Monitor cannot go to battle 2: her 550 points are over the limit of 500",
    ),
    "a ship sunk and sent": (
        {"union": (ship("uss_monitor", battle=2, sunk_in=1), ship("uss_cairo"))},
        "a sunk ship cannot go to a battle",
    ),
    "a ship twice": (
        {"union": (ship("uss_monitor"), ship("uss_monitor"))},
        "'uss_monitor' is listed twice",
    ),
    "an enemy's ship": ({"union": (ship("css_virginia"),)}, "'css_virginia'"),
    "nobody left": (
        {"union": (ship("uss_monitor", sunk_in=1),)},
        "no ship is left; the war would be over",
    ),
    "more ships than a battle takes": (
        {
            "union": tuple(
                ship(id, battle=2)
                for id in (
                    *("uss_monitor", "uss_hartford", "uss_galena"),
                    *("uss_cairo", "uss_benton", "uss_essex"),
                )
            )
        },
        "battle 2: 6 ships, at most 3",
    ),
    "a defending rebel": (
        {"plans": [plan("blockade", "union")]},
        "the union always defends in battles of type Blockade",
    ),
    "points without a refit": (
        {"refit": {"side": "union", "repair": 1, "critical": 1, "crew": 1}},
        "is needed for step 'spend', and allowed only there",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_what_does_not_fit_together_is_told(what: str) -> None:
    fields, why = FAULTS[what]
    with pytest.raises(SetUpFault, match=why):
        position("yard", **fields)


@pytest.mark.parametrize(
    ("step", "fields", "why"),
    [
        (
            "next",
            {"plans": [plan(), plan()]},
            "a test: plans: step 'next' generates battle 3, which is there already",
        ),
        (
            "commit",
            {"union": (ship("uss_monitor", battle=2), ship("uss_cairo"))},
            "a test: step: 'commit' asks which ships go to battle 2, but ships are sent already",
        ),
    ],
)
def test_a_step_that_was_taken_already_is_told(step: str, fields: dict[str, Any], why: str) -> None:
    with pytest.raises(SetUpFault) as refused:
        position(step, **fields)
    assert str(refused.value) == why


def test_a_yard_comes_after_a_battle() -> None:
    with pytest.raises(SetUpFault, match="'yard' comes after a battle, but `rows` is empty"):
        position("yard", rows=[])


def why_refused(data: bytes) -> str:
    """Return the sentence with which a position file is refused; '' if it is accepted."""
    try:
        state, _ = from_position("a file", tomllib.loads(data.decode()))
        assert GAME.pending(GAME.settled(state, Told())) or state.agenda
    except (WeatherGageError, tomllib.TOMLDecodeError) as fault:
        return str(fault)
    return ""


def test_two_hundred_mutated_positions_are_played_or_refused_with_a_sentence() -> None:
    sound = FILE.read_bytes()
    told = [why_refused(twisted_toml(sound, Random(seed))) for seed in range(200)]
    refused = [why for why in told if why]
    assert len(refused) > 50
    assert all("a file: " in why or "line" in why for why in refused)


# What the rules say ------------------------------------------------------------------


def test_inspect_says_where_a_ship_may_be_sent_and_what_a_refit_takes() -> None:
    facts = GAME.positions.inspect(example())
    assert facts["uss_hartford"]["battles"] == {"3": {"legal": True, "why_not": ""}}
    assert facts["uss_hartford"]["refit"] == {"repair": 7, "critical": 0, "crew": 0}
    assert facts["uss_monitor"]["battles"]["3"]["why_not"] == "she goes to battle 3"
    assert facts["uss_galena"]["battles"]["3"]["why_not"] == "she sank in battle 1"
    assert facts["uss_cairo"]["battles"]["3"]["why_not"] == "too few of her crew are left"
    assert facts["css_albemarle"]["refit"] == {"repair": 0, "critical": 1, "crew": 6}
    assert facts["css_albemarle"]["crew"]["replaced_without_loss_of_grade"] == 5


def test_inspect_says_what_points_and_cards_may_give() -> None:
    """With the card In Short Supply on the Confederate yard, a roll of 1 or 2 gives 2 points for
    crews.
    """
    facts = GAME.positions.inspect(example(), "war")["war"]
    assert facts["refit"]["confederate"]["crew"] == {"2": 0.2, "5": 0.8}
    assert facts["refit"]["union"]["repair"] == {"5": 0.1, "10": 0.8, "15": 0.1}
    repair = facts["cards"]["union"]["fast_repair"]
    assert repair["repair"] == {"10": 0.7, "15": 0.3}
    assert facts["cards"]["confederate"]["out_of_the_mist"]["ships"] == [
        "css_albemarle",
        "css_patrick_henry",
    ]
    assert facts["generation"]["type"]["engagement"] == 0.3
    assert facts["generation"]["night"] == 0.3
    assert facts["last_battle"]["5"] == 0.3


def facts(begun: War) -> Any:
    return GAME.positions.inspect(begun.state, "war")["war"]


def test_inspect_says_what_each_card_in_hand_would_do() -> None:
    sent = (ship("uss_monitor", battle=2), ship("uss_cairo"))
    cards = facts(war("yard", sent, hands=((7, 9, 1), (15,))))["cards"]
    assert cards["union"] == {
        "in_short_supply": {"held": 1, "yard": "confederate", "crew": {"2": 0.2, "5": 0.8}},
        "limited_ammunition": {"held": 1, "battle": 2, "side": "confederate", "gunnery": -1},
        "crew_grade": {
            "held": 1,
            "battle": 2,
            "if_won": ["uss_monitor"],
            "if_lost": ["uss_monitor"],
        },
    }
    assert cards["confederate"]["yard_fire"]["yard"] == "union"


def test_inspect_says_what_is_certain_now() -> None:
    """Such as points that were rolled already, or the battle that was named as the last."""
    refit = {"side": "union", "repair": 4, "critical": 1, "crew": 2}
    hurt = (ship("uss_monitor", hits=3), ship("uss_cairo"))
    found = facts(war("spend", hurt, refit=refit, last=2))
    assert found["refit"]["union"] == {"repair": 4, "critical": 1, "crew": 2}
    assert "10" in found["refit"]["confederate"]["repair"]
    assert found["last_battle"] == {"2": 1.0}
    over = battle("engagement", ("uss_monitor",), ("css_virginia",), last=2, hands=((1,), ()))
    assert facts(over.to_battle().over("union"))["cards"]["union"] == {
        "crew_grade": {"held": 1, "battle": None}
    }


def test_an_unknown_war_is_refused() -> None:
    with pytest.raises(SetUpFault) as refused:
        GAME.set_up("crimea")
    assert str(refused.value) == (
        "Iron & Oak, the campaign: scenario: 'crimea' is not known; known: campaign"
    )


def test_a_view_keeps_its_secrets_in_inspect() -> None:
    seen = GAME.view(example(), "B")
    facts = GAME.positions.inspect(seen)
    assert facts["war"]["cards"]["union"] == {}
    assert facts["uss_monitor"]["battle"] is None
    assert facts["uss_monitor"]["battles"]["3"]["legal"] is None


def test_an_unknown_subject_is_refused() -> None:
    with pytest.raises(Refused, match="'uss_nobody' is in no fleet"):
        GAME.positions.inspect(example(), "uss_nobody")


def test_explain_gives_chances_in_percent() -> None:
    told = GAME.positions.explain(example(), "war")["war"]
    assert told["last_battle"]["5"] == "30.0%"
    ship_told = GAME.positions.explain(example(), "uss_cairo")["uss_cairo"]
    assert ship_told["crew"] == "0 of 10, too few to be sent"
    assert ship_told["battles"] == {"3": "no, too few of her crew are left"}


def test_talk_reads_and_inspects_a_war() -> None:
    talk = Talk()
    lines = [{"op": "position", "path": str(FILE)}, {"op": "inspect", "ship": "uss_hartford"}]
    answers = [talk.answer(json.dumps(line)) for line in lines]
    assert all(answer["ok"] for answer in answers), answers
    assert answers[1]["inspect"]["uss_hartford"]["worth"] == 456


def test_each_row_counts_for_its_winner() -> None:
    table = read_toml(FILE)
    table["rows"] = [*table["rows"], row("union")]
    table["plans"] = [plan("escort")]
    for side in table["sides"].values():
        for each in side["ships"]:
            each.pop("battle", None)
    state, _ = from_position("a test", table)
    assert state.forces["union"].won == 2
    assert state.plan(4).kind == "escort"
