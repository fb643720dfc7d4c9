"""The rows of a panel become lines of text."""

import re
from collections.abc import Sequence

import pytest

from engine.game.panel import (
    Bar,
    Heading,
    Letter,
    Rose,
    Row,
    ShipLine,
    ShipPlan,
    SideLine,
    Span,
    Texture,
    Title,
    Track,
    Words,
    words,
)
from engine.kernel.battle import Battle
from tests.tui.showcase import CARD, DICE, HAND, LOG, ODDS, PREVIEW_ROWS, STRIP, taken
from tui.panel import panel_rows, panels
from tui.panel.panel_rows import SAMPLES, PanelLine, ship_pairs, short_tracks
from tui.panel.panels import _without_remarks, lay_out, lines_of
from tui.terminal.page import text_of

EVERYTHING: tuple[Row, ...] = (
    *CARD,
    *PREVIEW_ROWS,
    *ODDS,
    DICE,
    Heading("Squadrons"),
    *STRIP,
    *LOG,
    *HAND,
)


def text(
    rows: tuple[Row, ...], width: int = 42, height: int | None = None, glyphs: str = "ascii"
) -> list[str]:
    lines = lay_out(rows, width, height, glyphs)  # type: ignore[arg-type]
    return ["".join(part for _, part in line) for line in lines]


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
@pytest.mark.parametrize("width", [25, 33, 39, 42, 47, 62])
@pytest.mark.parametrize("height", [None, 60, 38, 26, 20, 5])
def test_lines_never_exceed_the_panel(width, height, glyphs):
    lines = text(EVERYTHING, width, height, glyphs)
    assert max(map(len, lines)) <= width
    assert height is None or len(lines) <= height
    assert glyphs == "unicode" or "".join(lines).isascii()


def test_the_card_is_drawn_as_designed():
    assert text(CARD, glyphs="unicode")[:6] == [
        " A1 * SWAN               5th rate, English",
        "   ╭─╨──╨──╨──╨──╨──╨──╨───╮   port loaded",
        "  ▐╡  ╂     ╂     ╂         ╞══►",
        "   ╰─╥──╥──╥──╥──╥──╥──╥───╯   stbd loaded",
        "fortitude 2   broadside 6+1  crew 2",
        "skill 1       windward 2     large 4",
    ]


def test_a_side_to_reload_is_a_plain_line():
    port, _, starboard = text((ShipPlan("A", 4, True, False),))
    assert port.count("!") == 4
    assert "!" not in starboard
    assert "RELOAD" in starboard


def test_many_guns_of_a_ship_stand_closer_where_a_panel_is_narrow() -> None:
    """A gun takes three columns if 14 are then left, else two."""
    plan = ShipPlan("A", 10, True, True)
    wide, close = (text_of(lay_out([plan], width, glyphs="ascii")[0]) for width in (44, 43))
    assert wide.split("port")[0].rstrip() == "   ." + "-!-" * 10 + "--."
    assert close.split("port")[0].rstrip() == "   ." + "-!" * 10 + "--."


@pytest.mark.parametrize(("height", "kept"), [(6, True), (5, False)])
def test_how_two_sides_stand_stays_in_a_third_of_a_panel(height: int, kept: bool) -> None:
    """In lower panels the points of the sides would leave no room for what helps to choose an
    order.
    """
    told: list[Row] = [words(f"row {number}") for number in range(9)]
    sides = [SideLine(key, name, "side_a", "0/2") for key, name in (("A", "Red"), ("B", "Blue"))]
    lines = [text_of(line).rstrip() for line in lay_out([*told, *sides], 40, height)]
    stands = ["RED   0/2", "BLUE  0/2"] if kept else []
    assert lines == [f"row {number}" for number in range(height - len(stands))] + stands


def test_tracks_are_boxes_and_figures_and_show_what_would_change():
    assert text((Track("damage", 2, 7),)) == ["damage  ##.....  2 of 7"]
    assert text((Track("damage", 2, 7, after=5),)) == ["damage  ##+++..  2 to 5 of 7"]
    assert text((Track("fatigue", 3, 7, after=1),)) == ["fatigue #++....  3 to 1 of 7"]
    assert text((Track("hits", 2, 7, note="two"),), glyphs="unicode") == ["hits    ■■□□□□□  two"]


def test_bars_share_one_scale_with_eighths():
    lines = text(ODDS, glyphs="unicode")[1:]
    assert lines[0] == "1 ▎                         <1"
    assert lines[4].startswith("5 ████████████████████████")
    assert lines[4].endswith(" 34 (crippled)")
    assert text((Bar("x", 0.0),))[0].endswith("  0")


