"""A person's unfinished answer (`Orders`): highlighting options, turning the dial, choosing a
place.
"""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.game.decision import Answer, Area, Closed, Decision, Dial, Option
from engine.game.game import Seat
from engine.game.question import Sheet, Slot
from engine.sitting.adviser import coached_answers
from engine.sitting.orders import Orders, cost_warning, ready_to_seal_text
from engine.sitting.sheet_orders import SheetOrders, parts, slot_answer
from engine.sitting.typed_words import search
from tests.pond.game import PondGame
from tui.input.keys import Keymap
from tui.input.typed import Typed
from tui.panel.prompts import (
    Scrolled,
    advice_on,
    order_lines,
    place_lines,
    prompt_line,
    question_lines,
    sentence_lines,
    sheet_lines,
)
from tui.terminal.page import text_of

SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
QUESTION = Decision(
    seat="A",
    kind="turn",
    prompt="A1: sail and turn?",
    options=(
        Option("turn", "sail and turn", None, dial="angle"),
        Option("fire", "fire at B2", None, subject="B2"),
        Option("deploy", "deploy", None, area="at"),
    ),
    dial=Dial(-30, 30, 2.5, below="to port", above="to starboard"),
    area=Area((SQUARE,), (1.0, 1.0)),
    closed=(Closed("Anchor", "the water is too deep"),),
    ship="A1",
)
RED = Seat("A", "Red")


def test_an_option_that_there_is_not_is_not_highlighted() -> None:
    orders = Orders(QUESTION)
    assert orders.pick(2)
    assert not orders.pick(3)
    assert not orders.pick(-1)
    assert orders.index == 2


def test_what_does_not_come_back_is_not_highlighted_first() -> None:
    point = Option("point", "spend the last point", None, spends=True)
    keep = Option("keep", "keep it", None)
    orders = Orders(Decision("A", "reroll", "Again?", (point, keep)))
    assert orders.option.id == "keep"
    orders.move(-1)
    assert orders.option.id == "point", "who asks for it has it"
    assert Orders(Decision("A", "drop", "Which?", (point,))).option.id == "point"


def test_after_the_last_option_comes_the_first() -> None:
    orders = Orders(QUESTION)
    orders.move(-1)
    assert orders.option.id == "deploy"
    orders.move(1)
    assert orders.option.id == "turn"


def test_the_dial_stops_at_its_ends() -> None:
    orders = Orders(QUESTION)
    assert orders.turn(-3)
    assert orders.answer == Answer("turn", dial=-7.5)
    assert orders.turn(100)
    assert orders.dial_words == "30 to starboard"
    assert not orders.turn(1)


def test_a_value_between_the_steps_is_refused() -> None:
    with pytest.raises(Refused):
        Orders(QUESTION).turn_to(3.0)


def test_a_place_is_kept_whether_it_is_open_or_not() -> None:
    """A chosen place may be illegal: the outline of the ship still follows the cursor, and the game
    gives the reason.
    """
    orders = Orders(QUESTION)
    orders.pick(2)
    assert orders.answer == Answer("deploy", at=(1.0, 1.0))
    orders.place((10.0, 5.0))
    assert orders.answer == Answer("deploy", at=(10.0, 5.0))


def test_a_ship_finds_the_order_about_her() -> None:
    orders = Orders(QUESTION)
    assert orders.about("B2")
    assert orders.option.id == "fire"
    assert not orders.about("B1")


def test_the_prompt_says_whose_choice_which_one_and_the_key() -> None:
    """Such as `RED A1 sail and turn: ... [ < 22.5 to port > ] Enter take`."""
    orders = Orders(QUESTION)
    orders.turn(-9)
    line = text_of(prompt_line(RED, orders, Keymap(), 80))
    assert line.startswith(" RED A1  sail and turn: sail and turn [ < 22.5 to port > ]")
    assert line.endswith("Enter take ")
    assert len(line) == 80


