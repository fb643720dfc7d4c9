"""The data set: every record can be read, and every row of a table is as printed in the sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import SetUpFault
from engine.kit.dataset import using
from engine.systems.wooden_ships.data import book, read, shipped
from tests.engine.systems.wooden_ships.at_sea import sea, ship

# guns from, base by range 1 to 10, crew elite to poor, initial, rake
FIRING = """
1   1 1 0 -1 -2 -2 -3 -3 -3 -3   1 1 0 0 -1    1 1
4   2 2 1 0 -1 -1 -2 -2 -2 -2    2 1 0 0 -1    1 2
7   3 2 1 0 -1 -1 -2 -2 -2 -2    2 2 0 -1 -1   2 3
10  4 3 2 1 0 0 -1 -1 -1 -1      2 2 0 -1 -2   2 4
13  5 4 3 2 1 1 0 0 0 0          3 2 0 -1 -2   2 5
"""
# table, aim, faces 1 to 6 as hull gun crew rigging
HITS = """
0 hull 0000 0000 0000 0010 1000 0100
0 rigging 0000 0000 0000 0000 0001 0010
1 hull 0000 0000 0100 1000 1010 1001
1 rigging 0000 0000 0001 0010 1001 0002
2 hull 1000 0100 1010 2000 2001 2100
2 rigging 0000 0001 0002 0101 0012 1002
3 hull 1100 2000 1110 2001 3010 2200
3 rigging 1001 0002 0102 0003 0012 0004
4 hull 2001 1110 2101 3100 4010 2210
4 rigging 0003 1002 0103 0013 1102 0005
5 hull 2110 2200 2111 3101 4101 3120
5 rigging 0103 0004 1004 0104 0014 1005
6 hull 2210 3012 4200 3120 5011 3211
6 rigging 1103 1004 0015 1104 1005 0205
7 hull 2310 3021 4003 3310 4120 3311
7 rigging 1104 1014 2005 0115 0106 1007
8 hull 4210 5011 4310 5102 6201 4211
8 rigging 1015 0106 1106 1016 2105 1107
"""
MELEE = {
    1: "112223344",
    2: "112223344",
    3: "011122234",
    4: "011122234",
    5: "000111222",
    6: "000111222",
}


def lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


@pytest.mark.parametrize("row", lines(FIRING), ids=lambda row: row[0])
def test_rows_of_the_hit_determination_table(row: list[str]) -> None:
    guns, *rest = map(int, row)
    found = next(each for each in shipped().firing if each.guns == guns)
    assert list(found.base) == rest[:10]
    qualities = ("elite", "crack", "average", "green", "poor")
    assert [found.crew[name] for name in qualities] == rest[10:15]
    assert [found.initial, found.rake] == rest[15:]
    assert (found.section, found.captured, found.confidence) == (-1, -2, "cross-checked")


@pytest.mark.parametrize("row", lines(HITS), ids=lambda row: "-".join(row[:2]))
def test_hit_tables(row: list[str]) -> None:
    table, aim, *faces = row
    found = getattr(shipped().hits[int(table)], aim)
    assert ["".join(map(str, hits)) for hits in found] == faces


def test_the_melee_table() -> None:
    melee = shipped().melee
    assert ["".join(map(str, row)) for row in melee.losses] == list(MELEE.values())
    assert melee.band_max == (10, 20, 30, 40, 50, 60, 70, 80)
    assert melee.strength == {"elite": 5, "crack": 4, "average": 3, "green": 2, "poor": 1}
    assert (melee.rounds, melee.ratio) == (3, 3)


def test_small_tables() -> None:
    facts = shipped()
    assert facts.speeds[3].hexes == {"A": 3, "B": 2, "C": 1, "D": 0}
    assert facts.speeds[4].hexes == {"A": 4, "B": 3, "C": 1, "D": 0}
    assert facts.drift.dismasted_wait == {"1": 3, "2": 2, "3": 1}
    ties = facts.snags
    assert (ties.fouled_to, ties.unfouled_to) == (3, 2)
    assert (ties.grappled_to, ties.cast_off_to) == (2, 2)
    assert facts.sizes.largest_first == ("SOL1", "SOL2", "F3", "F4", "S5", "S6")


def test_all_records_are_there_with_their_confidence() -> None:
    facts = shipped()
    assert (len(facts.ships), len(facts.classes), len(facts.scenarios)) == (177, 18, 25)
    assert sum(len(each.ships) for each in facts.scenarios.values()) == 180
    sure = [each.confidence for each in facts.ships.values()]
    assert (sure.count("secondhand"), sure.count("inferred"), sure.count("cross-checked")) == (
        167,
        6,
        4,
    )
    assert facts.scenarios["mars_hercule"].confidence["wind"] == "cross-checked"


def test_an_owner_lays_his_own_records_over(tmp_path: Path) -> None:
    (tmp_path / "ships.toml").write_text(
        "[mars_br]\nhull = 20\n\n"
        '[own]\nname = "Own"\nnation = "dutch"\nclass = "F3"\nquality = "green"\nhull = 6\n'
        "crew = [2, 2]\nguns = {port = 3, starboard = 3}\nrigging = [4, 4, 4, 4]\n"
        "battle_speed = 4\nturning = 3\npoints = 9\n"
    )
    own = read(tmp_path)
    assert own.ships["mars_br"].hull == 20
    assert own.ships["mars_br"].doubts == {"hull": "own"}
    assert own.ships["own"].confidence == "own"
    assert own.version != shipped().version
    with using(own):
        assert book() is own
        assert sea(ship("A1", "A1", 1, "own")).ships["A1"].quality == "green"
    assert book() is shipped()


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("ships", "[mars_br]\nhull = 0", "ships.toml: mars_br.hull: found 0"),
        ("ships", "[mars_br]\nrigging = [4, 0]", "allowed: 1 to 4 sections of 1 or more"),
        ("ships", "[mars_br]\nguns = {port = -1}", "mars_br.guns: found a number below 0"),
        ("scenarios", "[nile]\nsides = [['british'], ['british']]", "can be on one side only"),
        ("scenarios", "[nile]\nsides = [['british'], ['french', 'dutch']]", "'dutch' has no ships"),
        (
            "scenarios",
            "[nile]\nkind = 'single'",
            "nile.kind: 'single' is for battles of exactly two ships",
        ),
        ("ships", "[mars_br]\nhul = 9", "ships.toml: mars_br.hul: is not a field here"),
        ("ships", '[mars_br]\nquality = "bold"', "ships.toml: mars_br.quality"),
        ("ships", "[mars_br]\ncrew = [0, 0, 0]", "ships.toml: mars_br.crew"),
        ("classes", "[br-f3-36]\npoints = {crack = 3}", "classes.toml: br-f3-36.points"),
        ("scenarios", '[nile]\nsides = [["british"]]', "scenarios.toml: nile.sides"),
        ("scenarios", "[nile]\nwind = 7", "scenarios.toml: nile.wind"),
        ("tables", "[melee]\nrounds = true", "tables.toml: melee.rounds"),
        ("tables", "[melees]\nrounds = 3", "tables.toml: melees"),
    ],
)
def test_what_is_wrong_with_own_records_is_told(
    tmp_path: Path, file: str, text: str, told: str
) -> None:
    (tmp_path / f"{file}.toml").write_text(text)
    with pytest.raises(SetUpFault) as caught:
        read(tmp_path)
    assert told in str(caught.value)