def test_dice_lie_in_boxes_with_what_they_count_for():
    assert text((DICE,)) == [
        "+------+------+------+------+",
        "|skull |cannon|musket| sail |",
        "+------+------+------+------+",
        "  hit    hit    hit    miss",
    ]
    assert len(text((DICE,), width=25)) == 8


def test_the_strip_shows_names_and_tracks_or_figures_by_width():
    ship = ShipLine("A1", "A", "*", "Swan", taken(2, 1))
    assert text((ship,), 38) == ["A1*   Swan        d ##.....  f #......"]
    assert text((ship,), 33) == ["A1*   Swan              d2 f1"]
    assert text((ship, ship), 25) == ["A1*  d2 f1   A1*  d2 f1  "]


def test_long_words_are_squeezed_then_shortened_then_wrapped():
    values = words("fortitude 2   broadside 6+1  crew 2")
    assert text((values,), 35) == ["fortitude 2   broadside 6+1  crew 2"]
    assert text((values,), 33) == ["fortitude 2 broadside 6+1 crew 2"]
    assert text((values,), 26) == ["fort 2 broad 6+1 crew 2"]
    assert text((words("one two three four five"),), 12) == ["one two", "  three four", "  five"]


def test_a_wrapped_line_keeps_its_styles():
    row = Words((Span("plain words ", "text"), Span("and a warning", "warning")))
    lines = lay_out((row,), 14, None, "ascii")
    assert {style for line in lines for style, _ in line} == {"text", "warning"}


def test_what_goes_first_when_room_is_short():
    rows = (*CARD, Heading("Squadrons"), *STRIP, *LOG, *HAND)
    full = len(text(rows))
    shown = {height: "\n".join(text(rows, 42, height)) for height in range(full, 6, -1)}
    order = ("High Freeboard", "!--!", "Careful Aim", "Drake rallies", "Saint-Louis", "2 of 7")
    last = full + 1
    for words_gone in order:
        gone = max(height for height, drawn in shown.items() if words_gone not in drawn)
        assert gone < last
        last = gone
    assert all("SWAN" in drawn for drawn in shown.values())


def test_warnings_stay_on_a_crowded_card():
    rows = (
        Title("A1", "A", "Swan"),
        *(words(f"line {n}") for n in range(9)),
        words("port to reload", "warning"),
    )
    assert text(rows, 42, 4)[-1] == "port to reload"


def test_lines_know_the_ship_that_they_are_about():
    keyed = lines_of((*STRIP, words("of B2", key="B2")), 42, "ascii")
    assert [key for _, key in keyed][1:3] == ["A1", "A2"]
    assert keyed[-1][1] == "B2"


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (60, "CORSAIRS OF DUNKIRK 0/5: 1 cripple ends it, fortune 3"),
        (45, "CORSAIRS OF 0/5: 1 cripple ends it, fortune 3"),
        (33, "CORSAIRS 0/5: 1 cripple ends it"),
        (25, "B  0/5: 1 cripple ends it"),
    ],
)
def test_a_standing_keeps_what_tips_it_before_fortune_and_name(width: int, expected: str) -> None:
    row = SideLine(
        key="B",
        name="Corsairs of Dunkirk",
        style="side_b",
        points="0/5",
        tip="1 cripple ends it",
        spare="fortune 3",
    )
    assert text_of(lay_out([row], width)[0]).rstrip() == expected


def test_a_letter_before_a_standing_is_never_cut() -> None:
    row = SideLine(
        key="B",
        name="Armada",
        style="side_b",
        points="0/5",
        tip="1 cripple ends it",
        spare="fortune 3",
        letter="B",
    )
    shown = [text_of(lay_out([row], width)[0]).rstrip() for width in (60, 25)]
    assert shown == ["B ARMADA 0/5: 1 cripple ends it, fortune 3", "B  0/5: 1 cripple ends it"]


def test_a_standing_of_a_short_name_lies_in_a_column() -> None:
    row = SideLine("A", "Red", "side_a", "0/2")
    assert text_of(lay_out([row], 40)[0]) == "RED   0/2"


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_a_legend_shows_each_texture_with_what_it_does(glyphs: str) -> None:
    for kind, (sign, style) in SAMPLES[glyphs].items():
        line = lay_out([Texture(kind, f"{kind}: does something")], 40, glyphs=glyphs)[0]
        assert line[0] == (style, sign.ljust(4))
        assert text_of(line).endswith(f"{kind}: does something")


