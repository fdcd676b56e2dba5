"""Plugins: what they may do, what is refused, and where there is no card."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["WARPMARK_PROGRAM"]
PLUGIN = os.environ["WARPMARK_CONDUCT_PLUGIN"]
HANG_S = 600
NVCC = shutil.which("nvcc", path=f"{os.environ.get('PATH', '')}:/usr/local/cuda/bin")

ON_A_CARD = {"FAKE_CUDA_OF_PROGRAM": "1", "WARPMARK_LIBCUDA": os.environ["WARPMARK_FAKE_CUDA"]}

OUTCOMES = {
    "sound": ("ok", ""),
    "synchronises": ("failed", "it waits for the stream"),
    "times_itself": ("failed", "it waits for the stream or for an event"),
    "default_stream": ("failed", "it wrote 'y' while the stream that it is given stood still"),
    "other_stream": ("failed", "it wrote 'y' while the stream that it is given stood still"),
    "allocates": ("failed", "it allocates or frees memory"),
    "nothing": ("failed", "it enqueued nothing into the stream"),
    "past_end": ("wrong", "a write 0 bytes past the end"),
    "wrong": ("wrong", "y[0] is 8, expected 7"),
    "throws": ("failed", "out of luck"),
    "throws_a_number": ("failed", "an exception that is no std::exception"),
    "crashes": ("crashed", "signal 11"),
    "hangs": ("timed_out", "the verify phase took longer than 2 s"),
    "exits": ("crashed", "exit code 0"),
}


def warpmark(folder: Path, *words: str, card: bool = True) -> subprocess.CompletedProcess[str]:
    """The finished program, on the fake driver or on a machine without a card."""
    environment = {**os.environ, **(ON_A_CARD if card else {})}
    return subprocess.run(
        [PROGRAM, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )


def points(journal: Path) -> dict[str, Any]:
    """The measurements of a journal by variant."""
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    return {line["variant"]: line for line in lines if line["event"] == "measurement"}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Every variant of the plugin at one size."""
    folder = tmp_path_factory.mktemp("conduct")
    words = ["run", "--plugin", PLUGIN, "-p", "n=1024", "--backend", "cuda", "-o", "run.jsonl"]
    ended = warpmark(folder, *words, "--verify-limit", "2s", "--max-samples", "20")
    assert ended.returncode == 1, ended.stderr
    return points(folder / "run.jsonl")


def test_every_variant_has_one_outcome(measured: dict[str, Any]) -> None:
    assert set(measured) == set(OUTCOMES)


@pytest.mark.parametrize("variant", OUTCOMES)
def test_conduct(measured: dict[str, Any], variant: str) -> None:
    status, reason = OUTCOMES[variant]
    assert measured[variant]["status"] == status
    assert reason in measured[variant].get("reason", "")
    assert ("times_ns" in measured[variant]) == (status == "ok")


def test_the_manifest_names_the_plugin(tmp_path: Path) -> None:
    words = ["run", "--plugin", PLUGIN, "sound", "-p", "n=1024", "--backend", "cuda"]
    assert warpmark(tmp_path, *words, "-o", "run.jsonl").returncode == 0
    manifest = json.loads((tmp_path / "run.jsonl").read_text().splitlines()[0])
    assert manifest["kernels"]["file"] == PLUGIN
    assert len(manifest["kernels"]["sha256"]) == 64


def test_a_rebuilt_plugin_does_not_resume(tmp_path: Path) -> None:
    plugin = tmp_path / "libconduct.so"
    shutil.copy(PLUGIN, plugin)
    words = ["--plugin", str(plugin), "sound", "-p", "n=1024", "--backend", "cuda"]
    assert warpmark(tmp_path, "run", *words, "-o", "run.jsonl").returncode == 0
    with plugin.open("ab") as file:
        file.write(b"another build")
    ended = warpmark(tmp_path, "run", *words, "--resume", "-o", "run.jsonl")
    assert ended.returncode == 2
    assert "libconduct.so has changed since" in ended.stderr


def test_without_a_card_points_are_skipped_with_the_reason(tmp_path: Path) -> None:
    words = ["run", "--plugin", PLUGIN, "-p", "n=1024", "-o", "run.jsonl"]
    ended = warpmark(tmp_path, *words, card=False)
    assert ended.returncode == 0, ended.stderr
    found = points(tmp_path / "run.jsonl")
    assert set(found) == set(OUTCOMES)
    assert {point["status"] for point in found.values()} == {"skipped"}
    assert {point["reason"] for point in found.values()} == {"runs on backend cuda, not on simt"}


