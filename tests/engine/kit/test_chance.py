"""The chance to win: a fitted function of features, the same for both sides in every system."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import SetUpFault
from engine.kernel.battle import Battle
from engine.kit import chance as fit
from engine.kit.chance import ChanceModel, chance, chance_model, prior, ratio
from tests.winning import calibration, doubled, log_loss, written

SYSTEMS = ("oak_iron", "iron_oak", "wooden_ships")
SAVES = Path(__file__).resolve().parents[3] / "saves"


def test_weights_grow_with_the_turns_and_odds_are_kept_within_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        fit, "chance_model", lambda _: ChanceModel("by hand", {"a": 1.0}, {"a": 2.0, "b": 0.5})
    )
    assert chance("any", {}, 0.5) == 0.5
    assert chance("any", {"a": 1.0}, 0.0) == pytest.approx(0.73, abs=0.01)
    assert chance("any", {"a": 1.0}, 1.0) > chance("any", {"a": 1.0}, 0.5) > 0.73
    assert chance("any", {"a": -1.0}, 0.5) == pytest.approx(1 - chance("any", {"a": 1.0}, 0.5))
    assert 0.99 < chance("any", {"a": 1e6}, 1.0) < 0.998
    assert chance("any", {"unknown": 9.0}, 1.0) == 0.5


def test_ratios_are_finite_and_a_scenario_that_was_not_measured_leans_to_nobody() -> None:
    assert ratio(1.0, 1.0) == 0.0
    assert ratio(0.0, 2.0) == -ratio(2.0, 0.0) > -6
    assert prior("iron_oak", "no_such_battle") == 0.0
    assert prior("wooden_ships", "constitution_java") > 2


@pytest.mark.parametrize("game", SYSTEMS)
def test_each_system_has_a_fit_of_many_battles(game: str) -> None:
    found = chance_model(game)
    assert set(found.weights) == set(found.late)
    assert int(found.fitted.split()[0]) >= 200


def test_a_fit_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "shipped_folder", lambda _: tmp_path)
    for text in (None, "fitted = 3", "[weights]\na = 'x'"):
        if text is not None:
            (tmp_path / "chance.toml").write_text(text, encoding="utf-8")
        with pytest.raises(SetUpFault, match=r"chance\.toml"):
            chance_model.__wrapped__("any")


@pytest.mark.parametrize("file", sorted(SAVES.glob("sample_*.battle")), ids=lambda path: path.stem)
def test_what_one_side_has_the_other_lacks(file: Path) -> None:
    """At ten positions of each sample, the chances of the two sides add up to one, whichever seat
    asks.
    """
    with Battle.open(file, write=False) as battle:
        game = battle.game
        for n in range(0, battle.position, max(1, battle.position // 10)):
            state = game.review.opened(battle.at(n))
            sides = {seat.fights_for: seat.key for seat in game.seats(state)}
            if len(sides) != 2:
                continue
            one, other = (game.thinking.chance(state, seat) for seat in sides.values())
            assert 0 < one < 1
            assert one + other == pytest.approx(1, abs=1e-6), n


@pytest.mark.parametrize("name", ["fleet", "boarding", "broadsides", "frigates", "ironclads"])
def test_the_winner_of_a_sample_is_seen_before_its_end(name: str) -> None:
    with Battle.open(SAVES / f"sample_{name}.battle", write=False) as battle:
        outcome, game = battle.outcome(), battle.game
        assert outcome is not None
        state = game.review.opened(battle.at(battle.position - 2))
        seat = next(s.key for s in game.seats(state) if s.fights_for in outcome.winners)
        assert game.thinking.chance(state, seat) > 0.7


def test_the_figures_of_a_fit_are_what_they_are_called() -> None:
    import numpy as np

    y = np.array([1.0, 0.0, 0.5])
    assert log_loss(np.array([0.5, 0.5, 0.5]), y) == pytest.approx(0.693, abs=0.001)
    assert log_loss(np.array([1.0, 0.0, 0.5]), y) == pytest.approx(0.231, abs=0.001)
    rows, label, weight = doubled(y)
    assert [*zip(rows, label, weight, strict=True)] == [
        (0, 1, 1), (1, 1, 0), (2, 1, 0.5), (0, 0, 0), (1, 0, 1), (2, 0, 0.5),
    ]  # fmt: skip
    told = list(calibration(np.array([0.05, 0.05, 0.95]), np.array([0.0, 1.0, 1.0])))
    assert told == [(2, pytest.approx(0.05), 0.5), (1, pytest.approx(0.95), 1.0)]
    assert written("3 battles", ["a"], [1.0, -2.0]).endswith(
        "[weights]\na = 1.0000\n\n[late]\na = -2.0000\n"
    )
