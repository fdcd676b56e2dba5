"""Cards that the interpreter models by name, and what is shown of them."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import SOURCE, Program

CARDS = SOURCE / "simt" / "cards"
NAMES = [json.loads(path.read_text())["name"] for path in sorted(CARDS.glob("*.json"))]
POINT = ("-p", "n=1000", "-p", "type=i32", "-c", "block=256")
KINDS = {"measured", "published", "data sheet", "estimated"}


def refuse(program: Program, words: tuple[str, ...], *parts: str) -> None:
    done = program.run(*words)
    assert done.returncode == 2, done.stdout + done.stderr
    for part in parts:
        assert part in done.stderr


def run_on(program: Program, card: str, *words: str) -> list[dict[str, Any]]:
    """The journal of one run."""
    path = program.folder / "run.jsonl"
    path.unlink(missing_ok=True)
    done = program.run("run", *words, "--backend", "simt", "--card", card, "-o", path.name)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in path.read_text().splitlines()]


def newest_of(name: str) -> dict[str, Any]:
    """The card file of the program with its newest calibration alone, as a file of a user."""
    content: dict[str, Any] = json.loads((CARDS / name).read_text())
    content["calibrations"] = [max(content["calibrations"], key=lambda one: one["measured_at"])]
    return content


def test_a_journal_names_the_modelled_card_and_its_calibration(program: Program) -> None:
    manifest, *lines = run_on(program, "4090", "reduce/shuffle_two_level", *POINT)
    card = manifest["card"]
    assert card["name"] == "simt (NVIDIA GeForce RTX 4090 model)"
    assert card["modelled_card"] == "NVIDIA GeForce RTX 4090"
    assert card["calibration"] == "none"
    assert card["architecture"] == "sm_89"
    assert card["multiprocessors"] == 128
    assert "-arch=sm_89" in manifest["compiler_flags"]
    times = [line["modelled_time_ns"] for line in lines if line["event"] == "measurement"]
    assert times
    assert min(times) > 1000


def test_a_date_chooses_another_calibration(program: Program) -> None:
    times = []
    for date in ("2026-11-21", "2026-11-26"):
        manifest, line, *_ = run_on(program, f"H200@{date}", "reduce/shuffle_two_level", *POINT)
        assert manifest["card"]["calibration"].startswith(date)
        launches = line["launches"]
        times.append(line["modelled_terms_ns"]["launches"])
    # Launch floors; what the body of each kernel costs is derived in the older one.
    body = 1.6 * 280.49951171875 / 1.9761432010794628
    assert launches == 2
    expected = 3360 - 2698 + launches * (body - 230.63534)
    assert times[0] - times[1] == pytest.approx(expected, abs=1)


def test_variants_are_left_out_that_the_card_cannot_run(program: Program) -> None:
    words = ("run", "reduce/cluster", *POINT, "--backend", "simt", "--dry-run")
    refuse(program, (*words, "--card", "A4000"), "need compute capability 9.0")
    assert program.run(*words, "--card", "H200").returncode == 0
    clc = ("run", "reduce/cluster_launch_control", *POINT, "--backend", "simt", "--dry-run")
    refuse(program, (*clc, "--card", "H200"), "need compute capability 10.0")
    assert program.run(*clc).returncode == 0  # the interpreter itself has all instructions
    assert program.run(*clc, "--card", "B200").returncode == 0


def test_unknown_and_ambiguous_cards_list_the_known_ones(program: Program) -> None:
    words = ("run", "reduce/strided", *POINT, "--backend", "simt", "--dry-run", "--card")
    refuse(program, (*words, "Voodoo"), "--card Voodoo: unknown card", *NAMES)
    refuse(program, (*words, "H100"), "--card H100: several cards", "NVIDIA H100 PCIe")
    refuse(program, (*words, "H200@2001"), "has the date '2001'", "2026-11-21T")
    refuse(program, (*words, "missing.json"), "missing.json")
    assert program.run(*words, "a100 sxm4 80gb").returncode == 0


def test_only_the_interpreter_takes_a_card(program: Program) -> None:
    words = ("run", "reduce/host_sequential", "-p", "n=1000", "--card", "L4")
    refuse(program, (*words, "--backend", "host"), "--card L4 on backend host", "--backend simt")
    refuse(program, (*words, "--from", "x.jsonl"), "--card L4 on backend replay")
    refuse(program, ("tune", "--from", "x.jsonl", "--card", "L4"), "--card L4 on backend replay")
    golden = ("gate", "--golden", "ci/golden", "--card", "L4")
    refuse(program, golden, "--card L4: the card of the counting stage")


def test_a_run_is_resumed_on_its_card_only(program: Program) -> None:
    run_on(program, "L4", "reduce/shuffle_two_level", *POINT)
    words: tuple[str, ...] = (
        "run",
        "reduce/shuffle_two_level",
        *POINT,
        "--backend",
        "simt",
        "--resume",
    )
    words = (*words, "-o", "run.jsonl")
    refuse(program, (*words, "--card", "L40S"), "it models NVIDIA L4 (calibration none)", "L40S")
    refuse(program, words, "not no named card")
    assert program.run(*words, "--card", "L4").returncode == 0


def test_a_card_file_is_a_card(program: Program) -> None:
    content = newest_of("nvidia_l4.json")
    content["name"] = "Half a Card"
    content["multiprocessors"] = 29
    (program.folder / "half.json").write_text(json.dumps(content))
    manifest, *_ = run_on(program, "half.json", "reduce/shuffle_two_level", *POINT)
    assert manifest["card"]["modelled_card"] == "Half a Card"
    assert manifest["card"]["multiprocessors"] == 29
    del content["calibrations"][0]["constants"]["l2_bytes"]
    (program.folder / "half.json").write_text(json.dumps(content))
    words = ("explain", "--cards", "half.json")
    refuse(program, words, "half.json: calibrations[0]", "'l2_bytes'", "`warpmark calibrate`")
    (program.folder / "half.json").write_text("{")
    refuse(program, words, "half.json", "expected a card file")
    (program.folder / "half.json").write_text("[" * 100_000)
    refuse(program, words, "half.json")


def test_inspect_interprets_a_card(program: Program) -> None:
    source = "__global__ void k(int* x) { x[threadIdx.x] = __CUDA_ARCH__; }"
    (program.folder / "k.cu").write_text(source)
    words: tuple[str, ...] = ("inspect", "k.cu", "--entry", "k", "--grid", "1", "--block", "32")
    words = (*words, "--arg", "x:i32[32]=zeros", "--json")
    done = program.run(*words, "--print", "x:1", "--card", "A6000")
    seen = json.loads(done.stdout)
    assert seen["device"] == "simt (NVIDIA RTX A6000 model)"
    assert "860" in done.stdout
    refuse(program, (*words, "--card", "A6000", "--arch", "sm_90"), "the card has its architecture")


def test_tune_models_a_card(program: Program) -> None:
    words: tuple[str, ...] = ("tune", "reduce/shuffle_two_level", "-p", "n=1000", "-p", "type=i32")
    words = (*words, "--backend", "simt", "--budget", "4", "--journal", "t.jsonl")
    done = program.run(*words, "--card", "GB10")
    assert done.returncode == 0, done.stderr
    manifest = json.loads((program.folder / "t.jsonl").read_text().splitlines()[0])
    assert manifest["card"]["modelled_card"] == "NVIDIA GB10"


def test_explain_shows_what_differs(program: Program) -> None:
    shown = program.run("explain", "--cards", "H200,4090").stdout
    assert "NVIDIA H200@2026-11-28" in shown
    assert "NVIDIA GeForce RTX 4090" in shown
    assert "the same on all:" in shown
    assert "registers 65536" in shown.partition("the same on all:")[2]
    assert "L40S" not in shown
    everything = program.run("explain", "--cards").stdout
    for name in NAMES:
        assert name in everything


def test_explain_has_every_constant_with_kind_and_source_as_json(program: Program) -> None:
    listed = json.loads(program.run("explain", "--cards", "--json").stdout)
    assert [card["name"] for card in listed] == NAMES
    for card in listed:
        constants = card["constants"].values()
        assert {constant["kind"] for constant in constants} <= KINDS
        assert all(constant["source"] for constant in constants)
    h200 = next(card for card in listed if card["name"] == "NVIDIA H200")
    assert h200["calibrations"] == ["2026-11-21T13:33:26Z", "2026-11-26", "2026-11-28T15:00:51Z"]
    assert h200["constants"]["launch_floor_ns"] == {
        "value": 2726.769222555539,
        "kind": "measured",
        "source": h200["constants"]["launch_floor_ns"]["source"],
    }
    (old,) = json.loads(program.run("explain", "--cards", "H200@2026-11-21", "--json").stdout)
    assert old["constants"]["launch_floor_ns"]["value"] == pytest.approx(3360)


def test_explain_shows_a_variant_on_a_card(program: Program) -> None:
    words = ("explain", "reduce/cluster", "--no-kernel", "--card")
    assert "left out: its instructions need" in program.run(*words, "L4").stdout
    hopper = json.loads(program.run(*words, "H100 PCIe", "--json").stdout)["card"]
    assert hopper["multiprocessors"] == 114
    assert hopper["launches"]
    assert all(launch["max_resident_blocks"] >= 1 for launch in hopper["launches"])


def test_explain_takes_a_variant_or_cards(program: Program) -> None:
    refuse(program, ("explain",), "expected a variant, or --cards")
    refuse(program, ("explain", "--cards", "L4", "--card", "L4"), "the names after --cards")
    refuse(program, ("explain", "--cards", "L5"), "--cards L5: unknown card", "NVIDIA L4")


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, program: Program) -> Path:
    """The user's folder of calibrations."""
    monkeypatch.setitem(os.environ, "XDG_CONFIG_HOME", str(program.folder / "settings"))
    folder = program.folder / "settings" / "warpmark" / "cards"
    folder.mkdir(parents=True)
    return folder


