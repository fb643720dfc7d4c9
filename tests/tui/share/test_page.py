"""The web page of a battle: its data are the scenes of the terminal, its text is text, its keys go
through the battle.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.files.saves import samples
from engine.game.chart import Boxes, Counter, Fort, Hull, Trace
from engine.game.panel import ShipLine
from engine.kernel.battle import Battle
from engine.review.curve import CostlyChoice, Trial, load_curve, store_curve
from engine.review.report import Moment
from engine.review.spectators import ShipState
from tests.tui.share.browser import Browser
from tui.replay.sharing import Part, Viewer, reel_for, story
from tui.share.canvas import at
from tui.share.packing import MOST_NUMBERS, Elements, diff_lists, parts_of
from tui.share.page import page

NASTY = "<script>document.title='taken'</script> \"'&`"


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Battle, Path]]:
    """Yield a battle of three ships a side, with harmful notes and title, and the file of its
    page.
    """
    folder = tmp_path_factory.mktemp("page")
    whole = Battle.open(samples()["broadsides"], write=False)
    path = folder / "nasty.battle"
    with Battle.from_state(whole.game, whole.at(0), whole.seed, path=path, title=NASTY) as battle:
        for record in whole.entries:
            battle.submit(record.seat, record.command)
        battle.note(NASTY, "A", 12)
        battle.note("<img src=x onerror=alert(1)>", "B", 40, bookmark=True)
    with Battle.open(path, write=False) as battle:
        chances = {n: n / 100 for n in range(battle.position + 1)}
        costly = CostlyChoice(
            n=20, turn=1, seat="A", name="Red", question="which order?", chosen="hold",
            better="fire", cost=3.0,
        )  # fmt: skip
        trial = Trial(n=20, of=400, better=300.0, chosen=160.0, squares=200.0)
        judged = load_curve(battle)
        store_curve(
            msgspec.structs.replace(judged, chances=chances, costly=(costly,), trials=(trial,)),
            path,
        )
        file = folder / "battle.html"
        file.write_text(page(story(battle)), encoding="utf-8")
        yield battle, file
    whole.close()


def unpacked(text: str) -> Any:
    found = re.search(r'id="data">([^<]*)<', text)
    assert found
    return json.loads(gzip.decompress(b64decode(found[1])))


def frames(data: Any) -> list[str]:
    """Return the whole picture of each step, put together as the page's script does it."""
    elements = parts_of(data["parts"])
    return [
        "".join(elements[number] for name in "uo" for number in lists[name])
        for lists in lists_of(data)
    ]


def lists_of(data: Any) -> Iterator[dict[str, list[int]]]:
    """Yield the lists of each step: elements below the ships, ships, rows of the list of ships."""
    lists: dict[str, list[int]] = {"u": [], "o": [], "r": []}
    for step in data["steps"]:
        lists = {name: changed(had, step.get(name, ())) for name, had in lists.items()}
        yield lists


def changed(had: list[int], changes: Iterable[Sequence[int]]) -> list[int]:
    """Return a list after the changes that a page packs have been applied."""
    now = list(had)
    for start, count, *items in changes:
        if count < 0:
            now[start : start - count] = [a + b for a, b in zip(now[start:], items, strict=False)]
        else:
            now[start : start + count] = items
    return now


NUMBERS = st.lists(st.integers(0, 9), max_size=12)
WORDS = st.lists(st.sampled_from(["<g ", "1", "-20.5", "0.0", "007", "-", ".", "1e9", " 3 ", "-0"]))


@given(NUMBERS, NUMBERS)
def test_lists_are_those_that_were_packed(old: list[int], new: list[int]) -> None:
    assert changed(old, diff_lists(old, new)) == new


