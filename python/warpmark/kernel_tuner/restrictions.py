"""Python expressions over tunable parameters as expressions of a kernels file."""

from __future__ import annotations

import ast
from collections.abc import Collection

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%", ast.Pow: "^",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "&&", ast.Or: "||",
}  # fmt: skip
FUNCTIONS = ("min", "max")


class UntranslatableError(ValueError):
    """Python that a kernels file cannot say: true division, attributes, unknown names."""


def translated(expression: str, names: Collection[str], *, rounds_down: bool = False) -> str:
    """`"(x == 0) || ((y % 32) != 0)"` of `"x == 0 or y % 32 != 0"`; raises UntranslatableError.

    With `rounds_down` the result of a division at the top is an integer, as in sizes of grids.

    >>> translated("x == y * 2 and not z in (1, 2)", "xyz")
    '((x == (y * 2)) && !((z == 1) || (z == 2)))'
    >>> translated("x / 32", "xyz", rounds_down=True)
    '(x / 32)'
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{expression!r}: {error.msg}; expected a Python expression") from error
    if rounds_down and isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Div):
        tree.op = ast.FloorDiv()
    return _text(tree, names)


def _text(node: ast.expr, names: Collection[str]) -> str:
    match node:
        case ast.Name(id=name) if name in names:
            return name
        case ast.Constant(value=bool(value)):
            return str(int(value))
        case ast.Constant(value=int(value)):
            return str(value)
        case ast.Constant(value=str(value)) if "'" not in value:
            return f"'{value}'"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return f"({_text(left, names)} {OPERATORS[type(op)]} {_text(right, names)})"
        case ast.BoolOp(op=op, values=values):
            return (
                "(" + f" {OPERATORS[type(op)]} ".join(_text(each, names) for each in values) + ")"
            )
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"!{_text(operand, names)}"
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"(0 - {_text(operand, names)})"
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            sides = [left, *comparators]
            parts = [
                _compared(one, op, two, names)
                for one, op, two in zip(sides, ops, comparators, strict=False)
            ]
            return parts[0] if len(parts) == 1 else "(" + " && ".join(parts) + ")"
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return f"{name}({', '.join(_text(each, names) for each in args)})"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return f"({_text(test, names)} ? {_text(body, names)} : {_text(orelse, names)})"
    raise UntranslatableError(f"{ast.unparse(node)!r} cannot be said in a kernels file")


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr, names: Collection[str]) -> str:
    if isinstance(op, (ast.In, ast.NotIn)) and isinstance(right, (ast.Tuple, ast.List, ast.Set)):
        one = _text(left, names)
        any_of = " || ".join(f"({one} == {_text(each, names)})" for each in right.elts)
        return f"!({any_of})" if isinstance(op, ast.NotIn) else f"({any_of})"
    if type(op) not in OPERATORS:
        raise UntranslatableError(f"'{ast.unparse(right)}' cannot be compared in a kernels file")
    return f"({_text(left, names)} {OPERATORS[type(op)]} {_text(right, names)})"
