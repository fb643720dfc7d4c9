"""The file of weights: complete, with short words, and refused in one sentence if it is wrong."""

from __future__ import annotations

import ast
import math
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.space.plane.pose import Pose
from engine.systems.oak_iron import thinking as evaluation
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure import weights
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.weights import (
    EAGER,
    caution,
    eagerness,
    lead,
    reasons,
    terms,
    weight,
    worth,
)
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship

WORDS = 30
"""The maximum number of characters in a reason's words, so that it fits on a line of advice."""
FOLDER = Path(evaluation.__file__).parent


def test_every_term_has_a_weight_and_few_words_of_its_own() -> None:
    for term in terms().values():
        assert math.isfinite(term.weight)
        assert term.weight != 0.0
        assert 0 < len(term.words.strip()) <= WORDS
        assert term.words.isprintable()
    words = [term.words for term in terms().values()]
    assert len(words) == len(set(words))


def strings() -> set[str]:
    """Return every string in the code of the evaluation."""
    trees = [ast.parse(path.read_text("utf-8")) for path in FOLDER.rglob("*.py")]
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {
        each.value
        for each in nodes
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


def test_every_term_of_the_file_is_used() -> None:
    assert set(terms()) - strings() == set()


def test_every_term_that_is_asked_for_by_name_is_in_the_file() -> None:
    """Names in dicts are not checked here: they are used in every whole battle, where a missing one
    raises an error.
    """
    asked = set()
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "weight":
                asked |= {each.value for each in node.args if isinstance(each, ast.Constant)}
    assert len(asked) >= 3
    assert asked - set(terms()) == set()


def test_reasons_add_up_to_the_worth_the_heaviest_first_and_nothing_says_nothing() -> None:
    values = {"damage": 0.25, "danger": 3.0, "fire": 0.0, "struck": -5.0}
    found = reasons(values)
    assert [each.term for each in found] == ["struck", "danger", "damage"]
    assert sum(each.worth for each in found) == pytest.approx(worth(values))
    assert found[0].worth == pytest.approx(-5.0 * weight("struck"))
    assert found[0].words == terms()["struck"].words


def test_a_term_has_words_for_what_it_says_of_an_answer() -> None:
    """A wrong sail has other words than a right one; a term that is averaged over playouts has the
    same for both.
    """
    (right,), (wrong,) = reasons({"sails": 0.5}), reasons({"sails": -0.5})
    assert (right.words, wrong.words) == (terms()["sails"].good, terms()["sails"].bad)
    assert "right sail" in right.words
    assert "wrong sail" in wrong.words
    (less,), (more,) = reasons({"danger": -1.0}), reasons({"danger": 1.0})
    assert (less.words, more.words) == ("fewer enemy guns", "enemy guns")
    neutral = {each.words for value in (1.0, -1.0) for each in reasons({"danger": value}, True)}
    assert neutral == {"enemy guns"}


WHOLE = '[damage]\nweight = 1.0\nwords = "damage"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (WHOLE.replace("1.0", '"heavy"'), "damage: Expected 'float', got 'str' - at '$.weight'"),
        (WHOLE.replace("1.0", "nan"), "damage: found nan"),
        (WHOLE.replace("1.0", "inf"), "damage: found inf"),
        (WHOLE.replace('words = "damage"', ""), "damage: "),
        (WHOLE + "wieght = 2.0\n", "wieght"),
        (WHOLE + "[damage]\n", "damage"),
        ("damage = 1.0\n", "damage: "),
        ("[damage", "end of document"),
        (None, "No such file"),
    ],
)
def test_a_broken_file_is_refused_by_name(
    text: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "shipped_folder", lambda _: tmp_path)
    if text is not None:
        (tmp_path / "evaluation.toml").write_text(text)
    with pytest.raises(SetUpFault) as refused:
        terms.__wrapped__()
    sentence = str(refused.value)
    assert sentence.startswith(str(tmp_path / "evaluation.toml"))
    assert said in sentence
    assert "\n" not in sentence
    assert "`" not in sentence