def test_the_longest_words_are_cut_first_with_a_sign_and_warnings_last() -> None:
    long = words("one two three four five six seven eight nine ten eleven twelve")
    short, warning = words("alpha beta gamma delta"), words("do not go near this rock", "warning")
    shown = text((long, short, warning), 14, 6)
    assert shown == [
        "one two three",
        "  four five ..",
        "alpha beta",
        "  gamma delta",
        "do not go near",
        "  this rock",
    ]
    assert text((long, short, warning), 14, 4)[1] == "alpha beta .."
    assert text((long, short, warning), 14, 4)[2:] == ["do not go near", "  this rock"]


def test_a_ship_that_is_known_by_her_name_has_no_key_before_it():
    """Name and remark have priority over boxes; without room for names, short names are written in
    columns.
    """
    ship = ShipLine(
        key="css",
        owner="B",
        tokens="L",
        name="Patrick Henry",
        tracks=taken(2, 1),
        note="C5",
        short="P.Henry",
    )
    assert [text_of(line) for line in lay_out([ship], 60)] == [
        "L Patrick Henry     d ■■□□□□□  f ■□□□□□□  C5"
    ]
    assert text_of(lay_out([ship], 36)[0]) == "L Patrick Henry     d2 f1  C5"
    fleet = [ship] * 9
    lines = [text_of(line) for line in lay_out([*fleet, *fleet], 40, 9)]
    assert lines[0].split() == ["P.Henry", "L", "d2", "f1", "P.Henry", "L", "d2", "f1"]
    assert all(len(line) <= 40 for line in lines)


def test_a_card_without_a_code_begins_with_the_name():
    for width, name in ((30, "Galena"), (50, "GALENA")):
        (line,) = lay_out([Title("uss_galena", "A", "Galena", "crack", code="")], width)
        assert text_of(line).startswith(name)
        assert "uss_galena" not in text_of(line)


def test_tracks_in_one_line_keep_every_figure_as_long_as_there_is_room():
    tracks = [Track(label, 10, 12) for label in ("hull", "crew", "rigging", "port", "starboard")]
    for width in (60, 37, 34, 20):
        assert text_of(short_tracks(tracks, width, "ascii")).count("10") == 5
    assert len(text_of(short_tracks(tracks, 34, "ascii"))) <= 34
    assert text_of(short_tracks(tracks, 20, "ascii")) == "h10 c10 r10 p10 s10"


def test_a_heading_is_left_out_with_all_that_was_below_it() -> None:
    """Of a card and the list of ships only the card fits: no heading is left at the end without
    rows.
    """
    rows = [words("one"), words("two"), Heading("Fleets"), ShipLine("A1", "A", "", "Mars")]
    for height, told in ((4, 4), (3, 2), (2, 2), (1, 1)):
        assert len(lay_out(rows, 30, height, "ascii")) == told


def test_a_heading_whose_rows_have_no_room_does_not_stand_over_the_sides() -> None:
    sides = [SideLine("A", "Red", "side_a", "0/2"), SideLine("B", "Blue", "side_b", "1/2")]
    rows = [Heading("Orders", kept=True), words("one"), Heading("If she sails"), words("2 dice")]
    shown = [text_of(line) for line in lay_out([*rows, *sides], 30, 5)]
    assert shown[1:] == ["one", "RED   0/2", "BLUE  1/2"]


@pytest.mark.parametrize(
    ("width", "told"),
    [(40, "rigging ###.... ####### #######  3 7 7"), (33, "rigging 3/7 7/7 7/7")],
)
def test_sections_without_room_for_boxes_and_figures_are_figures(width: int, told: str) -> None:
    row = Track("rigging", 17, 21, groups=(3, 7, 7), sizes=(7, 7, 7))
    (line,) = lay_out([row], width, None, "ascii")
    assert text_of(line).rstrip() == told


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (60, ["RED   0/2: 1 loss ends it  1 Down!"]),
        (25, ["RED   0/2: 1 loss ends it", " now 1 Down!"]),
    ],
)
def test_the_card_in_force_stands_beside_the_points_or_below(
    width: int, expected: list[str]
) -> None:
    row = SideLine("A", "Red", "side_a", "0/2", "1 loss ends it", card="1 Down!")
    assert [text_of(line) for line in lay_out([row], width, None, "ascii")] == expected


