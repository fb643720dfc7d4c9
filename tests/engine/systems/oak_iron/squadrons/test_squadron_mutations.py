"""Squadron files changed in hundreds of ways: each mistake is reported at its key, in one
sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import FileFault
from engine.building import check
from engine.game.parts.building import render_document
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.squadrons.catalogue import sheet
from engine.systems.oak_iron.squadrons.check import check_roster, verdict
from tests.engine.mutations import mutated
from tests.engine.systems.oak_iron.roster import EXAMPLE, LEGAL, load

Table = dict[str, Any]
LEGAL_WORDS = re.compile("allowed|needed|needs|did you mean")


class Mutant(NamedTuple):
    """A table with one mistake, the key at which it must be reported, and words of the report."""

    what: str
    table: Table
    path: str
    words: str


def mutants(table: Table) -> Iterator[Mutant]:
    """Yield every mistake that can be made in a legal squadron, one at a time."""
    for spoil in (_lost_keys, _misspelt_keys, _wrong_words, _wrong_types, _ships, _hands):
        yield from spoil(table)


def _with(table: Table, change: Callable[[Table], object]) -> Table:
    spoilt = deepcopy(table)
    change(spoilt)
    return spoilt


def _lost_keys(table: Table) -> Iterator[Mutant]:
    for key in ("name", "size", "faction", "admiral", "hand", "ships"):
        lost = {other: value for other, value in table.items() if other != key}
        yield Mutant(f"lost {key}", lost, key, "is missing")
    for at in range(len(table["ships"])):
        lost = _with(table, lambda spoilt, at=at: spoilt["ships"][at].pop("type"))
        yield Mutant("lost type", lost, f"ships[{at}].type", "is missing")


def _misspelt_keys(table: Table) -> Iterator[Mutant]:
    for key in table:
        wrong = {**table, f"{key}x": table[key]}
        yield Mutant(f"{key}x", wrong, f"{key}x", "is not a key here")
    for at, ship in enumerate(table["ships"]):
        for key in ship:
            wrong = _with(
                table, lambda spoilt, at=at, key=key: spoilt["ships"][at].update({f"{key}_": 1})
            )
            yield Mutant(f"{key}_", wrong, f"ships[{at}].{key}_", f"did you mean '{key}'")


def _wrong_words(table: Table) -> Iterator[Mutant]:
    for key in ("size", "faction", "admiral"):
        wrong = {**table, key: f"{table[key]}z"}
        yield Mutant(f"{key} word", wrong, key, f"did you mean '{table[key]}'?")
    for at, card in enumerate(table["hand"]):
        wrong = _with(
            table, lambda spoilt, at=at, card=card: spoilt["hand"].__setitem__(at, f"{card}z")
        )
        yield Mutant("card", wrong, f"hand[{at}]", f"did you mean '{card}'?")
    for at, ship in enumerate(table["ships"]):
        wrong = _with(table, lambda spoilt, at=at: spoilt["ships"][at].update(type="dinghy"))
        yield Mutant("type", wrong, f"ships[{at}].type", "found 'dinghy', allowed: one of")
        for key in ("options", "upgrades"):
            words = [*ship.get(key, ()), "wings"]
            wrong = _with(
                table,
                lambda spoilt, at=at, key=key, words=words: spoilt["ships"][at].update(
                    {key: words}
                ),
            )
            yield Mutant(key, wrong, f"ships[{at}].{key}", "found ")


def _wrong_types(table: Table) -> Iterator[Mutant]:
    for key, value in (("name", 7), ("size", []), ("faction", True), ("admiral", {}), ("hand", 5)):
        yield Mutant(f"{key} type", {**table, key: value}, key, "found ")
    for key, value in (
        ("name", 7),
        ("flagship", 1),
        ("skill", 1.5),
        ("skill", -1),
        ("commander", 3),
    ):
        wrong = _with(
            table, lambda spoilt, key=key, value=value: spoilt["ships"][-1].update({key: value})
        )
        yield Mutant(f"ship's {key}", wrong, f"ships[{len(table['ships']) - 1}].{key}", "found ")


def _ships(table: Table) -> Iterator[Mutant]:
    flag = next(at for at, ship in enumerate(table["ships"]) if ship.get("flagship"))
    size = shipped().sizes[table["size"]]
    ships = table["ships"]
    yield Mutant("too few", {**table, "ships": ships[: size.fewest - 1]}, "ships", "allowed:")
    sloops = [{"type": "sloop"}] * size.most
    yield Mutant("too many", {**table, "ships": [*ships, *sloops]}, "ships", f"to {size.most} in a")
    yield Mutant("too dear", {**table, "ships": ships * 3}, "size", "points, allowed:")
    none = _with(table, lambda spoilt: spoilt["ships"][flag].pop("flagship"))
    yield Mutant("no flagship", none, "ships", "found no flagship")
    other = 1 if flag == 0 else 0
    two = _with(table, lambda spoilt: spoilt["ships"][other].update(flagship=True))
    yield Mutant("two flagships", two, f"ships[{max(flag, other)}].flagship", "second flagship")
    captain = _with(table, lambda spoilt: spoilt["ships"][flag].update(commander="bold_captain"))
    yield Mutant("captain", captain, f"ships[{flag}].commander", "on the flagship")
    supply = _with(table, lambda spoilt: spoilt["ships"][flag].update(upgrades=["supply_ship"]))
    yield Mutant("supplies", supply, f"ships[{flag}].upgrades[0]", "not for flagships")
    three = ["swashbucklers", "expert_topmen", "skilled_surgeon"]
    cards = _with(table, lambda spoilt: spoilt["ships"][other].update(upgrades=three))
    yield Mutant("three upgrades", cards, f"ships[{other}].upgrades", "found 3 upgrade cards")
    fire = _with(
        table, lambda spoilt: spoilt["ships"][other].update(upgrades=["fire_ship", "foul"])
    )
    yield Mutant("fire ship", fire, f"ships[{other}].upgrades[0]", "fire_ship")
    alien = "queen_annes_revenge" if table["faction"] != "pirate" else "first_rate"
    enemy = _with(table, lambda spoilt: spoilt["ships"][other].update(type=alien))
    yield Mutant("enemy ship", enemy, f"ships[{other}].type", "does not sail under")


def _hands(table: Table) -> Iterator[Mutant]:
    hand = table["hand"]
    yield Mutant("small hand", {**table, "hand": hand[1:]}, "hand", "cards, allowed:")
    yield Mutant("large hand", {**table, "hand": [*hand, "zeal"]}, "hand", "cards, allowed:")
    yield Mutant(
        "twice", {**table, "hand": [*hand[:-1], hand[0]]}, f"hand[{len(hand) - 1}]", "again"
    )
    yield Mutant(
        "added", {**table, "hand": ["doughty", *hand[1:]]}, "hand[0]", "comes automatically"
    )
    threes = ["effective_fire", "small_arms", "reload", *hand[3:]]
    yield Mutant("three of a value", {**table, "hand": threes}, "hand[2]", "two of one value")
    enemies = {"english": "jean_bart"}.get(table["faction"], "john_benbow")
    yield Mutant("enemy admiral", {**table, "admiral": enemies}, "admiral", "whose symbol is")
    if table["faction"] != "pirate":
        black = {**table, "hand": ["raise_the_black", *hand[1:]]}
        yield Mutant("enemy card", black, "hand[0]", "whose symbol is Pirate")


ALL = list(chain.from_iterable(mutants(load(path)) for path in LEGAL.values()))


def test_there_are_more_than_two_hundred_mutants() -> None:
    assert len(ALL) > 200
    assert all(not check_roster("", load(path))[1].found for path in LEGAL.values())


@pytest.mark.parametrize("name", LEGAL)
def test_every_mutant_is_refused_with_a_sentence_that_names_the_fault(name: str) -> None:
    for mutant in mutants(load(LEGAL[name])):
        found = verdict(mutant.table).faults
        told = [text for path, text in found if path.startswith(mutant.path)]
        assert any(mutant.words in text for text in told), (mutant, found)
        for path, text in found:
            assert path, mutant
            assert (path + text).isprintable()
            assert 10 < len(text) < 600, text
            assert LEGAL_WORDS.search(text), f"what would be legal instead? {text}"


@pytest.mark.parametrize("batch", range(4))
def test_hurt_file_is_judged_or_refused(batch: int, tmp_path: Path) -> None:
    dice = Random(batch)
    path = tmp_path / "hurt.toml"
    paths = list(LEGAL.values())
    refused = 0
    for _ in range(60):
        path.write_bytes(mutated(dice.choice(paths).read_bytes(), dice))
        told = _told(path)
        assert all(sentence.isprintable() for sentence in told)
        refused += bool(told)
    assert refused > 30


def _told(path: Path) -> list[str]:
    """Return the reported faults of a file."""
    try:
        return [f"{where}: {text}" for where, text in check(path).faults]
    except FileFault as fault:
        return [str(fault)]


JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["sloop", "down", "marines", "pirate", "patrol", "henry_morgan"]),
    st.lists(st.one_of(st.integers(), st.text(max_size=3), st.just([])), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@settings(max_examples=80)
@given(st.data())
def test_junk_in_any_place_is_told_and_printed(data: st.DataObject) -> None:
    table = load(EXAMPLE)
    place: Any = table
    key: Any = data.draw(st.sampled_from(list(table)))
    while isinstance(place[key], dict | list) and data.draw(st.booleans()):
        place = place[key]
        key = data.draw(
            st.sampled_from(list(place) if isinstance(place, dict) else range(len(place)))
        )
    place[key] = data.draw(JUNK)
    roster, faults = check_roster("junk", table)
    assert all((path + text).isprintable() for path, text in faults.found)
    assert render_document(sheet(roster, tuple(faults.found)), "text").endswith("\n")
    assert render_document(sheet(roster), "md").startswith("# ")
