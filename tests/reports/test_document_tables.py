"""Tables in Markdown and LaTeX: the same cells as the page's, and nothing that TeX misreads."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

import key_journals
from drawn_sheets import view_of
from warpmark_reports.base import units
from warpmark_reports.tables.best_configs import best_configs
from warpmark_reports.tables.table import Column, Table
from warpmark_reports.tables.texts import latex, latex_text, markdown

NASTY = r"50% of a_b & c#d $5 {x} ~ ^ \ <|> 2¹⁰ 3 µs 1.2× – …"


def check_tex(text: str) -> None:
    """Braces and environments close in order, specials are escaped, and all signs are ASCII."""
    assert text.isascii()
    bare = re.sub(r"\\[\\{}&%$#_,]", "", text)  # escapes, thin spaces and ends of rows
    bare = re.sub(r"\\(begin|end)\{[a-z]+\}", "", bare)
    depth = 0
    for letter in bare:
        depth += (letter == "{") - (letter == "}")
        assert depth >= 0
    assert depth == 0
    assert not re.search(r"[%$#~^_]", bare)
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{([a-z]+)\}", text):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened


def cells_of(text: str) -> list[int]:
    """The cells of each row between the rules."""
    rows = [line for line in text.splitlines() if line.endswith(r"\\") and "caption" not in line]
    return [len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows]


def table_of(rows: int) -> Table:
    frame = pd.DataFrame(
        {"name": [NASTY, "[b]"] * (rows // 2), "value": [1.5, float("nan")] * (rows // 2)}
    )
    columns = (Column("name", "name_1"), Column("value", "value (%)", units.digits))
    return Table("nasty", "All & sundry", "50 % of it", columns, frame)


def test_signs_are_escaped() -> None:
    assert latex_text("a_b & 50%") == r"a\_b \& 50\%"
    assert latex_text("2²⁰ n") == r"2\textsuperscript{20} n"
    assert latex_text("\\") == r"\textbackslash{}"
    assert latex_text("1\u202fµs") == r"1\,\ensuremath{\mu}s"
    check_tex(latex_text(NASTY))


@pytest.mark.parametrize(("rows", "kind"), [(4, "tabular"), (60, "longtable")])
def test_latex_is_whole(rows: int, kind: str) -> None:
    text = latex(table_of(rows))
    check_tex(text)
    assert f"\\begin{{{kind}}}{{@{{}}lr@{{}}}}" in text
    assert set(cells_of(text)) == {2}
    assert text.count(r"\toprule") == text.count(r"\midrule") == (1 if kind == "tabular" else 2)
    assert not re.search(r"^\s*\[", text, re.MULTILINE)  # would be an argument of \\


def test_markdown_has_a_cell_a_column() -> None:
    lines = [line for line in markdown(table_of(4)).splitlines() if line.startswith("|")]
    assert len(lines) == 6
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {3}
    assert lines[1] == "| --- | --: |"


def test_all_kinds_have_the_same_numbers(tmp_path: Path) -> None:
    view = view_of(tmp_path, "sort", key_journals.sort_points())
    table = best_configs(view.frame, view)
    assert table is not None
    for row in table.rows():
        assert " | ".join(cell.text for cell in row).replace("_", r"\_") in markdown(table)
        assert " & ".join(latex_text(cell.text) for cell in row) in latex(table)
    check_tex(latex(table))
