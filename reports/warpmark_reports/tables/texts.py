"""Tables as Markdown, and as LaTeX with booktabs."""

from __future__ import annotations

from collections.abc import Iterable

from .table import Cell, Table

LONGEST = 45  # rows of a table that fits a page

LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\ensuremath{|}",
    '"': r"\textquotedbl{}",
    "\n": " ",
    "\u2009": r"\,",
    "\u202f": r"\,",
    "–": "--",
    "…": r"\dots{}",
    "·": r"\ensuremath{\cdot}",
    "×": r"\ensuremath{\times}",
    "±": r"\ensuremath{\pm}",
    "≤": r"\ensuremath{\leq}",
    "≥": r"\ensuremath{\geq}",
    "µ": r"\ensuremath{\mu}",
    "½": r"\ensuremath{\frac{1}{2}}",
}
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))


def markdown(table: Table) -> str:
    """A table in the syntax of GitHub; numbers to the right. Title above, note below."""
    rows = table.rows()
    rules = ["--:" if right else "---" for right in _numeric(table, rows)]
    lines = [
        f"**{_escaped(table.title)}**",
        "",
        _row(_escaped(column.heading) for column in table.columns),
        _row(rules),
        *(_row(_escaped(cell.text) for cell in row) for row in rows),
    ]
    note = ["", _escaped(table.note)] if table.note else []
    return "\n".join([*lines, *note, ""])


def latex(table: Table) -> str:
    """A table for `\\usepackage{booktabs}`, and `longtable` where it is longer than a page.

    To be read by pdfLaTeX, XeLaTeX or LuaLaTeX: signs that are not ASCII are named by commands.
    """
    rows = table.rows()
    columns = "".join("r" if right else "l" for right in _numeric(table, rows))
    head = _latex_row(column.heading for column in table.columns)
    body = [_latex_row(cell.text for cell in row) for row in rows]
    about = latex_text(". ".join(filter(None, [table.title, table.note])))
    if len(rows) > LONGEST:
        lines = [
            rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}",
            rf"\caption{{{about}}} \\",
            r"\toprule", head, r"\midrule", r"\endfirsthead",
            r"\toprule", head, r"\midrule", r"\endhead",
            *body, r"\bottomrule", r"\end{longtable}", "",
        ]  # fmt: skip
    else:
        lines = [
            r"\begin{table}", r"\centering", rf"\caption{{{about}}}",
            rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}",
            r"\toprule", head, r"\midrule", *body, r"\bottomrule",
            r"\end{tabular}", r"\end{table}", "",
        ]  # fmt: skip
    return "\n".join(lines)


def latex_text(text: str) -> str:
    """The text with all that means something to TeX escaped, powers raised."""
    found = []
    raised = ""
    for letter in text:
        if letter in RAISED:
            raised += RAISED[letter]
            continue
        if raised:
            found.append(rf"\textsuperscript{{{raised}}}")
            raised = ""
        found.append(LATEX.get(letter, letter))
    if raised:
        found.append(rf"\textsuperscript{{{raised}}}")
    return "".join(found)


def _latex_row(cells: Iterable[str]) -> str:
    text = " & ".join(latex_text(cell) for cell in cells) + r" \\"
    return "{}" + text if text[0] in "[*" else text  # else an argument of the row's end before


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _escaped(text: str) -> str:
    for letter in "\\|*_`<":
        text = text.replace(letter, "\\" + letter)
    return text.replace("\n", " ")


def _numeric(table: Table, rows: list[list[Cell]]) -> list[bool]:
    """Which columns hold numbers, in at least one row."""
    return [
        column.format is not None and any(row[index].sort for row in rows)
        for index, column in enumerate(table.columns)
    ]