@given(st.lists(WORDS.map("".join), unique=True, max_size=20))
@example(["1 " * MOST_NUMBERS, "2 " * (MOST_NUMBERS + 1), "3 " * (MOST_NUMBERS + 2)])
def test_elements_are_those_that_were_packed(elements: list[str]) -> None:
    packed = Elements()
    late, early = elements[::3], [each for at, each in enumerate(elements) if at % 3]
    numbers = [packed.reserve() for _ in late]
    numbers += [packed.number(each) for each in (*early, *early)]
    patterns, places = packed.pack(dict(zip(numbers, late, strict=False)))
    found = parts_of(patterns)
    assert [found[places[number]] for number in numbers] == [*late, *early, *early]


@pytest.mark.parametrize("name", ["broadsides", "frigates", "ironclads", "campaign"])
def test_every_entry_of_a_page_has_the_things_of_the_terminals_scene_where_they_are(
    name: str,
) -> None:
    with Battle.open(samples()[name], write=False) as battle:
        told = story(battle, part=Part("0", str(min(200, battle.position))))
        drawn = frames(unpacked(page(told)))
        assert len(drawn) == len(told.moments)
        reel = reel_for(battle, Viewer())
        for moment, picture in zip(told.moments, drawn, strict=True):
            scene = battle.game.screen.scene(reel.view(moment.n))
            places = {
                key: (float(x), float(y))
                for key, x, y in re.findall(
                    r'data-key="([^"]+)" transform="translate\((\S+) ([^ )]+)\)', picture
                )
            }
            named = [mark for mark in scene.marks if isinstance(mark, Hull | Counter | Fort)]
            assert {mark.key for mark in named} == places.keys()
            for mark in named:
                if isinstance(mark, Hull):
                    assert places[mark.key] == pytest.approx(at(scene.board, mark.pose.at))
                    assert f"rotate({round(mark.pose.heading, 1):g})" in picture


def test_a_page_is_small_and_needs_nothing_from_elsewhere(noted: tuple[Battle, Path]) -> None:
    text = noted[1].read_text()
    assert len(text) < 400_000
    assert not re.findall(r'(?:src|href)="(?!#)', text)
    assert "@import" not in text
    assert "default-src 'none'" in text


