"""Guns, losses and captures are found by a battle's events, whatever the system."""

from __future__ import annotations

import pytest

from engine.base.errors import Refused
from engine.game.parts.words import Landmark, Landmarks
from engine.kernel.battle import Battle
from engine.review.notes import landmarks
from engine.series.game import SeriesGame
from engine.series.state import InBattle
from engine.sitting.watching.reel import Reel
from tests.pond.events import Event, Fired
from tests.pond.game import PondGame
from tests.pond.words import PondWords


@pytest.mark.parametrize(
    ("name", "shot", "loss", "capture"),
    [
        ("saves/sample_broadsides", 27, [94, 95], [95]),
        ("saves/sample_frigates", 6, [31], [31]),
        ("saves/sample_ironclads", 10, [43, 60], []),
        ("saves/sample_campaign", 29, [72, 141, 549, 617, 630, 667, 724, 732], [549]),
    ],
)
def test_shots_losses_and_captures_are_gone_to_one_after_the_other(
    name: str, shot: int, loss: list[int], capture: list[int]
) -> None:
    with Battle.open(f"{name}.battle", write=False) as battle:
        found = landmarks(battle)
        assert (found["loss"], found["capture"]) == (loss, capture)
        reel = Reel(battle, battle.position)
        assert reel.find("shot") == found["shot"][0] == shot  # how it opened, wherever one stands
        assert reel.find("next shot") == shot  # round the end
        assert reel.find("previous shot") == found["shot"][-1 - (found["shot"][-1] == reel.end)]
        assert reel.find("LOSS") == reel.find(" first   loss ") == loss[0]
        reel.go(loss[0])
        assert reel.find("loss") == loss[1 % len(loss)]
        if not capture:
            with pytest.raises(Refused, match="no ship is taken in this battle"):
                reel.find("capture")


def test_a_series_has_those_of_its_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    def landmark(_: PondWords, event: Event) -> tuple[Landmark, ...]:
        return ("shot",) if isinstance(event, Fired) else ()

    none: Landmarks = {}
    words = SeriesGame(PondGame()).words
    assert PondWords.landmarks == none
    monkeypatch.setattr(PondWords, "landmarks_of", landmark)
    assert words.landmarks_of(InBattle(Fired("A", 6, True))) == ("shot",)
    assert words.landmarks_of(Fired("A", 6, True)) == ()
