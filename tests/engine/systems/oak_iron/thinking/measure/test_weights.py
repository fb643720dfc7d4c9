"""The file of weights: whole, in few words, and refused in a sentence where it is broken."""

from __future__ import annotations

import ast
import math
from pathlib import Path

import pytest

from engine.base.errors import SetUpFault
from engine.systems.oak_iron import thinking as evaluation
from engine.systems.oak_iron.thinking.measure import weights
from engine.systems.oak_iron.thinking.measure.weights import reasons, terms, weight, worth

WORDS = 30
"""Most characters in the words of a reason, so that they fit a line of advice."""
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
    """Names in dicts are not checked here: a whole battle meets them, and a missing one raises."""
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