def test_points_and_cards_of_both_sides_stay_when_there_is_room_for_little_else() -> None:
    """The forecast is shortened: of the odds only figures remain."""
    rows: list[Row] = [
        Heading("B2 at A1", kept=True),
        words("range 4"),
        Heading("Dice", minor=True, kept=True),
        words("4 broadside = 4 dice"),
        Heading("Damage, in 100", kept=True),
        *(Bar(str(points), 0.25, "crippled" if points == 3 else "") for points in range(4)),
        *(words(f"and so on, {number}") for number in range(9)),
        Heading("Strike points/ships"),
        SideLine("A", "Red", "side_a", "0/2", "1 loss ends it", card="4 Adjust Position"),
        ShipLine("A1", "A", "", "Swallow", (("d", 0, 7),)),
        SideLine("B", "Blue", "side_b", "0/2", card="5 Favorable Wind"),
        ShipLine("B1", "B", "", "Hirondelle", (("d", 0, 7),)),
    ]
    shown = [text_of(line).rstrip() for line in lay_out(rows, 25, 10, "ascii")]
    assert shown == [
        "-- B2 at A1 -------------",
        "range 4",
        "-- Damage, in 100 -------",
        "0: 25, 1: 25, 2: 25,",
        "3: 25 (crippled)",
        "and so on, 0",
        "and so on, 1",
        "and so on, 2",
        "A 0/2! 4 Adjust Position",
        "BLUE 0/2 5 Favorable Wind",
    ]


@pytest.mark.parametrize("width", range(24, 30))
def test_a_text_that_goes_on_has_its_sign_even_where_its_line_is_full(width: int) -> None:
    told = [words("turn 10 is over; Blue has fewer strike points"), words("E look back")]
    for glyphs, sign in (("ascii", ".."), ("unicode", "…")):
        (first, second) = (text_of(line) for line in lay_out(told, width, 2, glyphs))
        assert first.endswith(sign)
        assert len(first) <= width
        assert second == "E look back"


def test_no_text_is_cut_where_rows_that_have_no_room_leave_a_line_free() -> None:
    long = "a long text that goes on in a second line"
    rows = [words(long), Heading("Section"), words("more")]
    shown = [text_of(line) for line in lay_out(rows, 25, 2, "ascii")]
    assert shown == ["a long text that goes on", "  in a second line"]


def test_a_track_that_is_too_long_is_told_in_figures() -> None:
    shown = lay_out([Track("hits", 17, 24)], 25, None, "ascii")
    assert [text_of(line) for line in shown] == ["hits    17 of 24"]


def test_remarks_are_left_out_of_cards_alone() -> None:
    """Rows before the first card, and after a heading, do not belong to a card."""
    remark = words("a remark", "dim")
    card = [Title("A1", "A", "Swan", ""), words("guns 3"), remark]
    rows = [remark, *card, Heading("The enemy"), remark]
    assert _without_remarks(rows) == [remark, *card[:2], Heading("The enemy"), remark]


def test_a_ship_of_many_tokens_keeps_her_last_figure() -> None:
    ships = [
        ShipLine("B1", "B", "%", "", (("d", 7, 7), ("f", 0, 7))),
        ShipLine("B2", "B", "*!@pme", "", (("d", 3, 7), ("f", 7, 7))),
    ]
    lines = [text_of(line) for line in ship_pairs(ships, 40)]
    assert " ".join(lines).split() == ["B1%", "d7", "f0", "B2*!@pme", "d3", "f7"]


def test_a_track_of_any_length_is_told_in_figures() -> None:
    """Anybody may have made the file, and drawing a long track would fill the memory."""
    many = 10**12
    ship = ShipLine("B1", "B", "", "Gloire", (("d", 3, many),))
    rows = [Track("damage", 3, many), Track("guns", 3, many, sizes=(many, 2)), ship]
    told = "\n".join(text_of(line) for line in lay_out(rows, 60))
    assert f"3 of {many}" in told
    assert f"3/{many}" in told


def test_a_table_without_rows_leaves_no_head_behind() -> None:
    table = [Heading("Over all"), words("her plots   bear rake", "dim"), words("B1   3 of 19")]
    rows = [words(f"line {number}") for number in range(4)] + table
    assert [text_of(line) for line in lay_out(rows, 30, 7)][-1] == "B1   3 of 19"
    for height in (4, 5, 6):
        shown = [text_of(line) for line in lay_out(rows, 30, height)]
        assert not [line for line in shown if "her plots" in line and line == shown[-1]]
        assert "Over all" not in shown[-1]


