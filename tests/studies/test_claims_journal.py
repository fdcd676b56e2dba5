from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

import claims_journal

# Appends its arguments to the journal; what merges, fails.
PROGRAM = f"""#!{sys.executable}
import json, sys
if any("merge/" in word for word in sys.argv):
    sys.exit(2)
with open(sys.argv[sys.argv.index("-o") + 1], "a") as journal:
    journal.write(json.dumps(sys.argv[1:]) + "\\n")
"""


def test_all_experiments_of_a_backend_go_into_one_journal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    out = tmp_path / "claims.jsonl.gz"
    assert claims_journal.main([str(program), "simt", str(out)]) == 1
    ran = [json.loads(line) for line in gzip.decompress(out.read_bytes()).splitlines()]
    expected = [words for words in claims_journal.runs_on("simt") if "merge/" not in words]
    assert len(ran) == len(expected) > 5
    assert all(words[0] == "run" and "simt" in words for words in ran)
    assert [words[-1] == "--resume" for words in ran] == [False] + [True] * (len(ran) - 1)
    assert not any(str(tmp_path) in word for words in ran for word in words)
    assert "merge/thread_serial_vec4" in capfd.readouterr().err


def test_wrong_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["program"], ["program", "gpu", "x"], ["program", "simt"]):
        assert claims_journal.main(words) == 2
        assert "simt|cuda|host" in capsys.readouterr().err


def test_the_commands_can_be_printed_for_another_machine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert claims_journal.main(["print", "cuda"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(claims_journal.runs_on("cuda"))
    assert all("--backend cuda -o claims.jsonl" in line for line in lines)
