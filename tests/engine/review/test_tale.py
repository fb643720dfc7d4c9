"""A battle told in prose: from events alone, in the same words each time, secrets kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter

import pytest
from msgspec.structs import replace

from engine.files.saves import samples
from engine.game.parts.words import Happening
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.review.spectators import covered
from engine.review.tale import MOST, Paragraph, _Told, _Writer, table, tale, told
from engine.systems.iron_oak.state.events import BlastRolled, CriticalRolled, FireStarted, Marked
from engine.systems.iron_oak.state.state import Roll
from engine.systems.oak_iron.state.events import BecameShaken, FatigueRemoved
from engine.systems.wooden_ships.words.happenings import _harm
from tests.engine.systems.iron_oak.table import ship
from tests.engine.systems.iron_oak.table import table as at_sea

ROOT = Path(__file__).resolve().parents[3]
SYSTEMS = ("iron_oak", "oak_iron", "wooden_ships")
TOLD = ("broadsides", "ironclads", "frigates")
"""The samples whose stories stand in docs/study.md."""


def prose(name: str) -> list[Paragraph]:
    with Battle.open(samples()[name], write=False) as battle:
        return tale(covered(battle))


def written(*happenings: Happening) -> str:
    return _Writer().written([_Told(n, "oak_iron", each) for n, each in enumerate(happenings, 1)])


@pytest.mark.parametrize("name", TOLD)
def test_the_story_of_a_sample_is_the_one_in_the_documents(name: str) -> None:
    text = (ROOT / "docs" / "study.md").read_text("utf-8")
    flat = " ".join(text.replace("\n> ", "\n").split())
    for each in prose(name):
        assert " ".join(f"{each.heading}. {each.text}".split()) in flat


@pytest.mark.parametrize(
    "name", sorted(name for name, path in samples().items() if path.suffix == ".battle")
)
def test_every_sample_is_told_in_whole_sentences(name: str) -> None:
    for heading, _, text in prose(name):
        sentences = re.split(r"(?<=\.) ", text)
        assert heading[0].isupper()
        assert len(sentences) <= MOST
        assert all(each[0].isupper() and each.endswith(".") for each in sentences), text
        assert not re.search(r"[{}]|  |\b(None|True|False)\b", text)


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_row_of_sentences_is_used_and_filled_with_what_there_is(game: str) -> None:
    folder = ROOT / "engine" / "systems" / game / "words"
    source = (folder / "happenings.py").read_text("utf-8")
    known = {"ship", "other", *re.findall(r'"([a-z_]+)"(?::|\])', source)}
    for row, sentences in table(game).items():
        beginning = row.partition("_")[0]
        assert re.search(rf'"{row}"|f"{beginning}_{{|"{beginning}"', source), row
        assert sentences.lines
        for line in sentences.lines:
            assert {name for _, name, _, _ in Formatter().parse(line) if name} <= known, line
            assert not line.endswith(".")


def test_two_sentences_about_one_ship_are_one_and_name_her_once() -> None:
    text = written(
        Happening("crippled", "Swallow"),
        Happening("shaken", "Swallow"),
        Happening("out_of_action", "Swallow"),
        Happening("sunk", "Swan"),
    )
    assert text == "Swallow was out of action. Swan went down.", "the end says what led to it"
    text = written(Happening("aground", "Swallow"), Happening("afloat", "Swallow"))
    assert text == "Swallow ran aground and floated free again."
    text = written(Happening("cut_free", "Swallow"), Happening("shaken", "Swallow"))
    assert text == "Swallow cut herself free. Her crew was shaken."
    text = written(Happening("collided", "Swallow", "Swan"), Happening("aground", "Swallow"))
    assert "she" not in text.lower().split(), "she could be either"


def test_what_a_shot_does_is_not_told_as_something_later() -> None:
    """Nothing within one entry begins with `then`, and a name in s owns without another."""
    shot = {"place": "in the side", "place_of": "'s side"}
    told = [Happening("shot_critical", "Essex", "Arkansas", 4.0, shot)]
    told += [
        Happening(f"critical_{each}", "Arkansas") for each in ("crew", "boiler", "speed", "ram")
    ]
    text = _Writer().written([_Told(3, "iron_oak", each) for each in told])
    assert "hen " not in text
    assert "Arkansas' " in text
    assert "Arkansas's" not in text


def test_a_namesake_is_told_by_her_squadron_and_a_rally_is_told() -> None:
    game = system("oak_iron")
    state = game.set_up("quickstart")
    one, other = list(state.ships)[:2]
    named = replace(state.ships[other], name=state.ships[one].name)
    state = replace(state, ships={**state.ships, other: named})
    found = game.words.happening(state, BecameShaken(one))
    assert found is not None
    assert found.ship == f"{state.ships[one].name} of Red"
    assert game.words.happening(state, FatigueRemoved(one, 1, 0)) is None, "she was not shaken"
    shaken = replace(state.ships[one], fatigue=state.ships[one].fatigue_boxes)
    state = replace(state, ships={**state.ships, one: shaken})
    rallied = game.words.happening(state, FatigueRemoved(one, 1, 0))
    assert rallied is not None
    assert rallied.row == "rallied"


def test_the_damage_of_a_critical_hit_is_told_and_not_its_roll() -> None:
    """A ship without a turret has none to jam; a magazine that blows up is told."""
    state = at_sea([ship("uss_galena", "C1")], [ship("css_virginia", "C5")]).state
    words = system("iron_oak").words
    roll = Roll(dice="d10", faces=(3,), drm=0)
    assert words.happening(state, CriticalRolled("uss_galena", "ship", roll, "jam")) is None
    marked = words.happening(state, Marked("uss_galena", "smokestack"))
    blast = words.happening(state, BlastRolled("uss_galena", "magazine", roll))
    assert marked is not None
    assert blast is not None
    assert (marked.row, blast.row) == ("critical_smokestack", "blast_magazine")


def test_a_turn_tells_what_mattered_and_small_things_only_where_there_is_nothing_else() -> None:
    missed = Happening("missed", "Swan", "Swallow", 0.3, {"range": "within pistol shot"})
    assert "Swan fired at Swallow within pistol shot and missed." in written(missed)
    assert written(missed, Happening("sunk", "Swan", weight=8.0)) == "Swan went down."
    many = [Happening("destroyed", f"Boat {n}", weight=8.0) for n in range(MOST + 3)]
    assert written(*many).count(".") == MOST


def test_what_several_ships_do_is_one_sentence_where_the_table_has_one() -> None:
    """Only of ships that follow each other, and not of an event without such a sentence."""
    sunk = [Happening("sunk", name) for name in ("Swan", "Swallow", "Fame")]
    assert written(*sunk) == "Swan, Swallow and Fame went down."
    assert written(sunk[0]) == "Swan went down."
    between = written(sunk[0], Happening("aground", "Wasp"), sunk[1])
    assert between.count("went down") + between.count("sank") == 2
    assert written(*(Happening("left", name) for name in ("Swan", "Wasp"))).count(".") == 2
    for game in SYSTEMS:
        for row, sentences in table(game).items():
            assert all("{other}" not in line for line in sentences.many), row


def test_harm_is_told_in_words() -> None:
    """Of Wooden Ships: hull, guns, crew, rigging."""
    assert list(_harm(1, 1, 1, 1)) == [
        "one shot struck her hull",
        "a gun was dismounted",
        "some of her men fell",
        "her rigging was cut",
    ]
    assert list(_harm(12, 3, 2, 4)) == [
        "12 shots struck her hull",
        "three guns were dismounted",
        "many of her men fell",
        "her rigging was torn to pieces",
    ]
    assert list(_harm(0, 0, 0, 0)) == []


def test_a_hidden_ship_is_told_by_her_counter() -> None:
    """By night a ship is a counter until somebody has searched it."""
    state = at_sea([ship("uss_galena", "C1")], [ship("css_virginia", "C5", hidden=True)]).state
    unknown = replace(state.ships["css_virginia"], counter="confederate_counter_1")
    state = replace(state, ships={**state.ships, "css_virginia": unknown})
    happening = system("iron_oak").words.happening(state, FireStarted("css_virginia", 1))
    assert happening is not None
    assert "irginia" not in happening.ship


def test_prose_is_printed_as_text_markdown_and_json() -> None:
    paragraphs = [Paragraph("Turn 1", 3, "Swan *went* down.")]
    assert told(paragraphs, "text") == "Turn 1. Swan *went* down.\n\n"
    assert told(paragraphs, "md") == "## Turn 1\n\nSwan \\*went\\* down.\n\n"
    (row,) = json.loads(told(paragraphs, "json"))
    assert row == {"heading": "Turn 1", "n": 3, "text": "Swan *went* down."}
    assert "There is no story" in told([], "text")
