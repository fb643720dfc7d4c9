"""Data sets: each game object has its own, which is current while one of its methods runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.game.parts.part import lazy_method
from engine.kit.by_type import cached_per_state
from engine.kit.dataset import NoData, current_data, current_dataset, uses_own_data, using


@uses_own_data
class Chandler:
    """An object with a data set."""

    def __init__(self, data: str, other: Chandler | None = None) -> None:
        self.data = data
        self.other = other

    def asked(self) -> tuple[object, ...]:
        """Return the current data set, and those of other objects that are called from here."""
        return (current_dataset(), *(self.other.asked() if self.other else ()), current_dataset())


def test_each_object_works_with_its_own_data_set() -> None:
    assert Chandler("brass", Chandler("iron")).asked() == ("brass", "iron", "iron", "brass")
    assert current_dataset() is None


class Stock(msgspec.Struct, frozen=True):
    """A data set for the tests."""

    version: str


class Ashore:
    """A base class of a class with a data set."""

    data: Any

    def counted(self) -> object:
        """Return the current data set."""
        return current_dataset()


def test_methods_that_are_inherited_work_with_the_objects_data_too() -> None:
    @uses_own_data
    class Shop(Ashore):
        """A class with a data set, whose base class has none."""

        data = "brass"
        rules, staff = Stock("a callable that is no function"), Chandler

    @uses_own_data
    class Branch(Shop):
        """A subclass of a class with a data set."""

        data = "iron"

    assert (Shop().counted(), Branch().counted()) == ("brass", "iron")
    assert Ashore().counted() is None, "the base class is as it was"
    assert isinstance(Shop().rules, Stock)


def in_room(more: str = "") -> tuple[object, str]:
    """Return the current data set; stands for a function in some module of a game."""
    return current_dataset(), more


def test_functions_of_a_room_are_methods_and_work_with_the_objects_data() -> None:
    @uses_own_data
    class Shop:
        """A class whose methods are functions of modules, some imported only when called."""

        data = "brass"
        at_hand = staticmethod(in_room)
        late = lazy_method(f"{__name__}:in_room")
        _private = staticmethod(in_room)

    assert (Shop().at_hand("a"), Shop().late(more="b")) == (("brass", "a"), ("brass", "b"))
    assert Shop._private() == (None, "")
    assert in_room() == (None, ""), "the function is as it was"


def test_what_only_looks_like_a_method_is_left_alone() -> None:
    longer = partial(pow, 2)

    @uses_own_data
    class Counter:
        """A class with a callable attribute that is not a function."""

        data, counts, kind = "brass", longer, Stock

    assert Counter().counts(3) == 8
    assert Counter().kind("1").version == "1"


def test_a_generator_cannot_be_bound() -> None:
    class Counter:
        """A class with a method that is a generator."""

        def each(self) -> Iterator[object]:
            """Yield the current data set, after the method's call has long ended."""
            yield current_dataset()

    with pytest.raises(TypeError, match=r"Counter\.each is a generator"):
        uses_own_data(Counter)


def test_asking_for_a_data_set_where_none_is_current_is_an_error() -> None:
    for data in (None, "brass"):
        with using(data), pytest.raises(NoData, match="no call of a game is running"):
            current_data(Stock)
    with using(Stock("1")):
        assert current_data(Stock) == Stock("1")


def test_threads_do_not_see_each_others() -> None:
    seen: list[object] = []
    with using("brass"):
        thread = threading.Thread(target=lambda: seen.append(current_dataset()))
        thread.start()
        thread.join()
        assert current_dataset() == "brass"
    assert seen == [None]


def test_what_is_cached_for_a_state_is_asked_again_under_other_data() -> None:
    asked: list[object] = []

    @cached_per_state
    def ask(state: str, of: int) -> int:
        asked.append((state, of, current_dataset()))
        return of

    for data in ("brass", "brass", "iron"):
        with using(data):
            assert ask("state", 1) == ask("state", 1) == 1
    assert asked == [("state", 1, "brass"), ("state", 1, "iron")]