def compared(program: Program, *words: str) -> list[dict[str, Any]]:
    done = program.run("doctor", "--json", *words)
    return [one for one in json.loads(done.stdout) if one["what"] == "card constants"]


def test_doctor_lists_constants_that_differ_by_more_than_a_twentieth(
    program: Program, settings: Path
) -> None:
    content = newest_of("nvidia_h200.json")
    constants = content["calibrations"][0]["constants"]
    content["calibrations"][0]["measured_at"] = "2027-01-01T00:00:00Z"
    constants["launch_floor_ns"]["value"] *= 1.2
    constants["l2_latency_cycles"]["value"] *= 1.04
    (settings / "nvidia_h200.json").write_text(json.dumps(content))
    (found,) = compared(program)
    assert not found["good"]
    assert "NVIDIA H200: 1 of " in found["detail"]
    assert "--card" in found["detail"]
    (line,) = found["tried"]
    assert line.startswith(
        "launch_floor_ns: 2726.77 in the program, 3272.12 in the calibration (+20 %)"
    )
    assert "differ" in program.run("doctor").stdout


def test_doctor_compares_a_given_card_file(program: Program) -> None:
    content = newest_of("nvidia_h200.json")
    (program.folder / "same.json").write_text(json.dumps(content))
    (found,) = compared(program, "--calibration", "same.json")
    assert found["good"]
    assert "0 of " in found["detail"]
    (old,) = compared(program, "--calibration", str(CARDS / "nvidia_h200.json") + "@2026-11-21")
    assert "run `warpmark calibrate`" in old["detail"]
    assert any(line.startswith("launch_floor_ns") for line in old["tried"])
    content["name"] = "Another Card"
    (program.folder / "same.json").write_text(json.dumps(content))
    (other,) = compared(program, "--calibration", "same.json")
    assert "no card file of it" in other["detail"]
    refuse(program, ("doctor", "--calibration", "none.json"), "none.json")
    refuse(program, ("doctor", "--calibration", "x.json", "--fleet", "h.txt"), "no --fleet")