def test_a_narrow_prompt_keeps_option_dial_and_key() -> None:
    orders = Orders(QUESTION)
    orders.turn(-9)
    line = text_of(prompt_line(RED, orders, Keymap(), 60))
    assert "[ < 22.5 to port > ]" in line
    assert "Enter take" in line


def test_a_prompt_drops_the_remark_after_a_question_before_the_question() -> None:
    """The question itself stays whole, because only it names the ship."""
    asked = "Play a card on Virginia? You hold no such card."
    question = Decision(
        "A", "enemy_cards", asked, (Option("pass", "Play nothing", None),), ship="virginia"
    )
    line = text_of(prompt_line(Seat("A", "Union"), Orders(question), Keymap(), 80))
    assert line.startswith(" UNION  Play a card on Virginia: Play nothing ")
    wide = text_of(prompt_line(Seat("A", "Union"), Orders(question), Keymap(), 120))
    assert "Virginia? You hold no such card: Play nothing" in wide


def test_the_list_marks_the_highlighted_order_and_says_why_not() -> None:
    orders = Orders(QUESTION)
    orders.move(1)
    text = [text_of(line) for line in order_lines(orders, 40, 8, "ascii", Scrolled("PgDn"))]
    assert text[0].startswith("-- Orders --")
    assert text[2].startswith(">2. fire at B2")
    assert text[4] == "Closed now, and why:"
    assert text[5] == " - Anchor: the water is too deep"


def test_reasons_that_are_cut_say_so_and_scroll() -> None:
    """Twelve reasons in six lines: after enough pages each was shown, and a shortened list says
    so.
    """
    closed = [Closed(f"Order {n}", f"reason {n}") for n in range(12)]
    orders = Orders(msgspec.structs.replace(QUESTION, closed=tuple(closed)))
    part, seen, pages = Scrolled("PgDn"), "", 0
    while True:
        text = [text_of(line) for line in order_lines(orders, 40, 12, "ascii", part)]
        assert len(text) == 12
        assert any(line.startswith(">1.") for line in text), "the highlighted order is in sight"
        seen += "\n".join(text)
        pages += 1
        assert (f" {part.below} more below: PgDn" == text[-1]) == (part.below > 0)
        if not part.below:
            break
        part.top = part.scrolled(part.shown)
    assert pages > 1
    assert all(f"Order {n}: reason {n}" in seen for n in range(12))
    part.top = part.scrolled(-100)
    assert part.top == 0


def test_a_short_list_follows_the_highlighted_order() -> None:
    orders = Orders(QUESTION)
    orders.move(2)
    text = [text_of(line) for line in order_lines(orders, 40, 2, "ascii")]
    assert text[0].startswith("-- Orders, 3 in all")
    assert text[1].startswith(">3. deploy")


def test_a_first_time_player_is_told_what_may_be_done() -> None:
    said = " ".join(advice_on(Orders(QUESTION), Keymap(), looking=False))
    assert "Left/Right turn the dial" in said
    assert "Enter takes it, u undoes" in said


def test_a_sentence_takes_as_many_lines_as_it_needs() -> None:
    lines = sentence_lines("The wind is in her eye, so she cannot sail there now.", 30)
    assert [len(text_of(line)) <= 30 for line in lines] == [True, True]


@pytest.mark.parametrize(
    ("text", "value"),
    [("15", 15.0), ("-15", -15.0), ("15 to port", -15.0), ("5 starboard", 5.0), ("5 degrees", 5.0)],
)
def test_a_value_of_a_dial_is_read_as_it_is_told(text: str, value: float) -> None:
    dial = QUESTION.dial
    assert dial is not None
    assert dial.read(text) == value


@pytest.mark.parametrize("text", ["", "abc", "5 leeward", "nan", "31"])
def test_what_is_no_value_of_a_dial_is_refused(text: str) -> None:
    dial = QUESTION.dial
    assert dial is not None
    with pytest.raises(Refused):
        dial.read(text)


