"""A film: what each shot shows is in its SVG at the right time and in its GIF, and browsers play
both.
"""

from __future__ import annotations

import re
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.files.saves import samples
from engine.game.chart import Hull, Scene
from engine.kernel.battle import Battle
from engine.review.report import Moment, Story
from tests.tui.share.browser import Browser
from tests.tui.share.test_pictures import NAME, SCENES
from tui.cli import main
from tui.replay.sharing import Part, footage
from tui.share.film import ABOVE, ROW, ROWS, Film, animated_svg, film
from tui.share.paper import PAPERS
from tui.share.pixels import gif, path_outlines

SAMPLES = ("broadsides", "frigates", "ironclads")


@pytest.fixture(scope="module", params=SAMPLES)
def filmed(request: pytest.FixtureRequest) -> Iterator[tuple[Battle, Film]]:
    """Yield a sample battle of each game, and the film of its first entries."""
    with Battle.open(samples()[request.param], write=False) as battle:
        last = str(min(30, battle.position))
        yield battle, film(footage(battle, part=Part("start", last)))


def visible(text: str, share: float) -> set[str]:
    """Return the words and the keys of ships that an SVG shows at a fraction of its time."""
    root = ElementTree.fromstring(text)
    found: set[str] = set()

    def look(node: ElementTree.Element) -> None:
        animate = node.find("{*}animate")
        if animate is not None:
            times = [float(each) for each in animate.get("keyTimes", "").split(";")]
            values = animate.get("values", "").split(";")
            assert times[0] == 0
            assert times == sorted(set(times)), "a browser ignores times that do not rise"
            assert len(times) == len(values)
            if [value for at, value in zip(times, values, strict=True) if at <= share][
                -1
            ] == "none":
                return
        if node.tag.endswith("}text"):
            found.add(node.text or "")
        if node.get("data-key"):
            found.add(f"ship {node.get('data-key')}")
        for each in node:
            look(each)

    look(root)
    return found


def shown(elements: tuple[str, ...]) -> set[str]:
    """Return the words and the keys of ships in the elements of a shot."""
    return visible(f'<svg xmlns="x">{"".join(elements)}</svg>', 0.0)


def test_an_svg_shows_each_shot_at_its_time(filmed: tuple[Battle, Film]) -> None:
    _, made = filmed
    text = animated_svg(made)
    lasts, clock = sum(shot.seconds for shot in made.shots), 0.0
    assert len(made.shots) > 5
    for shot in made.shots:
        elements = (*(element for _, element in shot.elements), *shot.words)
        assert visible(text, (clock + shot.seconds / 2) / lasts) == shown(elements)
        clock += shot.seconds
    assert "<script" not in text
    assert "data:" not in text


def test_a_film_names_battle_ships_turn_and_scale_and_tells_the_story(
    filmed: tuple[Battle, Film],
) -> None:
    battle, made = filmed
    words = [shown((*(each for _, each in shot.elements), *shot.words)) for shot in made.shots]
    assert any(battle.game.title in each for each in words[0]), "the first shot says who fights"
    scale = {"oak_iron": "6 inches", "wooden_ships": "5 hexes", "iron_oak": None}[battle.game.name]
    assert all(scale in each for each in words) if scale else True
    assert all(any("turn" in text.lower() for text in each) for each in words[1:])
    sentences = " ".join(text for each in words for text in each)
    assert re.search(r"\.( |$)", sentences)


def test_a_film_ends_with_who_won() -> None:
    with Battle.open(samples()["frigates"], write=False) as battle:
        told = footage(battle, part=Part("end"))
        assert told.ending
        said = " ".join(film(told).shots[-1].words)
        assert all(word in said for word in told.ending.split())


def test_what_neither_moves_nor_is_told_is_left_out_and_a_view_stays() -> None:
    def story(*headings: float, said: str = "") -> Story:
        moments = (
            Moment(n, Scene(scene.board, (replace(hull, pose=replace(hull.pose, heading=at)),)), "",
                   said=said)
            for n, at in enumerate(headings)
        )  # fmt: skip
        return Story(title="T", about="A.", moments=tuple(moments), end=len(headings))

    scene = SCENES["hexes"]
    hull = next(mark for mark in scene.marks if isinstance(mark, Hull))
    assert len(film(story(90, 90, 90, 90)).shots) == 2, "the first and the last"
    assert len(film(story(90, 90, 120, 90)).shots) == 3
    assert len(film(story(90, 90, 90, 90, said="She waits.")).shots) == 4
    assert len({shot.frame for shot in film(story(90, 120, 90)).shots}) == 1


