"""Makes sample objects of struct types; every number in a sample differs from the others.

A text field is filled with an id of the sample battle, chosen by the name of the field. If only one
value makes sense there, the game's `Ids` name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count, cycle
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec


class Samples:
    """Makes samples of structs.

    `ids` is {name of a field: possible texts}; `given` has values for whole fields.
    """

    def __init__(
        self, ids: Mapping[str, tuple[str, ...]], given: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self.ids = ids
        self.given = given

    def of(self, kind: type[Any], last: bool) -> Any:
        """Return a sample of a struct type. With `last`, a choice of words is the last one, and a
        truth value is True.

        Without `last` it is the first one, and False.
        """
        return _Making(self.ids, self.given, last).struct(kind)


class _Making:
    """One sample that is being made: numbers count up, ids are taken in turn."""

    def __init__(
        self,
        ids: Mapping[str, tuple[str, ...]],
        given: Mapping[str, Mapping[str, Any]],
        last: bool,
    ) -> None:
        self.last = last
        self.numbers = count(2)
        self.texts: dict[str, Iterator[str]] = {name: cycle(each) for name, each in ids.items()}
        self.given = given

    def struct(self, kind: type[Any]) -> Any:
        fixed = self.given.get(kind.__name__, {})
        hints = get_type_hints(kind)
        names = (
            kind.__struct_fields__
            if issubclass(kind, msgspec.Struct)
            else kind._fields  # NamedTuple
        )
        return kind(
            **{
                name: fixed[name] if name in fixed else self.value(hints[name], name)
                for name in names
            }
        )

    def value(self, hint: Any, name: str) -> Any:
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            return self.value(next(each for each in inner if each not in (NoneType,)), name)
        if origin is Literal:
            words = [each for each in inner if each] or list(inner)
            return words[-1 if self.last else 0]
        if origin is tuple:
            if inner[-1] is Ellipsis:
                return tuple(self.value(inner[0], name) for _ in range(2))
            return tuple(self.value(each, name) for each in inner)
        if origin is dict:
            return {self.value(inner[0], f"{name} key"): self.value(inner[1], name) for _ in (1, 2)}
        if hint is bool:
            return self.last
        if hint is int:
            return next(self.numbers)
        if hint is float:
            return next(self.numbers) + 0.5
        if hint is str:
            return next(self.texts[name]) if name in self.texts else f"<{name}>"
        if isinstance(hint, type) and (
            issubclass(hint, msgspec.Struct) or hasattr(hint, "_fields")
        ):
            return self.struct(hint)
        return None


def kinds(union: Any) -> Iterable[type[Any]]:
    """Return the types in a union, sorted by their names."""
    inner = get_args(union)
    found = {each for part in inner for each in kinds(part)} if inner else {union}
    return sorted(found, key=lambda kind: kind.__name__)