LOOKED = Decision(
    "A",
    "deploy",
    "Where?",
    (
        Option("A1", "deploy A1", None, area="at", dial="angle", subject="A1"),
        Option("A2", "deploy A2", None, area="at", dial="angle"),
    ),
    dial=Dial(0, 345, 15),
    area=Area((SQUARE,), (1.0, 1.0)),
    secret=True,
)


@pytest.mark.parametrize(
    ("orders", "looking", "told"),
    [
        (Orders(LOOKED), True, "Arrows: the place. < >: turn it. Tab: the next."),
        (Orders(LOOKED), True, "Enter places it, u undoes"),
        (Orders(QUESTION), True, "Arrows: the cursor. Space: back."),
        (Orders(replace(LOOKED, dial=None)), False, "Space, arrows: the place"),
        (Orders(LOOKED), False, "Others do not see this."),
    ],
)
def test_what_may_be_done_where_a_thing_is_put_is_told(
    orders: Orders, looking: bool, told: str
) -> None:
    assert any(told in line for line in advice_on(orders, Keymap(), looking))


@pytest.mark.parametrize(("orders", "looking"), [(Orders(QUESTION), False), (Orders(LOOKED), True)])
def test_undo_is_named_only_where_it_works(orders: Orders, looking: bool) -> None:
    assert any(line.endswith(", u undoes") for line in advice_on(orders, Keymap(), looking))
    told = advice_on(orders, Keymap(), looking, undoes=False)
    assert not any("undo" in line for line in told)
    assert any(line in ("Enter takes it", "Enter places it") for line in told)


SLOTS = (
    Slot("A1", "a very long name of a ship", (Option("1", "one hex ahead", None),), typed="12LR"),
    Slot("A2", "Wren", tuple(Option(each, each, None) for each in ("x", "y", "z")), at_most=2),
)
SHEET = Sheet("orders 1", "A", "orders", "Orders", SLOTS)


def test_a_draft_leaves_out_what_its_sheet_does_not_accept() -> None:
    """As a draft kept from an earlier visit: the orders of a ship may be others by now."""
    kept = {"A1": Answer("9"), "A2": Answer(picks=("x",)), "A3": Answer("1")}
    assert SheetOrders(SHEET, kept).draft == {"A2": Answer(picks=("x",))}
    orders = SheetOrders(SHEET, {})
    for draft in (kept, {"A2": kept["A2"]}):
        orders.write_all(draft)
        assert orders.draft == {"A2": Answer(picks=("x",))}


def test_advice_that_does_not_go_with_what_is_filled_in_gives_way_to_what_is_proposed() -> None:
    slots = (SLOTS[0], replace(SLOTS[1], needs=False))
    proposed = {"A1": Answer("1"), "A2": Answer(picks=("y",))}
    sheet = replace(SHEET, slots=slots, proposed=proposed)
    orders = SheetOrders(sheet, {"A1": Answer("1")})
    orders.advised = {"A2": Answer(picks=("x", "y"))}
    assert orders.with_advice()["A2"] == Answer(picks=("x", "y"))
    for nothing in ({"A2": Answer(picks=("x", "y", "z"))}, {}):
        orders.advised = nothing
        assert orders.with_advice()["A2"] == Answer(picks=("y",))


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ("A1: 1; Wren: x, y", ["A1: 1", "Wren: x, y"]),
        ("A1: 1; dance", ["A1: 1; dance"]),
        ("A1: 1", ["A1: 1"]),
    ],
)
def test_a_line_has_parts_if_each_of_them_names_a_line_of_the_sheet(
    line: str, pieces: list[str]
) -> None:
    assert parts(line, SHEET) == pieces
    assert parts("1; 1", replace(SHEET, slots=SLOTS[:1])) == ["1; 1"]


def test_what_only_begins_as_a_pick_does_is_no_pick() -> None:
    picks = replace(SLOTS[1], options=(Option("ram", "Ram", None), Option("tack", "Tack", None)))
    sheet, game = replace(SHEET, slots=(picks,)), PondGame()

    def read(words: str, decision: Decision) -> Answer:
        raise Refused(f"no {words}")

    assert slot_answer(game, None, sheet, picks, "ram, tack", read).picks == ("ram", "tack")
    with pytest.raises(Refused, match="no rampart"):
        slot_answer(game, None, sheet, picks, "tack, rampart", read)


