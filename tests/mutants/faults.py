"""Finds the faults that can be put into a module; each is one small change of its text.

An operator is replaced by its opposite, a condition is negated or loses one of its terms, a number
is changed, a statement is dropped. Types, docstrings and code for type checkers are not changed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
}
TEXTS = (ast.JoinedStr, ast.Constant)


class Fault(NamedTuple):
    """A change of a module: where, the text that stands there, and the text that replaces it."""

    path: Path
    inside: str
    """The function in which it lies, as `Class.method`; '' outside of any function."""
    line: int
    was: str
    now: str
    start: int
    end: int
    """Where the text `was` ends in the module, in bytes."""

    @property
    def of_a_condition(self) -> bool:
        """Whether it exchanges `and` and `or`, or leaves out one of their terms."""
        try:
            return isinstance(ast.parse(self.was, mode="eval").body, ast.BoolOp)
        except SyntaxError:  # a statement, or part of a line that goes on
            return False

    def put(self, text: bytes) -> bytes:
        """Return the text of the module with the fault in it."""
        return text[: self.start] + self.now.encode() + text[self.end :]

    def __str__(self) -> str:
        """Return `file:line (function) was -> now`."""
        where = f" ({self.inside})" if self.inside else ""
        short = (" ".join(each.split()) for each in (self.was, self.now))
        return f"{self.path}:{self.line}{where} {' -> '.join(short)}"


def faults(path: Path) -> list[Fault]:
    """Return every fault that can be put into a module."""
    text = path.read_bytes()
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def fault(inside: str, node: ast.expr | ast.stmt, now: str) -> Fault:
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        return Fault(path, inside, node.lineno, text[start:end].decode(), now, start, end)

    return [fault(*each) for each in _changes(ast.parse(text), "")]


def _changes(node: ast.AST, inside: str) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    """Yield (function, node of the syntax tree, text that replaces it) for every possible change
    below a node.
    """
    for child in ast.iter_child_nodes(node):
        if _idle(child, node):
            continue
        within = inside
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            within = f"{inside}.{child.name}".lstrip(".")
        if isinstance(child, ast.expr | ast.stmt):
            yield from ((inside, *change) for change in _of(child, node))
        yield from _changes(child, within)


def _idle(node: ast.AST, parent: ast.AST) -> bool:
    """Tell whether a node is never executed, or only for type checking, so that it is not
    changed.
    """
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return True
    if isinstance(node, ast.arg | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True  # of zip: a guard against what never is
    if isinstance(parent, ast.AnnAssign) and node is parent.annotation:
        return True
    if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef) and node is parent.returns:
        return True
    return isinstance(parent, ast.JoinedStr | ast.FormattedValue | ast.Subscript) and (
        isinstance(node, ast.Constant)
    )


def _of(node: ast.expr | ast.stmt, parent: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield the changes of one node, each as (the node, the text that replaces it)."""
    match node:
        case ast.Compare(left=left, ops=[op, *more], comparators=right) if type(op) in COMPARED:
            flipped = ast.Compare(left, [COMPARED[type(op)](), *more], right)
            yield node, f"({ast.unparse(flipped)})"
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(other, values))})"
            for left_out in range(len(values)):
                rest = [each for at, each in enumerate(values) if at != left_out]
                left: ast.expr = rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
                yield node, f"({ast.unparse(left)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in RECKONED:
            if not any(isinstance(each, TEXTS) and _is_text(each) for each in (left, right)):
                yield node, f"({ast.unparse(ast.BinOp(left, RECKONED[type(op)](), right))})"
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() | float() as value):
            yield node, f"{value + 1}"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(test, ast.Compare | ast.UnaryOp):  # these are turned themselves
                yield test, f"(not ({ast.unparse(test)}))"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            if isinstance(parent, ast.FunctionDef | ast.If | ast.For | ast.While | ast.With):
                yield node, "pass"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