def test_a_long_film_is_thinned_evenly_between_its_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.share.film.MOST", 5)
    moments = tuple(Moment(n, SCENES["sea"], "", said=f"Entry {n}.") for n in range(41))
    made = film(Story(title="T", about="A.", moments=moments, ending="It ends.", end=40))
    words = [" ".join(shown(shot.words)) for shot in made.shots]
    assert "A." in words[0]
    assert [f"Entry {10 * number}." in told for number, told in enumerate(words)] == [
        False, True, True, True, True]  # fmt: skip
    assert "It ends." in words[-1]


@pytest.mark.parametrize("name", SCENES)
def test_every_mark_can_be_filmed_in_every_palette(name: str, tmp_path: Path) -> None:
    moments = tuple(Moment(n, SCENES[name], NAME, said=NAME * 90) for n in range(2))
    made = film(Story(title=NAME, about=NAME, moments=moments, end=1), 300)
    pictures = {}
    for paper in PAPERS:
        ElementTree.fromstring(animated_svg(made, paper))
        path = tmp_path / f"{paper}.gif"
        path.write_bytes(gif(made, paper))
        with Image.open(path) as picture:
            assert picture.size == (made.width, made.height) == (300, made.height)
            pictures[paper] = picture.convert("RGB").tobytes()
    assert pictures["auto"] == pictures["default"] != pictures["light"] != pictures["contrast"]


def colours(picture: Image.Image, box: tuple[int, int, int, int]) -> set[tuple[int, ...]]:
    counted = picture.convert("RGB").crop(box).getcolors(1 << 20) or []
    return {colour for _, colour in counted if isinstance(colour, tuple)}


def test_a_gif_has_the_shots_of_the_film_for_as_long(
    filmed: tuple[Battle, Film], tmp_path: Path
) -> None:
    _, made = filmed
    path = tmp_path / "film.gif"
    path.write_bytes(gif(made, "default"))
    with Image.open(path) as picture:
        assert getattr(picture, "n_frames", 1) == len(made.shots)
        seen = []
        for number, shot in enumerate(made.shots):
            picture.seek(number)
            assert picture.info["duration"] == pytest.approx(1000 * shot.seconds, abs=10)
            whole = picture.convert("RGB")
            seen.append(whole.tobytes())
            under = (0, made.height - ROW * ROWS, made.width, made.height)
            told = any('class="text"' in each for each in shot.words)
            assert (len(colours(whole, under)) > 3) is told
            assert len(colours(whole, (0, 0, made.width, ABOVE))) > 3
        assert len(set(seen)) > len(seen) / 2


def test_a_ship_of_a_gif_lies_where_she_lies_in_the_svg(tmp_path: Path) -> None:
    """A red hull is in the middle of a sea: its pixels have her colour, and those beside it the
    sea's.
    """
    with Battle.open(samples()["frigates"], write=False) as battle:
        made = film(footage(battle, part=Part("0", "0")))
    shot = made.shots[0]
    path = tmp_path / "film.gif"
    path.write_bytes(gif(made, "default"))
    found = re.findall(r'data-key="(\w+)" transform="translate\((\S+) ([^ )]+)\)', "".join(
        element for _, element in shot.elements))  # fmt: skip
    assert len(found) >= 2
    with Image.open(path) as picture:
        whole = picture.convert("RGB")
        for key, x, y in found:
            scale = made.width / shot.frame.width
            at = (float(x) - shot.frame.left) * scale, (float(y) - shot.frame.top) * scale + ABOVE
            red, _, blue = whole.getpixel((round(at[0]), round(at[1])))  # type: ignore[misc]
            assert (red > blue) is (key[0] == "A")