def test_doctor_reports_a_damaged_calibration(program: Program, settings: Path) -> None:
    (settings / "broken.json").write_text("{}")
    (found,) = compared(program)
    assert not found["good"]
    assert "broken.json" in found["detail"]


@pytest.mark.parametrize("card", NAMES)
def test_every_card_runs_every_family(program: Program, card: str) -> None:
    families = json.loads(program.run("list", "--json").stdout)["families"]
    assert len(families) > 5
    done = program.run(
        "run", "*/*", "-p", "n=1000", "--backend", "simt", "--card", card, "--dry-run"
    )
    assert done.returncode == 0, done.stderr


def test_the_gate_counts_on_a_card(program: Program) -> None:
    for side in ("base", "head"):
        shutil.copytree(SOURCE / "kernels", program.folder / side / "kernels")
    kernel = program.folder / "head" / "kernels" / "reduce" / "tree_sequential.cuh"
    text = kernel.read_text()
    kernel.write_text(text.replace("__syncthreads();", "__syncthreads(); __syncthreads();", 1))
    words: tuple[str, ...] = (
        "gate",
        "reduce/tree_sequential",
        "reduce/cluster",
        "-p",
        "n=1000",
        "-c",
        "block=32",
    )
    words = (*words, "--base", "base", "--head", "head", "--stages", "counting", "--card", "A4000")
    done = program.run(*words)
    assert done.returncode == 1, done.stderr
    assert "REGRESSION (counting) reduce/tree_sequential" in done.stdout
    assert "reduce/cluster" not in done.stdout
