"""Output of list, explain, doctor and --dry-run."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import termios

import pytest
from tests.cli.program import Program


def test_list_names_every_variant(program: Program) -> None:
    done = program.run("list", "--json")
    listed = json.loads(done.stdout)
    text = program.run("list").stdout
    assert len(listed["variants"]) >= 11
    for variant in listed["variants"]:
        assert variant["path"] in text


def test_list_counts_what_a_run_would_measure(program: Program) -> None:
    words = ["reduce/tree_*", "-p", "n=2^10..2^12", "-c", "block=64,128"]
    listed = json.loads(program.run("list", "--json", *words).stdout)
    planned = json.loads(program.run("run", "--dry-run", "--json", *words).stdout)
    assert listed["points"] == len(planned["points"])
    assert listed["points"] == len(listed["variants"]) * 3 * 2


def test_explain_shows_source_costs_and_kernel(program: Program) -> None:
    text = program.run("explain", "reduce/tree_sequential").stdout
    for part in ("lecture-2019", "barriers", "block", "__global__", "B/32 + 4"):
        assert part in text


def test_explain_shows_predicted_values(program: Program) -> None:
    words = ["explain", "reduce/tree_interleaved_compact", "--no-kernel"]
    assert "87 at n=256" in program.run(*words).stdout
    predictions = json.loads(program.run(*words, "--json").stdout)["predictions"]
    values = {each["metric"]: each["values"] for each in predictions}
    assert {"n": 256, "value": 87} in values["shared_load_wavefronts"]
    assert {"n": 1 << 22, "value": 3} in values["launches"]


def test_mutants_are_listed_and_run_only_when_requested(program: Program) -> None:
    path = "count/mutants/zero_taken_for_known"
    assert "mutants" not in program.run("list").stdout
    assert path in program.run("list", "--mutants").stdout
    alone = program.run("list", "--mutants", "*/mutants/*").stdout
    assert "\n0 variants, 0 points in a default sweep on a card, " in alone
    refused = program.run("run", "--dry-run", path)
    assert refused.returncode == 2
    assert "add --mutants" in refused.stderr
    planned = program.run("run", "--dry-run", "--json", "--mutants", path)
    assert len(json.loads(planned.stdout)["points"]) == 1


def test_explain_shows_the_fault_of_a_mutant_and_what_catches_it(program: Program) -> None:
    text = program.run("explain", "count/mutants/zero_taken_for_known").stdout
    for part in ("caught by  wrong", "FAULT", "mutants::list_chunk", "--mutants"):
        assert part in text


def test_explain_says_that_a_variant_comes_from_a_patent_publication(program: Program) -> None:
    done = program.run("explain", "deinterleave/patent_two_phase", "--no-kernel")
    text = " ".join(done.stdout.split())
    for part in (
        "patent publication of 2022",
        "gives no publication number",
        "here only to be measured",
        "the forms to use are shuffle2 between lanes",
        "byte_permute",
        "vector_load",
    ):
        assert part in text


def test_dry_run_writes_nothing(program: Program) -> None:
    done = program.run("run", "--dry-run", "-p", "n=1024")
    assert done.returncode == 0
    assert list(program.folder.iterdir()) == []


def test_doctor_lists_its_checks(program: Program) -> None:
    done = program.run("doctor")
    assert done.returncode == 0, done.stdout
    for part in ("NVRTC", "card", "kernel cache", "Python"):
        assert part in done.stdout


def test_what_several_variants_lack_is_said_once(program: Program) -> None:
    lacking: dict[str, list[str]] = {}
    for variant in json.loads(program.run("list", "--json").stdout)["variants"]:
        if variant["unavailable"]:
            lacking.setdefault(variant["unavailable"], []).append(variant["path"])
    text = program.run("list").stdout
    for reason, paths in lacking.items():
        assert text.count(reason) == 1
        listed = text.partition(reason)[2].partition("\n\n")[0]
        assert listed.replace(",", "").split() == paths


def test_every_verb_has_help_with_an_example(program: Program) -> None:
    for verb in ("list", "explain", "run", "report"):
        done = program.run(verb, "--help")
        assert done.returncode == 0
        assert "Example" in done.stdout
        assert program.run("help", verb).stdout == done.stdout
        assert max(map(len, done.stdout.partition("Examples:")[0].splitlines())) <= 100


def test_the_help_of_tune_offers_what_tune_accepts(program: Program) -> None:
    help_text = " ".join(program.run("tune", "--help").stdout.split())
    assert "may be omitted with --from" in help_text
    assert "all if none is given" not in help_text
    assert "--mutants" not in help_text
    assert "--mutants" in program.run("run", "--help").stdout


@pytest.mark.parametrize("width", [80, 120])
def test_a_listing_fits_the_terminal(program: Program, width: int) -> None:
    main_end, program_end = pty.openpty()
    fcntl.ioctl(program_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    words = [os.environ["WARPMARK_PROGRAM"], "list", "reduce"]
    with subprocess.Popen(words, stdout=program_end, cwd=program.folder):
        os.close(program_end)
        printed = b""
        try:
            while part := os.read(main_end, 4096):
                printed += part
        except OSError:  # the program has ended
            pass
    os.close(main_end)
    rows = printed.decode().splitlines()
    if width == 120:
        assert any(row.startswith("reduce/tree_interleaved_divergent ") for row in rows)
    else:  # broken within its column
        assert "divergent" in {row[:12].strip() for row in rows}
    assert max(map(len, rows)) <= width