def test_chromium_plays_both(tmp_path: Path) -> None:
    """The time of the browser is set, so that the test does not wait: at each time it shows the
    right shot.
    """
    svg, pixels = tmp_path / "film.svg", tmp_path / "film.gif"
    with Battle.open(samples()["frigates"], write=False) as battle:
        made = film(footage(battle))
    svg.write_text(animated_svg(made), encoding="utf-8")
    pixels.write_bytes(gif(made, "default"))
    with Browser(tmp_path / "profile") as browser:
        browser.load(svg.as_uri(), "document.documentElement.setCurrentTime")
        browser.value("document.documentElement.pauseAnimations()")
        clock = 0.0
        for shot in made.shots:
            keys = browser.value(f"""(() => {{
                document.documentElement.setCurrentTime({clock + shot.seconds / 2});
                const named = (each) => each.dataset.key && `ship ${{each.dataset.key}}`;
                return [...document.querySelectorAll("[data-key],text")]
                    .filter((each) => each.getClientRects().length)
                    .map((each) => named(each) || each.textContent);
            }})()""")
            clock += shot.seconds
            elements = (*(element for _, element in shot.elements), *shot.words)
            assert set(keys) == shown(elements)
        frames = browser.value(f"""(async () => {{
            const bytes = Uint8Array.from(atob("{b64encode(pixels.read_bytes()).decode()}"),
                                          (each) => each.charCodeAt(0));
            const film = new ImageDecoder({{data: bytes, type: "image/gif"}});
            await film.tracks.ready;
            const found = [];
            for (let n = 0; n < film.tracks.selectedTrack.frameCount; n++) {{
                const {{image}} = await film.decode({{frameIndex: n}});
                found.push([image.displayWidth, image.displayHeight, image.duration / 1000]);
            }}
            return found;
        }})()""")
        assert [tuple(each[:2]) for each in frames] == [(made.width, made.height)] * len(made.shots)
        for (_, _, lasts), shot in zip(frames, made.shots, strict=True):
            assert lasts == pytest.approx(1000 * shot.seconds, abs=10)
        assert browser.problems == []


def test_a_range_of_turns_is_filmed_and_a_missing_library_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def exported(name: str, *words: str) -> str:
        to = str(tmp_path / name)
        assert main(["export", "sample:broadsides", "--to", to, *words]) == 0
        return (tmp_path / name).read_text(encoding="utf-8", errors="replace")

    part = exported("part.svg", "--from", "turn:2", "--to", "turn:3")
    assert {f"turn {n}" for n in (2, 3)} == {
        found.lower() for found in re.findall(r"(?i)turn \d+", part)
    }
    assert part == exported("same.svg", "--from", "t2", "--until", "TURN 3")
    assert exported("film.gif", "--from", "turn:2", "--to", "turn:2").startswith("GIF89a")
    with Image.open(tmp_path / "film.gif") as whole:
        many = getattr(whole, "n_frames", 1)
    assert exported("one.gif", "--at", "9", "--width", "400").startswith("GIF89a")
    with Image.open(tmp_path / "one.gif") as one:
        assert (getattr(one, "n_frames", 1), one.size[0]) == (1, 400)
    assert many > 1
    monkeypatch.setitem(sys.modules, "PIL", None)
    capsys.readouterr()
    assert main(["export", "sample:broadsides", "--to", str(tmp_path / "none.gif")]) == 2
    assert "a GIF needs the library pillow; type" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "outlines"),
    {
        "M1 2L3 4H7V9h1v2": [([(1, 2), (3, 4), (7, 4), (7, 9), (8, 9), (8, 11)], False)],
        "M1 2l2 -1 1 1": [([(1, 2), (3, 1), (4, 2)], False)],
        "M0 0L4 0L4 4ZM9 9l1 0": [([(0, 0), (4, 0), (4, 4)], True), ([(9, 9), (10, 9)], False)],
    }.items(),
)
def test_a_path_of_an_svg_has_these_corners(path: str, outlines: list[object]) -> None:
    assert list(path_outlines(path)) == outlines


def test_an_arc_of_an_svg_bulges_to_the_left_of_its_way() -> None:
    [(points, closed)] = path_outlines("M0 0A2 2 0 0 1 4 0")
    assert (points[0], points[-1], closed) == ((0, 0), (4, 0), False)
    assert points[len(points) // 2] == pytest.approx((2, -2))