def test_listing_and_explaining(tmp_path: Path) -> None:
    listed = warpmark(tmp_path, "list", "--plugin", PLUGIN, card=False)
    assert "fills: n words of one value" in listed.stdout
    assert "fills/sound" in listed.stdout
    assert "half=0*|1" in listed.stdout
    explained = warpmark(tmp_path, "explain", "--plugin", PLUGIN, "fills/sound", card=False)
    assert explained.returncode == 0
    assert "Runs on backend cuda" in explained.stdout


def test_tuning(tmp_path: Path) -> None:
    words = ["tune", "--plugin", PLUGIN, "fills/sound", "-p", "n=1024", "--backend", "cuda"]
    ended = warpmark(tmp_path, *words, "-o", "tune.jsonl")
    assert ended.returncode == 0, ended.stderr
    assert "half=" in ended.stdout


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda _: None, "there is no such file"),
        (lambda path: path.write_text("[family]\n"), "is no shared library"),
        (lambda path: path.write_bytes(b"\x7fELF" + bytes(60)), "cannot be opened"),
        (lambda path: shutil.copy(ON_A_CARD["WARPMARK_LIBCUDA"], path), "is no plugin of warpmark"),
    ],
)
def test_what_is_no_plugin(tmp_path: Path, make: Any, message: str) -> None:
    make(tmp_path / "lib.so")
    ended = warpmark(tmp_path, "list", "--plugin", "lib.so", card=False)
    assert ended.returncode == 2
    assert "lib.so" in ended.stderr
    assert message in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def build(folder: Path, body: str, compiler: str = "c++") -> Path:
    """A plugin of this C++ source."""
    (folder / "plugin.cpp").write_text(f"#include <cstdlib>\n#include <warpmark/bench.hpp>\n{body}")
    made = folder / "libmade.so"
    words = [compiler, "-std=c++17", "-shared", "-fPIC", f"-I{SOURCE / 'include'}", "plugin.cpp"]
    subprocess.run([*words, "-o", str(made)], cwd=folder, check=True, timeout=HANG_S)
    return made


FAMILY = """
using namespace warpmark::bench;
WARPMARK_PLUGIN(plugin) {
  auto& family = plugin.family("f").axis("n", {16, 32}).swept();
  family.buffers([](const point& at, const buffers& add) { add.output("y", "i32", at["n"]); });
  family.expect([](const point&, const arrays&, const arrays&) {});
  auto& variant = family.variant("v").enqueue([](const call&) {});
  (void)variant;
  CHANGE
}
"""


MISTAKES = [
    ('family.axis("type", {"f33"});', "axis 'type': 'f33': expected element types"),
    ('family.axis("n", {1});', "axis 'n' is there twice"),
    ('family.axis("m", {1}).base(1);', "axis 'm': it has no value number 1 for its base"),
    ('variant.axis("n", {1});', "axis 'n' is one of its family's problems"),
    ('family.variant("v");', "there is a variant f/v already"),
    ('plugin.variant("redcue", "v");', "there is no family 'redcue' (did you mean 'reduce'?)"),
    (
        'plugin.family("reduce").axis("n", {1}).unverified()'
        ".buffers([](const point&, const buffers&) {});",
        "warpmark has a family of that name",
    ),
    ('family.reference("w");', "its reference: there is no variant 'w'"),
    ('throw std::runtime_error("no luck");', "cannot describe itself: no luck"),
    ("family.check(nullptr);", "it has no check()"),
    ("std::abort();", "it crashed while it was opened: Aborted"),
    ("std::_Exit(3);", "it ended the program while it was opened, with status 3"),
    ("std::_Exit(0);", "it ended the program while it was opened, with status 0"),
    ('family.rule("r", [](const point& at) { return at["m"]; });', "rule 'r': no axis 'm'"),
    (
        "family.buffers([](const point&, const buffers&) { std::abort(); });",
        "it crashed while it was opened: Aborted",
    ),
    (
        'family.buffers([](const point& at, const buffers& add) { add.output("y", "i33", 1); });',
        "i33",
    ),
    (
        'family.buffers([](const point& at, const buffers& add) { add.input("x", "i32", 1); });',
        "buffer 'x': it has no initial contents",
    ),
    (
        'family.buffers([](const point& at, const buffers&) { at["m"]; });',
        "its buffers: no axis 'm' of integers",
    ),
]


