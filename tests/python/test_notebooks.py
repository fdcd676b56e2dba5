"""The tutorial notebook and what a notebook shows of results, with the program of
$WARPMARK_PROGRAM.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import warpmark
from warpmark import programs

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "tutorials" / "notebook.ipynb"


def shown(cell: Any) -> dict[str, Any]:
    """The last result of a cell, by MIME type."""
    results = [out for out in cell.outputs if out.output_type == "execute_result"]
    return dict(results[-1].data) if results else {}


def test_the_notebook_of_the_tutorial_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    paths = [ROOT / "python", ROOT / "reports"]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, paths)))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    book = nbformat.reads(NOTEBOOK.read_text(), as_version=4)  # type: ignore[no-untyped-call]
    for cell in book.cells:
        if cell.cell_type == "code":
            assert not cell.outputs, "the notebook is stored without outputs"
            assert cell.execution_count is None
    NotebookClient(book, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    by_source = {cell.source.splitlines()[-1]: cell for cell in book.cells}
    assert "32 points on simt" in shown(by_source["journal"])["text/html"]
    ladder = shown(by_source['warpmark.figure(journal, "ladder")'])["text/html"]
    assert ladder.startswith('<img alt="')
    assert "reduce/tree_sequential" in shown(by_source["result"])["text/html"]
    fault = next(cell for line, cell in by_source.items() if 'fault["source"]' in line)
    assert "out_of_bounds" in shown(fault)["text/plain"]


def test_faults_and_counters_are_tables() -> None:
    source = "__global__ void k(int* x) { x[threadIdx.x] += 1; }"
    result = warpmark.inspect(source, "k", [np.zeros(32, np.int32)], grid=1, block=64)
    html = result._repr_html_()
    assert "<td>out_of_bounds</td><td>1</td>" in html
    assert "<td>global_load_requests</td>" in html


@pytest.mark.parametrize("installed", [True, False])
def test_progress_is_shown_with_and_without_tqdm(
    installed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bars = []

    class Bar(programs.Line):
        def __init__(self, total: int) -> None:
            super().__init__(total)
            bars.append(self)

    class Auto:
        tqdm = Bar

    monkeypatch.setitem(sys.modules, "tqdm.auto", Auto if installed else None)
    lines = iter(["note: one\n", "3 of 8 points, 1 s\n", "8 of 8 points\n"])
    rest = list(programs._with_progress(lines, progress=True))
    assert rest == ["note: one\n"]
    assert len(bars) == installed
    assert capsys.readouterr().err == "\r3 of 8\r8 of 8\n"
