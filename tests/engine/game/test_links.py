"""Links from one term of the rules reference to another."""

from __future__ import annotations

from engine.game.parts.words import Term, linked

RULES = frozenset({"rule"})


def links(*terms: Term) -> dict[str, tuple[str, ...]]:
    return {term.id: term.links for term in linked(terms, RULES)}


def rule(name: str, *lines: str) -> Term:
    return Term(name.lower(), name, "rule", lines or ("-",))


def test_names_link_in_the_order_in_which_they_stand_once_each() -> None:
    found = links(
        rule("Gun", "A boat within reach; boats out of reach."), rule("Boat"), rule("Reach")
    )
    assert found["gun"] == ("boat", "reach")


def test_a_name_may_run_over_two_lines_and_the_longest_one_counts() -> None:
    found = links(rule("Gun", "within long", "reach only"), rule("Reach"), rule("Long Reach"))
    assert found["gun"] == ("long reach",)


def test_a_part_of_a_word_is_no_name_and_nobody_links_to_himself() -> None:
    assert links(rule("Gun", "a gun for gunners"), rule("Gunner"))["gun"] == ("gunner",)


def test_a_card_is_meant_only_where_it_is_written_as_it_is_spelt() -> None:
    card = Term("swift", "Swift", "card", ("-",))
    assert links(rule("Gun", "a swift shot"), card)["gun"] == ()
    assert links(rule("Gun", "used with Swift"), card)["gun"] == ("swift",)


def test_a_rule_goes_before_a_card_that_is_called_the_same() -> None:
    card = Term("card_reach", "Reach", "card", ("-",))
    assert links(card, rule("Reach"), rule("Gun", "its Reach"))["gun"] == ("reach",)


def test_all_cards_that_are_called_the_same_are_meant() -> None:
    cards = [Term(f"{kind}_reach", "Reach", kind, ("-",)) for kind in ("card", "keyword")]
    assert links(*cards, rule("Gun", "its Reach"))["gun"] == ("card_reach", "keyword_reach")