@pytest.fixture(scope="module")
def mistaken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One plugin for all mistakes: the variable MISTAKE says which it makes."""
    cases = "".join(f"    case {i}: {{ {code} break; }}\n" for i, (code, _) in enumerate(MISTAKES))
    change = f'switch (std::atoi(std::getenv("MISTAKE"))) {{\n{cases}  }}'
    return build(tmp_path_factory.mktemp("mistakes"), FAMILY.replace("CHANGE", change))


@pytest.mark.parametrize("mistake", range(len(MISTAKES)), ids=[why for _, why in MISTAKES])
def test_wrong_descriptions(
    tmp_path: Path, mistaken: Path, mistake: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MISTAKE", str(mistake))
    ended = warpmark(tmp_path, "list", "--plugin", str(mistaken), card=False)
    assert ended.returncode == 2
    assert MISTAKES[mistake][1] in ended.stderr
    assert ended.stderr.startswith("error: ")
    assert "libmade.so" in ended.stderr


def test_a_variant_of_a_built_in_family_has_its_oracle(tmp_path: Path) -> None:
    body = """
    using namespace warpmark::bench;
    WARPMARK_PLUGIN(plugin) {
      plugin.variant("reduce", "mine").on_host()
          .buffers([](const point& at, const buffers& add) {
            add.input("input", at.text("type"), at["n"]);
            add.output("output", at.text("type"), 1);
          })
          .enqueue([](const call& with) {
            int sum = 0;
            for (int i = 0; i < with["n"]; ++i) sum += with.data<int>("input")[i];
            *with.data<int>("output") = sum + (with["n"] == 2000 ? 1 : 0);
          });
    }
    """
    made = build(tmp_path, body)
    words = ["run", "--plugin", str(made), "-p", "n=1000,2000", "-p", "type=i32"]
    ended = warpmark(tmp_path, *words, "--backend", "host", "-o", "run.jsonl", card=False)
    lines = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
    found = {
        line["problem"]["n"]: line["status"] for line in lines if line["event"] == "measurement"
    }
    assert found == {1000: "ok", 2000: "wrong"}, ended.stderr
    assert list(points(tmp_path / "run.jsonl")) == ["mine"]
    named = warpmark(tmp_path, "list", "--plugin", str(made), "reduce/*", card=False)
    assert "reduce/mine" in named.stdout
    assert "reduce/tree_sequential" in named.stdout


def test_inputs_are_made_without_a_card(tmp_path: Path) -> None:
    body = """
    using namespace warpmark::bench;
    WARPMARK_PLUGIN(plugin) {
      auto& family = plugin.family("f").axis("n", {16}).unverified();
      family.buffers([](const point& at, const buffers& add) { add.input("x", "i32", at["n"]); });
      family.fill([](const point&, std::uint64_t, const warpmark_array&) {
        throw std::runtime_error("no data");
      });
      family.variant("v").enqueue([](const call&) {});
    }
    """
    words = ["run", "--plugin", str(build(tmp_path, body)), "-o", "run.jsonl"]
    warpmark(tmp_path, *words, card=False)
    point = points(tmp_path / "run.jsonl")["v"]
    assert point["status"] == "failed"
    assert point["reason"] == "input 'x': no data"


@pytest.mark.skipif(shutil.which("clang++") is None, reason="no clang++ here")
def test_clang_builds_plugins(tmp_path: Path) -> None:
    made = build(tmp_path, FAMILY.replace("CHANGE", ""), "clang++")
    assert warpmark(tmp_path, "list", "--plugin", str(made), card=False).returncode == 0


def test_an_installed_package_builds_plugins(tmp_path: Path) -> None:
    """With CMake, from what `cmake --install` puts under a prefix."""
    prefix = tmp_path / "prefix"
    (prefix / "include").mkdir(parents=True)
    (prefix / "lib" / "cmake" / "warpmark").mkdir(parents=True)
    shutil.copytree(SOURCE / "include" / "warpmark", prefix / "include" / "warpmark")
    shutil.copy(SOURCE / "include" / "warpmarkConfig.cmake", prefix / "lib" / "cmake" / "warpmark")
    (tmp_path / "mine.cpp").write_text(
        f"#include <warpmark/bench.hpp>\n{FAMILY.replace('CHANGE', '')}"
    )
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(mine LANGUAGES CXX)\n"
        "find_package(warpmark REQUIRED)\nwarpmark_add_benchmark(mine mine.cpp)\n"
    )
    for words in (["-S", ".", "-B", "build", f"-Dwarpmark_ROOT={prefix}"], ["--build", "build"]):
        subprocess.run(["cmake", *words], cwd=tmp_path, check=True, timeout=HANG_S)
    made = tmp_path / "build" / "libmine.so"
    assert warpmark(tmp_path, "list", "--plugin", str(made), card=False).returncode == 0


def test_equal_plugins_are_unchanged_without_a_card(tmp_path: Path) -> None:
    words = ["--base-plugin", PLUGIN, "--head-plugin", PLUGIN, "-p", "n=1024"]
    ended = warpmark(tmp_path, "gate", *words, card=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "UNCHANGED" in ended.stdout


def test_another_build_is_not_unchanged(tmp_path: Path) -> None:
    plugin = tmp_path / "libother.so"
    plugin.write_bytes(Path(PLUGIN).read_bytes() + b"another build")
    words = ["--base-plugin", PLUGIN, "--head-plugin", str(plugin), "-p", "n=1024"]
    ended = warpmark(tmp_path, "gate", *words, card=False)
    assert ended.returncode == 5, ended.stdout + ended.stderr
    assert "nothing was compared" in ended.stdout + ended.stderr


@pytest.mark.skipif(NVCC is None, reason="no nvcc here")
def test_machine_code_of_two_builds_is_compared(tmp_path: Path) -> None:
    """Without a card. The head keeps more in local memory, as it is not optimised."""
    flags = ["-std=c++17", "-shared", "-Xcompiler=-fPIC", "-arch=sm_90"]
    for name, more in (("base", "-O3"), ("head", "-Xptxas=-O0")):
        words = [str(NVCC), *flags, more, f"-I{SOURCE / 'include'}", "-o", f"{name}.so"]
        source = SOURCE / "examples" / "plugin" / "scale.cu"
        subprocess.run([*words, str(source)], cwd=tmp_path, check=True, timeout=HANG_S)
    words = ["--base-plugin", "base.so", "--head-plugin", "head.so", "--json", "gate.json"]
    ended = warpmark(tmp_path, "gate", *words, card=False)
    assert ended.returncode in (0, 1), ended.stdout + ended.stderr
    found = json.loads((tmp_path / "gate.json").read_text())["findings"]
    (scale,) = [finding for finding in found if "scale" in finding["subject"]]
    assert scale["stage"] == "static"
    assert scale["verdict"] != "UNCHANGED"
    assert {change["quantity"] for change in scale["changes"]} >= {"registers"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--base-plugin", PLUGIN], "--base-plugin and --head-plugin: expected both"),
        (["--build", "true", "--base", "HEAD"], "--build and --plugin: expected both"),
        (
            ["--base-plugin", PLUGIN, "--head-plugin", PLUGIN, "--base", "HEAD"],
            "--base-plugin names the base; expected no --base",
        ),
    ],
)
def test_wrong_options_of_the_gate(tmp_path: Path, words: list[str], message: str) -> None:
    ended = warpmark(tmp_path, "gate", *words, card=False)
    assert ended.returncode == 2
    assert message in ended.stderr


def test_the_gate_builds_both_revisions(tmp_path: Path) -> None:
    (tmp_path / "plugin.cpp").write_text(
        f"#include <warpmark/bench.hpp>\n{FAMILY.replace('CHANGE', '')}"
    )
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "plugin.cpp"], ["commit", "-q", "-m", "Add a plugin"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True, timeout=HANG_S)
    command = (
        f"c++ -std=c++17 -shared -fPIC -I{SOURCE / 'include'} {{dir}}/plugin.cpp -o {{dir}}/lib.so"
    )
    words = ["gate", "--base", "HEAD", "--build", command, "--plugin", "lib.so"]
    ended = warpmark(tmp_path, *words, card=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "2 UNCHANGED" in ended.stdout
    ended = warpmark(tmp_path, *words[:3], "--build", "echo nothing; false", *words[5:], card=False)
    assert ended.returncode == 2
    assert "--build ended with status 1" in ended.stderr
    assert "nothing" in ended.stderr