def test_the_coach_judges_what_could_have_been_answered_in_another_way() -> None:
    """Of a sheet that is each line with a choice, if one option and not several were picked."""
    only = replace(QUESTION, options=QUESTION.options[:1])
    assert coached_answers(QUESTION, Answer("fire")) == [(QUESTION, Answer("fire"))]
    assert coached_answers(only, Answer("turn")) == []
    assert coached_answers(QUESTION, {}) == []
    free = Slot("A3", "Lark", (Option("0", "hold", None), Option("1", "one ahead", None)))
    sheet = replace(SHEET, slots=(*SLOTS, free))
    given = {"A1": Answer("1"), "A2": Answer(picks=("x",)), "A3": Answer("0")}
    assert coached_answers(sheet, given) == [(sheet.as_decision(free), Answer("0"))]
    assert coached_answers(sheet, {"A1": Answer("1")}) == []
    assert coached_answers(sheet, Answer("0")) == []


def test_whoever_can_do_nothing_else_is_not_warned_of_the_end() -> None:
    going = Option("sail", "sail on", None)
    leaving = Option("leave", "leave the sea for good", None, ends=True)
    game = PondGame()
    view, given = game.set_up("duel", {}), Answer("leave")
    both = Decision("A", "go", "Which way?", (going, leaving))
    assert cost_warning(game, view, both, given) == "leave the sea for good"
    assert cost_warning(game, view, both, Answer("sail")) == ""
    assert cost_warning(game, view, replace(both, options=(leaving,)), given) == ""


def test_a_sheet_tells_how_it_is_spelt_sealed_and_that_nobody_sees_it() -> None:
    told = advice_on(SheetOrders(SHEET, {}), Keymap(), False)
    assert told[0].startswith("Type it with 1 2 L R. Enter: ")
    assert "fills the rest, and seals" in told[1]
    assert told[2] == "S: all ships, and how to win"
    assert told[3] == "Others do not see this."
    assert len(advice_on(SheetOrders(replace(SHEET, secret=False), {}), Keymap(), False)) == 3


def test_a_line_of_a_sheet_is_named_by_a_code_that_stands_on_the_chart_and_by_no_other() -> None:
    keys = {"A1": "A1", "A1 of": "", "uss_monitor": ""}
    slots = [replace(SLOTS[0], label="A1 of the line", subject=key) for key in keys]
    slots[0] = replace(slots[0], label="Lark")
    lines = SheetOrders(replace(SHEET, slots=tuple(slots)), {}).lines()
    assert [code for code, _, _ in lines] == list(keys.values())


def test_a_sheet_with_lines_left_empty_is_not_said_to_be_filled_in() -> None:
    every = {slot.id: Answer(slot.options[0].id) for slot in SHEET.slots}
    assert ready_to_seal_text(SHEET, every) == "All answers are filled in."
    one = {"A1": every["A1"]}
    assert ready_to_seal_text(SHEET, one) == "1 line may stay empty; the other lines are filled in."


def test_a_line_of_a_sheet_keeps_its_answer_and_a_word_of_its_note() -> None:
    orders = SheetOrders(SHEET, {"A1": Answer("1")})
    notes = ("aground 12% there", "")
    for width, whole in ((60, True), (26, False)):
        lines = [text_of(line) for line in sheet_lines(orders, width, 9, "ascii", notes)]
        told = next(line for line in lines if "aground" in line)
        assert ("aground 12% there" in told) is whole
        assert "one hex ahead" in told or not whole
        assert all(len(line) <= width for line in lines)


def test_more_than_may_be_picked_is_refused_and_other_keys_change_nothing() -> None:
    orders = SheetOrders(SHEET, {"A1": Answer("1")})
    assert orders.slot.id == "A2"
    for id in ("x", "y"):
        orders.pick([each.id for each in SLOTS[1].options].index(id))
        orders.enter()
    orders.pick(2)
    with pytest.raises(Refused):
        orders.enter()
    assert orders.draft["A2"] == Answer(picks=("x", "y"))
    assert not orders.next_offer()
    assert not orders.backspace()