class Reader(HTMLParser):
    """Collects the elements of a page, and its words without those of scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_note_with_a_script_is_a_note(noted: tuple[Battle, Path]) -> None:
    reader = Reader()
    reader.feed(noted[1].read_text())
    assert reader.tags.count("script") == 2
    assert "img" not in reader.tags
    assert reader.words.count(f"Note: Red: {NASTY}") == 1


def test_notes_stand_beside_the_turns_on_the_slider(noted: tuple[Battle, Path]) -> None:
    battle, file = noted
    data = unpacked(file.read_text())
    turns = [[f"T{number}", n, "turn"] for number, n in reel_for(battle, Viewer()).turns]
    notes = [[f"Red: {NASTY}", 12, "note"], ["Blue: <img src=x onerror=alert(1)>", 40, "note"]]
    cost = (
        "Red won 160 of 400 battles played out from here with the choice made (hold), and 300 with "
        "the better one (fire)"
    )
    assert data["marks"] == [*turns, *notes, [cost, 20, "cost"]]
    assert data["notes"] == [12, 20, 40]
    assert f"Costly: {cost}" in file.read_text()


def test_the_log_can_be_read_without_the_script(noted: tuple[Battle, Path]) -> None:
    battle, file = noted
    text = file.read_text()
    for n in (1, 40, battle.position):
        for line in reel_for(battle, Viewer(), n).describe():
            assert line.replace("&", "&amp;").replace('"', "&quot;").replace("'", "&#x27;") in text


def test_the_curve_of_chances_that_is_kept_beside_a_battle_is_drawn(
    noted: tuple[Battle, Path],
) -> None:
    text = noted[1].read_text()
    assert 'aria-label="the chance of Red to win"' in text
    assert " 0,100.0 1,99.0 "[1:] in text
    assert "95,5.0" in text


def test_a_part_of_a_battle_begins_and_ends_where_it_is_told() -> None:
    with Battle.open(samples()["broadsides"], write=False) as battle:
        data = unpacked(page(story(battle, part=Part("10", "14"))))
    assert (data["first"], len(data["steps"]), data["end"]) == (10, 5, 95)


def test_the_roster_says_what_each_ship_has_left_at_every_moment() -> None:
    with Battle.open(samples()["broadsides"], write=False) as battle:
        told = story(battle)
        data = unpacked(page(told))
        roster = "".join(data["rows"][number] for number in list(lists_of(data))[-1]["r"])
        reel = reel_for(battle, Viewer(), battle.position)
        for row in battle.game.screen.forces(reel.view()):
            if isinstance(row, ShipLine):
                (_, filled, total), *_ = row.tracks
                found = re.search(f'<p data-ship="{row.key}">.*?</p>', roster)
                assert found
                assert f'damage <meter min="0" max="{total}" value="{filled}"' in found[0]
                assert f"{row.key} {row.name}</b>" in found[0]
    assert 'class="roster"' in page(told)
    assert "guns empty: port" in "".join(data["rows"])
    assert any("<span>" in each for each in data["dice"])
    with Battle.open(samples()["ironclads"], write=False) as battle:
        kinds = {
            each.kind for each in story(battle).moments[0].ships if isinstance(each, ShipState)
        }
    crews = {f"{grade} crew" for grade in ("average", "crack", "green", "elite")}
    assert kinds <= crews, "where she lies is told by her note"


@pytest.mark.parametrize("name", ["broadsides", "frigates", "ironclads"])
def test_the_ways_of_ships_lead_from_where_they_were_to_where_they_are(name: str) -> None:
    """This is so in each game; the page draws them only in the entry of the move."""
    with Battle.open(samples()[name], write=False) as battle:
        told = story(battle)
        drawn = frames(unpacked(page(told)))
    moved = 0
    for before, here, picture in zip(told.moments, told.moments[1:], drawn[1:], strict=False):
        assert picture.count('class="line sweep"') == bool(here.tracks)
        drawn_ways = re.findall(r'class="line sweep" d="([^"]*)"', picture)
        assert "".join(drawn_ways).count("M") == len(here.tracks)

        def places(moment: Moment) -> set[tuple[float, float]]:
            board = moment.scene.board if isinstance(moment.scene.board, Boxes) else Boxes(1, 1)
            return {
                mark.pose.at if isinstance(mark, Hull) else board.middle(*mark.box)
                for mark in moment.scene.marks
                if isinstance(mark, Hull | Counter)
            }

        for track in here.tracks:
            assert isinstance(track, Trace)
            assert track.points[0] in places(before)
            assert track.points[-1] in places(here)
            moved += 1
    assert moved > 5


def test_luck_skill_and_every_sum_of_dice_are_on_the_page(noted: tuple[Battle, Path]) -> None:
    battle, _ = noted
    told = story(battle)
    assert told.luck, "it was judged"
    text = page(told)
    for heading, (head, *rows) in told.dice:
        assert f"<h3>{heading}</h3>" in text
        for row in (head, *rows):
            assert all(f">{escape(cell)}<" in text for cell in row)
    assert sum(len(rows) for _, (_, *rows) in told.dice) > 10
    assert 'id="luck"' not in page(msgspec.structs.replace(told, luck=(), dice=()))
    part = story(battle, part=Part("1", "3"))
    assert part.luck == (), "chances of a part are not those of the battle"


SIZES = ((1366, 768), (390, 760), (820, 1180))
"""(width, height) of the screens of a laptop, a phone and a tablet."""


def test_a_browser_shows_every_control_at_once_and_zooms(
    noted: tuple[Battle, Path], tmp_path: Path
) -> None:
    with Browser(tmp_path / "profile") as browser:
        for wide, high in SIZES:
            metrics = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": False}
            browser.call("Emulation.setDeviceMetricsOverride", **metrics)
            browser.open(f"file://{noted[1]}#entry=12")
            below = browser.value(
                "[...document.querySelectorAll('#chart, #slider, nav button, #said')].filter("
                "(each) => { const r = each.getBoundingClientRect(); return r.bottom > innerHeight"
                " || r.right > innerWidth || r.height < 8; }).map((each) => each.id)"
            )
            assert below == [], (wide, high)
            assert browser.value("document.documentElement.scrollWidth <= innerWidth")
        box = "document.getElementById('chart').getAttribute('viewBox').split(' ').map(Number)"
        before = browser.value(box)
        browser.press("+")
        assert browser.value(box)[2] == pytest.approx(before[2] / 1.3, abs=0.1)
        browser.press("-")
        assert browser.value(box) == pytest.approx(before, abs=0.1)
        browser.press("0")
        assert browser.value(box) == [-22, -22, 404, 404]
        browser.press("0")
        assert browser.value(box) == before
        browser.value(
            "{const c = document.getElementById('chart'), r = c.getBoundingClientRect();"
            "c.dispatchEvent(new WheelEvent('wheel', {deltaY: -1, clientX: r.left + r.width / 2,"
            "clientY: r.top + r.height / 2, cancelable: true}))}"
        )
        near = browser.value(box)
        assert near[2] == pytest.approx(before[2] / 1.2, abs=0.1)
        assert near[0] == pytest.approx(before[0] + before[2] * (1 - 1 / 1.2) / 2, abs=0.2)
        browser.press("d")
        assert browser.value("document.getElementById('luck').open")
        browser.press("d")
        assert not browser.value("document.getElementById('luck').open")
        roster = "document.getElementById('roster').textContent"
        was = browser.value(roster)
        browser.press("End")
        assert browser.value(roster) != was
        assert browser.value(box) == near, "a view that was chosen stays"
        assert not browser.problems


def test_a_browser_steps_through_a_battle_with_keys_slider_and_links(
    noted: tuple[Battle, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, file = noted
    monkeypatch.setattr("tui.share.page.LONG", 0)
    packed = tmp_path / "packed.html"
    packed.write_text(page(story(battle)), encoding="utf-8")
    assert "<li id" not in packed.read_text()
    with Browser(tmp_path / "profile") as browser:
        browser.open(f"file://{file}#entry=12")

        def here() -> tuple[int, str]:
            entry, link = browser.value("[document.body.dataset.entry, location.hash]")
            return int(entry), link

        assert here() == (12, "#entry=12")
        drawn = browser.value(
            "[...document.querySelectorAll('#chart [data-key]')]"
            ".map((each) => each.getAttribute('transform'))"
        )
        picture = frames(unpacked(file.read_text()))[12]
        assert drawn == re.findall(r'data-key="[^"]+" transform="([^"]+)"', picture)
        assert NASTY in browser.value("document.getElementById('said').textContent")
        turns = [n for _, n in reel_for(battle, Viewer()).turns]
        after = next(n for n in turns if n > 13)
        steps = (
            ("ArrowRight", 13),
            ("ArrowLeft", 12),
            ("]", after),
            ("[", max(n for n in turns if n < after)),
            ("Home", 0),
            (".", 12),
            (".", 20),
            (".", 40),
            (",", 20),
            ("End", battle.position),
        )
        for key, n in steps:
            browser.press(key)
            assert here() == (n, f"#entry={n}"), key
        _slide(browser, 30)
        assert here()[0] == 30
        browser.value("document.querySelector('#e40 a').click()")
        assert here() == (40, "#entry=40")
        browser.value("document.getElementById('play').click()")
        browser.value("document.getElementById('play').click()")
        assert browser.value("document.getElementById('play').textContent") == "play"
        _positions_are_those_of_the_scene(browser, battle)
        _is_light_and_dark(browser)
        assert browser.value("document.title") == NASTY
        tree = browser.call("Accessibility.getFullAXTree")["nodes"]
        said = {(node["role"]["value"], node.get("name", {}).get("value")) for node in tree}
        assert ("slider", "Entry") in said
        assert any(role == "status" for role, _ in said)
        assert sum(node["role"]["value"] == "listitem" for node in tree) > 50
        log = browser.value("document.getElementById('log').textContent.replace(/\\s+/g, '')")
        browser.open(f"file://{packed}#entry=40")
        assert here() == (40, "#entry=40")
        for key in ("End", "Home", "]"):
            browser.press(key)
            assert browser.value(IN_VIEW), "turns that were never laid out have a guessed height"
        browser.value("location.hash = '#entry=40'")
        same = browser.value("document.getElementById('log').textContent.replace(/\\s+/g, '')")
        assert same == log
        assert browser.value("document.title") == NASTY
        assert not browser.problems
        for each in (packed, file):
            _is_printed_whole(browser, each)
            _is_saved_again(browser, each, tmp_path / "saved.html")


IN_VIEW = """(() => {
    const log = document.getElementById("log").getBoundingClientRect();
    const item = document.querySelector("[aria-current]")?.getBoundingClientRect() ?? log;
    return item.bottom > log.top && item.top < log.bottom;
})()"""
MARKS = "document.querySelectorAll('#marks a').length"
ITEMS = "document.querySelectorAll('#log li').length"


def _is_printed_whole(browser: Browser, file: Path) -> None:
    """Assert that on paper the log is complete, and that nothing is printed which only a screen
    needs.
    """
    browser.open(f"file://{file}#entry=40")
    browser.call("Emulation.setEmulatedMedia", media="print")
    hidden = browser.value(
        "[...document.querySelectorAll('#log, #log li, #chart, #status, #said, h1, footer')]"
        ".filter((each) => each.scrollHeight > each.clientHeight + 1 && "
        "getComputedStyle(each).overflowY != 'visible').map((each) => each.id)"
    )
    assert hidden == []
    gone = "['nav', '#slider', '#marks'].map((each) => document.querySelector(each).offsetHeight)"
    assert browser.value(gone) == [0, 0, 0]
    pages = browser.call("Page.printToPDF", transferMode="ReturnAsBase64")["data"]
    browser.call("Emulation.setEmulatedMedia", media="")
    sheets = len(re.findall(rb"/Type */Page\b", b64decode(pages)))
    assert sheets >= 3, "the whole log, not what the screen shows of it"


def _is_saved_again(browser: Browser, file: Path, to: Path) -> None:
    """Assert that a browser saves the page as the script has changed it."""
    browser.open(f"file://{file}#entry=40")
    browser.value("document.getElementById('play').click()")
    marks, items = browser.value(MARKS), browser.value(ITEMS)
    whole = browser.value("document.documentElement.outerHTML")
    to.write_text(f"<!doctype html>\n{whole}".replace(" data-entry=", " data-was="), "utf-8")
    browser.open(f"file://{to}#entry=12")
    assert marks > 3
    assert (browser.value(MARKS), browser.value(ITEMS)) == (marks, items)
    assert browser.value("document.body.dataset.entry") == "12"
    assert browser.value("document.getElementById('play').textContent") == "play"


def _slide(browser: Browser, n: int) -> None:
    browser.value(
        f"{{const s = document.getElementById('slider'); s.value = {n};"
        "s.dispatchEvent(new Event('input'))}"
    )


def _positions_are_those_of_the_scene(browser: Browser, battle: Battle) -> None:
    reel = reel_for(battle, Viewer())
    for n in (0, 33, battle.position):
        _slide(browser, n)
        drawn = browser.value(
            "Object.fromEntries([...document.querySelectorAll('#chart [data-key]')].map((g) => "
            "{const m = g.transform.baseVal.consolidate().matrix;"
            "return [g.dataset.key, [m.e, m.f]]}))"
        )
        scene = battle.game.screen.scene(reel.view(n))
        hulls = [mark for mark in scene.marks if isinstance(mark, Hull)]
        assert drawn.keys() == {hull.key for hull in hulls}
        for hull in hulls:
            assert drawn[hull.key] == pytest.approx(at(scene.board, hull.pose.at))


def _is_light_and_dark(browser: Browser) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        feature = {"name": "prefers-color-scheme", "value": scheme}
        browser.call("Emulation.setEmulatedMedia", features=[feature])
        grounds.add(browser.value("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2
