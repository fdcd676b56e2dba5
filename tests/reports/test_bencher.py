"""`warpmark export --format bencher`: exactly Bencher's structure, units, names, refusals."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import fastjsonschema
import pytest

import foreign_results as foreign
import history_series
import sample_journal
from warpmark_reports.export.cli import main

Captured = pytest.CaptureFixture[str]

# As https://bencher.dev/docs/reference/bencher-metric-format states it, and nothing beyond it.
METRIC = {
    "type": "object",
    "properties": {
        name: {"type": "number", "exclusiveMinimum": 0}
        for name in ("value", "lower_value", "upper_value")
    },
    "required": ["value"],
    "additionalProperties": False,
}
SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema",
    "type": "object",
    "minProperties": 1,
    "propertyNames": {"maxLength": 1024},
    "additionalProperties": {
        "type": "object",
        "propertyNames": {"maxLength": 64, "pattern": "^[a-z]+(-[a-z]+)*$"},
        "additionalProperties": METRIC,
        "required": ["latency"],
    },
}


def test_points_have_their_measures(tmp_path: Path) -> None:
    lines = sample_journal.lines("cuda", sizes=(2**20,), blocks=(64,))
    path, output = sample_journal.write(tmp_path / "j.jsonl", lines), tmp_path / "b.json"
    assert main(["--format", "bencher", str(path), "-o", str(output)]) == 0
    found = json.loads(output.read_text())
    fastjsonschema.compile(SCHEMA)(found)
    timed = [line for line in lines if (line.get("times_ns") or {}).get("median")]
    assert len(found) == len(timed) > 5
    line = timed[0]
    axes = (",".join(sorted(f"{k}={v}" for k, v in line[part].items()))
            for part in ("problem", "config"))  # fmt: skip
    measures = found[f"{line['family']}/{line['variant']}" + "".join(f"[{text}]" for text in axes)]
    times = line["times_ns"]
    assert measures["latency"] == {
        "value": times["median"], "lower_value": times["ci_lo"], "upper_value": times["ci_hi"],
    }  # fmt: skip
    rate = measures["bytes-per-second"]
    assert rate["value"] == pytest.approx(line["throughput_bytes_per_s"])
    assert rate["lower_value"] == pytest.approx(rate["value"] * times["median"] / times["ci_hi"])
    assert rate["lower_value"] < rate["value"] < rate["upper_value"]


def test_results_of_other_tools_and_medians_without_interval(
    tmp_path: Path, capsys: Captured
) -> None:
    document = foreign.google([foreign.google_row("BM_copy/64", 2.5)])
    assert main(["--format", "bencher", str(foreign.write(tmp_path / "g.json", document))]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {"google_benchmark/BM_copy[n=64][]": {"latency": {"value": 2500.0}}}


def test_what_bencher_tells_apart_by_a_report_is_refused(tmp_path: Path, capsys: Captured) -> None:
    cards = [{**sample_journal.CARD, "uuid": f"GPU-{i}"} for i in (1, 2)]
    paths = [
        str(history_series.journal(tmp_path / f"{name}.jsonl", {variant: 1e3}, day, card=card))
        for name, variant, day, card in (
            ("a", "v", 1, cards[0]), ("b", "w", 1, cards[1]), ("c", "w", 2, cards[0]),
        )
    ]  # fmt: skip
    assert main(["--format", "bencher", paths[0], paths[1]]) == 2
    told = capsys.readouterr()
    assert "GPU-1' and 'Sample Card GPU-2'; expected one card" in told.err
    assert not told.out
    assert main(["--format", "bencher", paths[0], paths[2]]) == 2
    assert "'commit c001" in capsys.readouterr().err
    counted = sample_journal.write(tmp_path / "s.jsonl", sample_journal.lines("simt"))
    assert main(["--format", "bencher", str(counted)]) == 2
    assert "no point with a measured time" in capsys.readouterr().err


@pytest.mark.skipif("WARPMARK_PROGRAM" not in os.environ, reason="no program was built")
def test_the_program_exports(tmp_path: Path) -> None:
    path = history_series.journal(tmp_path / "a.jsonl", {"v": 1e3}, 1)
    command = [os.environ["WARPMARK_PROGRAM"], "export", "--format", "bencher", str(path)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout)["copy/v[n=4096,type=u32][]"]["latency"]["value"] == 1000