def test_a_table_below_other_rows_is_shown_with_its_titles_or_not_at_all() -> None:
    order = Heading("With this order", kept=True)
    table = [words("miss/effect", "head"), words("WL 40/37"), words("B 50/34")]
    rows = [order, words("d10 at B1"), words("0.4 Hits"), *table]
    seen = [
        [text_of(line) for line in lay_out(rows, 30, height)] for height in range(2, len(rows) + 1)
    ]
    assert any("WL 40/37" in shown for shown in seen)
    for shown in seen:
        assert ("miss/effect" in shown) == ("WL 40/37" in shown), shown


def test_only_rows_that_changed_are_laid_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key changes few rows of a panel.

    This also holds if there is little room and the layout tries many variants.
    """
    laid: list[str] = []

    def counted(row: Words, width: int) -> Sequence[PanelLine]:
        laid.append("".join(span.text for span in row.spans))
        return panel_rows.words(row, width)

    monkeypatch.setattr(panels, "words", counted)
    said = [words(f"what is said, the {number}th of many") for number in range(40)]
    for height in (60, 20):
        before = lay_out(said, 41, height)
        laid.clear()
        assert lay_out(said, 41, height) == before
        assert not laid
        now = [*said[:7], words(f"another at {height}"), *said[8:]]
        assert text_of(lay_out(now, 41, height)[7]).strip() == f"another at {height}"
        assert set(laid) <= {f"another at {height}"}


def test_the_points_on_each_heading_are_a_compass_where_there_is_room() -> None:
    """It has an arrow that points where the wind blows to.

    Without room, and always in the line mode, it is a line of text.
    """
    points = (("N", 2), ("NE", 3), ("SE", 1), ("S", 0), ("SW", 1), ("NW", 3))
    rows = (Rose("by heading", points, "N", "SE"),)
    line = "by heading: N 2 NE 3 SE 1 S 0 SW 1 NW 3"
    assert [text_of(each).rstrip() for each in lay_out(rows, 46, 3, "ascii")] == [
        "  NW 3    [N 2]   NE 3",
        "            \\   wind from SE",
        "  SW 1     S 0    SE 1",
    ]
    assert [text_of(each) for each in lay_out(rows, 46, 2, "ascii")] == [line]
    assert [text_of(each) for each in lay_out(rows, 46, None, "ascii")] == [line]
    assert text_of(lay_out(rows, 39, 9, "ascii")[0]) == line


@pytest.mark.parametrize(
    ("game", "scenario", "letters"),
    [
        ("oak_iron", "quickstart", "df"),
        ("wooden_ships", "mars_hercule", "hcrps"),
        ("iron_oak", "duel", "hc"),
    ],
)
def test_each_letter_before_a_figure_is_in_the_legend(
    game: str, scenario: str, letters: str
) -> None:
    """Cards become this short only if there is little room, so that every height is tried."""
    battle = Battle.new(game, scenario, 3)
    view, screen = battle.view("A"), battle.game.screen
    signs = {part for row in screen.legend(view) if isinstance(row, Letter)
             for part in row.sign.split()}  # fmt: skip
    used = set(letters)
    for key in screen.subjects(view):
        for height in range(3, 16):
            for line in lay_out(screen.card(view, key), 33, height, "ascii"):
                used |= set(re.findall(r"(?<!\S)([a-z])\d+(?!\w)", text_of(line)))
    assert used == set(letters)
    assert used <= signs


def test_a_name_is_not_cut_for_a_remark() -> None:
    """A long remark follows in lines of its own; a short one replaces the tracks."""
    note = "all hands were boarding"
    ship = ShipLine("A1", "A", "", "Northumberland", (("h", 9, 14),), note=note)
    told = [text_of(line) for line in lay_out([ship], 33)]
    assert "Northumberland" in told[0]
    assert note in " ".join(" ".join(told[1:]).split())


def test_a_section_that_is_cut_says_so() -> None:
    rows = [Heading("To win"), *(words(f"way number {n} of winning this") for n in range(9))]
    told = [text_of(line) for line in lay_out(rows, 40, 5)]
    assert told[0].startswith("── To win, in part ──")
    assert len(told) == 5
    assert text_of(lay_out(rows, 40, 12)[0]).startswith("── To win ──")
    assert text_of(lay_out(rows, 15, 5)[0]).startswith("── To win .. ─")
    wide = [Heading("Strike points of all the ships"), *rows[1:]]
    assert [text_of(line) for line in lay_out(wide, 25, 5)][2:] != ["", "", ""]
