"""Every picture and every figure beside the rules has its line in the reference."""

from __future__ import annotations

from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.words.reference import AIDS, NOW
from tests.engine.systems.iron_oak.table import ship, table

GAME = IronOak()


def test_each_aid_is_a_term_of_its_own() -> None:
    ids = [term.id for term in GAME.words.terms()]
    assert all(ids.count(key) == 1 for key in AIDS)
    assert {key for keys in NOW.values() for key in keys} <= set(AIDS)


def test_every_overlay_is_explained_by_its_own_name() -> None:
    named = {name.removeprefix("Overlay: ") for name, _ in AIDS.values()}
    assert {each.id for each in GAME.screen.overlays()} <= set(AIDS) & named


def test_those_of_the_phase_come_up_with_its_rules() -> None:
    play = table([ship("uss_monitor", "C3")], [ship("css_virginia", "C4")])
    assert "the_way" in GAME.words.terms_now(play.state, "uss_monitor")


def test_a_kind_of_cards_tells_what_all_of_them_bear() -> None:
    """As many figures as there are cards of the kind that bear one."""
    terms = {term.id: " ".join(term.lines) for term in GAME.words.terms()}
    told = {key: text for key, text in terms.items() if "On the cards: ~" in text}
    assert told
    figures = [text.split("On the cards: ~")[1].split(".")[0].split(", ") for text in told.values()]
    assert all(figure[0] in "+-" or " v " in figure for each in figures for figure in each)
    assert max(map(len, figures)) > 1