def test_where_there_is_no_line_nothing_is_listed() -> None:
    assert order_lines(Orders(QUESTION), 40, 0, "ascii", Scrolled("PgDn")) == []


def test_a_narrow_prompt_of_a_place_names_the_ship_alone() -> None:
    orders = Orders(LOOKED)
    told = [
        "".join(map(text_of, place_lines(RED, orders, Keymap(), width, "too near", ("accept",))))
        for width in (90, 30)
    ]
    assert "deploy A1 [" in told[0]
    assert "deploy A1 [" not in told[1]
    assert "A1 [" in told[1]


def test_a_typed_line_is_edited_and_its_matches_gone_through() -> None:
    typed = Typed(":", lambda text: search(text, QUESTION))
    for key in ("x", "y", "left", "delete"):
        assert typed.press(key)
    assert (typed.text, typed.caret) == ("x", 1)
    typed.press("ctrl+u")
    places = []
    for key in ("down", "down", "down", "up"):
        typed.press(key)
        places.append(typed.index)
    assert places == [1, 2, 0, 2]


def test_what_is_proposed_does_not_look_picked() -> None:
    orders = SheetOrders(replace(SHEET, proposed={"A2": Answer(picks=("x",))}), {"A1": Answer("1")})
    places = {each.id: place for place, each in enumerate(SLOTS[1].options)}
    assert orders.slot.id == "A2"
    assert orders.mark(places["x"]) == "[+] "
    assert orders.title.endswith(", + proposed")
    orders.pick(places["y"])
    orders.enter()
    assert [orders.mark(places[each]) for each in "xy"] == ["[x] ", "[x] "]
    assert "proposed" not in orders.title


def test_enter_accepts_proposed_picks_and_toggling_drops_one() -> None:
    proposed = {"A2": Answer(picks=("x", "y"))}
    orders = SheetOrders(replace(SHEET, proposed=proposed), {"A1": Answer("1")})
    assert orders.enter_label == "accept"
    orders.enter()
    assert orders.draft["A2"] == proposed["A2"]
    assert orders.enter_label == "go on"
    orders.toggle()
    assert orders.draft["A2"] == Answer(picks=("y",))
    orders = SheetOrders(replace(SHEET, proposed=proposed), {"A1": Answer("1")})
    orders.toggle()
    assert orders.draft["A2"] == Answer(picks=("y",)), "the highlighted one is dropped"


def test_orders_stand_in_their_order_whichever_of_them_go_on_in_a_second_row() -> None:
    labels = ("sail", "sail on and turn about", "turn", "anchor in the roads")
    decision = replace(QUESTION, options=tuple(Option(each, each, None) for each in labels))
    for height in range(5, 9):
        for index in range(len(labels)):
            orders = Orders(decision)
            orders.move(index)
            text = [text_of(line) for line in order_lines(orders, 20, height, "ascii")]
            guided = order_lines(orders, 20, height, "ascii", None, ["Up/Down: see each"])
            assert [text_of(line) for line in guided if line[0][0] != "ok"] == text
            shown = "".join(row[1] for row in text if row[1:2].isdigit())
            assert shown in "1234"
            assert str(index + 1) in shown
            assert shown == "1234" or height < 7
            told = " ".join(" ".join(text).replace(">", " ").split())
            assert all(labels[int(number) - 1] in told for number in shown)


def test_a_long_question_keeps_what_is_asked_and_the_keys() -> None:
    said = "The coach: worse; against it: " + "a shot in the next turn, " * 9
    for width in (40, 60, 80):
        rows = [
            text_of(line) for line in question_lines(f"{said}. Take it?", "y yes  n no", width, 2)
        ]
        assert len(rows) == 2
        assert " ".join(" ".join(rows).split()).endswith(". Take it? y yes n no")
    (row,) = question_lines("Seal it?", "y yes", 40, 2)
    assert text_of(row) == " Seal it?  y yes"


