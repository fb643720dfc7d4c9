"""What is stored can be read again: writing refuses everything that reading would refuse."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.base.errors import FileFault
from engine.files import desks, facts
from engine.files.facts import TagFile
from engine.game.decision import Answer
from engine.hosting import terms
from engine.kernel import drafts
from engine.kernel.drafts import Drafts
from tests.engine.post import two_desks


def test_what_could_not_be_read_again_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds for desks, hosting terms, tags and drafts. A refused write leaves the old file
    unchanged.
    """
    desk = two_desks.founded("mars_hercule")
    desk = two_desks.strict.post(desk)
    desks.store(tmp_path, desk)
    there = desks.desk_path(tmp_path, desk.held.id)
    size = there.stat().st_size
    assert desks.load(tmp_path, desk.held.id) == desk
    monkeypatch.setattr(desks, "LARGEST", size + 100)
    large = msgspec.structs.replace(desk, ssh="x" * 200)
    with pytest.raises(FileFault, match="a battle by mail would be too large"):
        desks.store(tmp_path, large)
    assert desks.load(tmp_path, desk.held.id) == desk

    agreed = terms.Agreement(
        id="one", founder="anna", terms=terms.Terms(game="pond", scenario="duel"), secret="s"
    )
    terms.store(tmp_path, agreed)
    with pytest.raises(FileFault, match="the terms of a battle would be too large"):
        terms.store(tmp_path, msgspec.structs.replace(agreed, created="x" * terms.LARGEST))
    assert terms.stored_agreements(tmp_path) == [agreed]

    tags = TagFile(tmp_path)
    tags.put("one", ("fleet",))
    monkeypatch.setattr(facts, "LARGEST", 60)
    with pytest.raises(FileFault, match="is full: it holds 0 MB of tags"):
        tags.put("two", ("a" * 24, "b" * 24))
    tags.read()
    assert (tags.of("one"), tags.of("two")) == (("fleet",), ())

    battle = tmp_path / "duel.battle"
    kept = Drafts(battle)
    kept.keep("A", "plots", {"A1": Answer("1")})
    monkeypatch.setattr(drafts, "LARGEST", 200)
    kept.keep("B", "plots", {f"B{n}": Answer("1LR") for n in range(40)})
    assert len(kept.of("B", "plots")) == 40
    assert Drafts(battle).of("A", "plots") == {"A1": Answer("1")}