def test_bytes_that_are_no_text_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "shipped_folder", lambda _: tmp_path)
    (tmp_path / "evaluation.toml").write_bytes(b"\xff\xfe[damage]")
    with pytest.raises(SetUpFault, match=r"evaluation\.toml"):
        terms.__wrapped__()


def test_a_term_that_the_file_lacks_is_named() -> None:
    with pytest.raises(SetUpFault, match=r"evaluation\.toml: glory: the term is missing"):
        weight("glory")


# Caution and eagerness: more danger counts for a side that leads, less for one that trails.


def crippled(ship: str) -> State:
    return with_ship(small_battle(), ship, damage=7)


def test_the_lead_is_the_enemys_strike_points_less_ones_own() -> None:
    assert lead(crippled("B1"), "A") == 1.0
    assert lead(crippled("B1"), "B") == -1.0
    assert lead(crippled("A1"), "A") == -1.0


def test_a_tie_is_the_defenders_and_without_one_nobodys() -> None:
    level = small_battle()
    assert lead(level, "A") == lead(level, "B") < 0.0
    defended = replace(level, defender="B")
    assert lead(defended, "B") > 0.0 > lead(defended, "A")


def test_who_leads_is_more_cautious_the_later_it_is() -> None:
    ahead = [caution(replace(crippled("B1"), turn=turn), "A") for turn in (1, 5, 10)]
    behind = [caution(replace(crippled("B1"), turn=turn), "B") for turn in (1, 5, 10)]
    assert 1.0 < ahead[0] < ahead[1] < ahead[2]
    assert 1.0 > behind[0] > behind[1] > behind[2] > 0.0


def test_their_guns_count_by_that_and_ours_do_not() -> None:
    early = with_ship(crippled("B1"), "A1", pose=Pose(18.0, 18.0, 0.0))
    early = with_ship(early, "B2", pose=Pose(21.0, 18.0, 0.0), reload=())
    late = replace(early, turn=10)
    here = base(early, "A1")
    before, after = (Outlook(state, "A1").terms(here) for state in (early, late))
    assert before["danger"][0] > 0.0
    assert after["danger"][0] > 1.3 * before["danger"][0]
    assert after["fire"][0] == before["fire"][0]


def test_who_must_still_win_minds_the_distance_more_where_a_tie_is_nobodys() -> None:
    level = small_battle()
    assert [eagerness(level, side) for side in "AB"] == [EAGER, EAGER]
    assert [eagerness(crippled("B1"), side) for side in "AB"] == [1.0, EAGER]
    defended = replace(level, defender="B")
    assert [eagerness(defended, side) for side in "AB"] == [1.0, 1.0]


def test_who_must_still_win_minds_to_be_too_far_the_more_and_to_be_too_near_as_ever() -> None:
    def closing(y: float, defender: str) -> float:
        state = with_ship(small_battle(defender=defender), "B1", pose=Pose(12.0, y, 0.0))
        return float(Outlook(state, "B1").terms(base(state, "B1"))["closing"][0])

    def gain(start: float, end: float, defender: str) -> float:
        return closing(end, defender) - closing(start, defender)

    assert gain(2.5, 10.0, "A") > 0.0
    assert gain(2.5, 10.0, "") == pytest.approx(EAGER * gain(2.5, 10.0, "A"))
    assert 0.0 < gain(17.0, 16.5, "") <= gain(17.0, 16.5, "A"), "too near already"


def test_guns_with_a_card_have_other_words_for_a_gain_and_for_a_loss() -> None:
    for name in ("fire", "card_fire", "danger", "card_guard"):
        assert terms()[name].said(1.0) != terms()[name].said(-1.0)
    assert terms()["card_guard"].said(1.0) == "fewer enemy guns by the card"