@pytest.mark.parametrize(
    ("fault", "hints", "width", "lines"),
    [
        ("", (), 78, 1),
        ("too near", (), 78, 1),
        ("too near", ("accept",), 78, 1),
        ("too near to a ship of the enemy and to the edge of the table", (), 78, 2),
        ("too near to a ship of the enemy and to the edge of the table", ("accept",), 78, 1),
    ],
)
def test_a_reason_that_has_room_stands_in_the_prompt_and_else_in_a_line_of_its_own(
    fault: str, hints: tuple[str, ...], width: int, lines: int
) -> None:
    """If the hints on keys have no line of their own, there is only one line, whatever the
    reason.
    """
    orders = Orders(LOOKED)
    found = place_lines(RED, orders, Keymap(), width, fault, hints)
    assert len(found) == lines
    styles = [{style for style, _ in line} for line in found]
    assert all(len(text_of(line)) == width for line in found)
    assert ("warning" in styles[-1]) is bool(fault)
    assert "prompt" in styles[0]
    assert styles[1:] == ([{"warning"}] if lines > 1 else [])
    told = "".join(map(text_of, found))
    short = bool(hints) and len(fault) > 40
    assert (f"not here: {fault}" in told) is (bool(fault) and not short)
    assert ("arrows" in told) is (not fault), "keys stand where no reason does"
    assert ("deploy A1 [" in told) is (not short), "the label is cut where one line must hold all"


def test_the_slot_of_a_ship_is_found_unless_nothing_can_be_chosen_in_it() -> None:
    """For example, a ship without crew has no options, so the highlight stays where it was."""
    filled = SLOTS[0].options
    slots = (
        Slot("A1", "Swan", filled, subject="A1"),
        Slot("A2", "Wren", filled, subject="A2"),
        Slot("A3", "Finch", (), subject="A3"),
    )
    orders = SheetOrders(Sheet("orders 2", "A", "orders", "Orders", slots), {})
    assert orders.about("A2")
    assert orders.slot.id == "A2"
    assert not orders.about("A3")
    assert not orders.about("")
    assert orders.slot.id == "A2"


def test_after_what_must_be_filled_comes_what_may_be_unless_nothing_can_be_chosen_in_it() -> None:
    filled = SLOTS[0].options
    slots = (
        Slot("A1", "Swan", filled),
        Slot("A2", "Wren", (), needs=False),
        Slot("A3", "Finch", filled, needs=False),
    )
    sheet, swan = Sheet("orders 3", "A", "orders", "Orders", slots), {"A1": Answer("1")}
    orders = SheetOrders(sheet, swan)
    orders.go_to(0)
    assert orders.next_empty()
    assert orders.slot.id == "A3"
    assert not orders.next_empty(), "it is the last"
    short = SheetOrders(replace(sheet, slots=slots[:2]), swan)
    short.go_to(0)
    assert not short.next_empty()
    assert short.slot.id == "A1"


def test_a_warning_that_is_too_long_loses_whole_clauses() -> None:
    """At 80 columns the second half of the coach's reason is left out, since a part of it would say
    nothing.
    """
    said = (
        "The coach: 5.2 Victory Points worse than the best order; for the best: rakes against "
        "5 of 35 enemy plots, can fire against 12. Give it anyway?"
    )
    rows = question_lines(said, "y yes   Esc/n no   (not Enter)", 80, 2)
    text = " ".join(text_of(row).strip() for row in rows)
    assert "rakes against 5 of 35 enemy plots. Give it anyway?" in text
    assert ".." not in text


@pytest.mark.parametrize("length", range(40, 80))
def test_a_key_in_parentheses_is_not_parted(length: int) -> None:
    said = "word " * (length // 5) + "x" * (length % 5)
    rows = question_lines(f"{said} Sure?", "y yes   Esc/n no   (not Enter)", 80, 3)
    assert any("(not Enter)" in text_of(row) for row in rows)
