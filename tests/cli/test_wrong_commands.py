"""Every wrong command: exit status 2, nothing on stdout, one line that names the right thing."""

import pytest
from tests.cli.program import Program


def refuse(program: Program, words: list[str], *expected: str) -> None:
    done = program.run(*words)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert done.stderr.startswith("error: "), done.stderr
    for part in expected:
        assert part in done.stderr


def test_names(program: Program) -> None:
    refuse(program, ["rnu"], "rnu", "did you mean 'run'")
    refuse(program, ["run", "reduce/tree_sequental"], "tree_sequental", "'reduce/tree_sequential'")
    refuse(program, ["list", "scna"], "unknown family or variant 'scna'; did you mean 'scan'?")
    refuse(program, ["list", "foo"], "unknown family or variant 'foo'; `warpmark list` shows all")
    refuse(program, ["help", "rnu"], "unknown verb 'rnu'", "did you mean 'run'")
    refuse(
        program,
        ["run", "help"],
        "SELECT 'help' matches nothing; did you mean `warpmark run --help`?",
    )
    refuse(program, ["list", "help"], "did you mean `warpmark list --help`?")
    refuse(program, ["explain", "reduce/shufle_xor"], "'reduce/shuffle_xor'")
    refuse(
        program,
        ["explain", "reduce/foo"],
        "unknown family or variant 'reduce/foo'; `warpmark list reduce` shows its variants",
    )
    refuse(program, ["run", "--budgt", "60s"], "--budgt", "did you mean '--budget'")


def test_axes(program: Program) -> None:
    refuse(program, ["run", "-p", "tpye=i32"], "tpye", "did you mean 'type'")
    refuse(program, ["run", "-c", "blok=64"], "blok", "did you mean 'block'")
    refuse(program, ["run", "-p", "type=f31"], "f31", "f32")
    refuse(program, ["run", "-c", "block=2048"], "2048", "32 to 1024")
    refuse(program, ["run", "-p", "n=-5"], "-5", "from 0 to")
    refuse(program, ["run", "-p", "n=ten"], "n=ten: expected an integer or a range", "2^10..2^28")
    refuse(program, ["run", "-p", "n=2^70"], "n=2^70: out of range, expected at most 2^34")
    refuse(program, ["run", "-p", "n=2^10..2^99"], "n=2^99: out of range")
    refuse(program, ["run", "-p", f"n={'9' * 30}"], "out of range, expected at most 2^34")
    refuse(program, ["run", "-p", "n"], "-p axis=values")
    refuse(program, ["run", "-p", "n=9..5:1"], "9..5:1", "empty")


def test_values_of_options(program: Program) -> None:
    refuse(program, ["run", "--budget", "soon"], "--budget soon", "60s")
    refuse(program, ["run", "--budget", "0s"], "above zero")
    refuse(program, ["run", "--backend", "cpu"], "cpu", "simt")
    refuse(program, ["run", "--precision", "0"], "--precision 0", "percentage")
    refuse(program, ["run", "--max-samples", "0"], "--max-samples 0", "a number from 1")
    refuse(program, ["run", "--processes", "0"], "--processes 0", "a number from 1 to 64")
    refuse(
        program, ["run", "--backend", "simt", "--publish"], "--publish", "--backend cuda or host"
    )
    refuse(
        program,
        ["run", "--backend", "cuda", "--devices", "0,1", "--processes", "3"],
        "--processes 3 --devices 0,1",
        "one card",
    )
    refuse(program, ["run", "--backend", "replay", "--from", "x", "--publish"], "--processes")
    refuse(program, ["run", "--state", "warm"], "--state warm", "hot")
    refuse(
        program,
        ["run", "--energy", "--energy-time", "50ms"],
        "--energy-time 50ms: expected a time from 100ms to 60s",
    )
    for option in ("--energy", "--latency"):
        refuse(
            program,
            ["run", "reduce", "--backend", "simt", option],
            f"{option} on backend simt: only a card has this; expected --backend cuda",
        )
    refuse(
        program,
        ["tune", "reduce", "--backend", "simt", "--objective", "edp"],
        "--objective edp on backend simt: only a card has this; expected --backend cuda",
    )
    refuse(program, ["tune", "reduce", "--objective", "power"], "--objective power: expected time,")
    refuse(
        program,
        ["tune", "--check", "p.json", "--objective", "energy"],
        "a check compares times; expected no --objective",
    )
    refuse(
        program,
        ["run", "--state", "hot", "--flush", "dirty"],
        "--state hot --flush dirty: only the cold state has flushes",
    )
    refuse(program, ["run", "--seed", "x"], "--seed x: expected UINT")
    refuse(program, ["run", "--resume"], "-o FILE")
    refuse(program, [], "list")


def test_calibrate(program: Program) -> None:
    refuse(program, ["calibrate", "--backend", "simt"], "no clock", "cuda")
    refuse(program, ["calibrate", "--backend", "auto"], "--backend auto", "cuda")


def test_files(program: Program) -> None:
    (program.folder / "kept.jsonl").write_text("precious\n")
    refuse(program, ["run", "-o", "kept.jsonl"], "-o kept.jsonl exists", "--resume")
    assert (program.folder / "kept.jsonl").read_text() == "precious\n"
    refuse(program, ["run", "--resume", "-o", "kept.jsonl"], "kept.jsonl:1", "JSON")
    refuse(program, ["run", "--resume", "-o", "absent.jsonl"], "absent.jsonl", "No such file")
    (program.folder / "there").mkdir()
    for folder in ("/", "there"):
        refuse(program, ["run", "-o", folder], f"-o {folder}: is a folder; expected")
    refuse(program, ["run", "--resume", "-o", "there"], "there", "is a folder")
    refuse(program, ["report", "absent.jsonl"], "absent.jsonl", "No such file")
    refuse(program, ["report", "."], "folder")
    refuse(program, ["report", "--claims"], "JOURNAL")
    refuse(program, ["report", "kept.jsonl", "--column", "treble"], "--column", "single or double")
    refuse(program, ["report", "kept.jsonl", "--kernels"], "--kernels", "expected a file")
    refuse(program, ["compare", "--rows", "-1", "a", "b"], "--rows -1", "expected 0 or more")
    refuse(program, ["history", "lst"], "VERB", "'list'")
    refuse(program, ["report", "--claim", "kept.jsonl"], "--claim", "did you mean '--claims'")
    refuse(program, ["report", "--claims", "kept.jsonl", "-o", "."], "--output .", "claims.md")
    refuse(program, ["report", "--claims", "--serve", "kept.jsonl"], "--serve", "--claims")
    (program.folder / "future.jsonl").write_text('{"event":"manifest","schema":"warpmark/99"}\n')
    refuse(program, ["report", "future.jsonl"], "warpmark/99", "warpmark/1")


def test_unwritable_output(program: Program) -> None:
    words = ["run", "--backend", "simt", "-p", "n=32", "-o", "no/such/folder/a.jsonl"]
    refuse(program, words, "no/such/folder/a.jsonl", "No such file")


def test_no_card(program: Program) -> None:
    done = program.run("doctor", "--json")
    if '"what": "card",\n    "good": true' in done.stdout:
        pytest.skip("there is a card")
    refuse(program, ["calibrate"], "no CUDA driver", "a machine with a card")
    refuse(program, ["run", "--backend", "cuda"], "--backend cuda", "--backend simt")
