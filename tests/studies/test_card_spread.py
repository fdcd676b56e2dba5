"""Cards compared by the points they share."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "studies" / "card_spread.py"


def journal(path: Path, times: dict[str, float], card_of: dict[str, str]) -> Path:
    lines = [{"event": "manifest"}] + [
        {
            "event": "measurement",
            "status": "ok",
            "key": key,
            "family": "reduce",
            "variant": key.split("[")[0],
            "card_uuid": card_of[key],
            "times_ns": {"median": time},
        }
        for key, time in times.items()
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_medians_of_ratios_and_their_spread(tmp_path: Path) -> None:
    base = {"a[1]": 100.0, "a[2]": 200.0, "a[3]": 300.0}
    single = journal(tmp_path / "one.jsonl.gz", base, dict.fromkeys(base, "GPU-0"))
    cards = {"a[1]": "GPU-0", "a[2]": "GPU-1", "a[3]": "GPU-1"}
    shared = journal(tmp_path / "all.jsonl", {"a[1]": 100.0, "a[2]": 210.0, "a[3]": 309.0}, cards)
    done = run(single, shared)
    assert done.returncode == 0, done.stderr
    assert "| reduce/a | 1.0000 | 1.0400 | 4.00 % |" in done.stdout


def test_journals_without_a_common_point(tmp_path: Path) -> None:
    one = journal(tmp_path / "one.jsonl", {"a[1]": 1.0}, {"a[1]": "GPU-0"})
    other = journal(tmp_path / "other.jsonl", {"b[1]": 1.0}, {"b[1]": "GPU-0"})
    done = run(one, other)
    assert done.returncode == 2
    assert "no measured point in common" in done.stderr


def test_a_missing_journal(tmp_path: Path) -> None:
    done = run(tmp_path / "none.jsonl", tmp_path / "none.jsonl")
    assert done.returncode == 2
    assert "no such journal" in done.stderr
