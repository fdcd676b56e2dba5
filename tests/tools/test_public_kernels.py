"""The tool that fetches, compiles and packs public kernels: its parts that need no card."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/public_kernels"))

import counters  # noqa: E402
import overview  # noqa: E402
import packing  # noqa: E402
import python_kernels  # noqa: E402
import sources  # noqa: E402

REPOSITORIES = ROOT / "tests/public_kernels/repositories"
SPECIFICATION = """# A comment.
file = "${sources}/a/b.cu"
launch = [
  { entry = "scale<256, float>", grid = 4, args = [] },
  { entry = 'quote<"x">', grid = 4, args = [] },
]

[compile]
compiler = "nvcc"
"""


def test_a_packed_specification_names_ptx_and_compiles_nothing() -> None:
    text = packing.with_ptx(SPECIFICATION, Path("specs/k.toml"))
    assert 'file = "${ptx}/k.ptx"' in text
    assert "[compile]" not in text
    assert "nvcc" not in text


def test_a_file_per_launch_cannot_be_packed() -> None:
    with pytest.raises(ValueError, match="expected one file"):
        packing.with_ptx(SPECIFICATION.replace("file =", "files ="), Path("specs/k.toml"))


def test_entries_get_the_names_of_the_ptx_in_order() -> None:
    text = packing.with_names(SPECIFICATION, ["_Z5scale", "_Z5quote"])
    assert text.index('entry = "_Z5scale"') < text.index('entry = "_Z5quote"')
    assert packing.with_names(SPECIFICATION, ["_Z5scale"]) == SPECIFICATION


def test_a_function_is_taken_with_what_it_uses_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "kernels.py"
    file.write_text(
        "import math\n"
        "import a_package_that_is_not_here\n"
        "raise SystemExit('the file must not run')\n"
        "class Test:\n"
        "    def test(self):\n"
        "        WIDTH = 3\n"
        "        @cuda.jit\n"
        "        def kernel(x):\n"
        "            return x * WIDTH + math.floor(OTHER)\n"
    )
    kernel = python_kernels.PythonKernel(
        "k", "numba", "kernels.py", "kernel", ["int32"], ["WIDTH"], {"OTHER": 1.5}
    )
    function = python_kernels.function_of(kernel, file, kernel.constants)
    assert function(2) == 7
    assert function.__code__.co_firstlineno == 8
    assert function.__code__.co_filename == str(file)


def test_a_name_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "kernels.py"
    file.write_text("x = 1\n")
    with pytest.raises(LookupError, match="no function and no variable 'y'"):
        python_kernels.add_names(file, ["y"], {})


def test_folders_stand_for_their_files(tmp_path: Path) -> None:
    (tmp_path / "src/deep").mkdir(parents=True)
    for name in ("one.cu", "src/two.cu", "src/deep/three.cuh"):
        (tmp_path / name).write_text(name)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=n", "-c", "user.email=e"]
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "x"]):
        subprocess.run([*git, *words], check=True)
    source = sources.Source("s", "", "HEAD", "MIT", ["one.cu", "src/"])
    found = sources.files_of(source, tmp_path / ".git")
    assert sorted(found) == ["one.cu", "src/deep/three.cuh", "src/two.cu"]


def test_counters_without_a_value_are_left_out() -> None:
    row = dict.fromkeys(counters.COMPARED["global_load_requests"], "1,024")
    assert counters.counts_of(row, counters.COMPARED) == {"global_load_requests": 1024}


@pytest.mark.parametrize(
    ("code", "feature"),
    [
        ("mma.sync.aligned.m16n8k16.row.col", "mma"),
        ("wgmma.mma_async.sync.aligned.m64n64k16", "wgmma"),
        ("cp.async.bulk.tensor.2d.shared", "TMA"),
        ("cp.async.cg.shared.global [%r1]", "cp.async"),
    ],
)
def test_features_are_those_of_the_instructions(code: str, feature: str) -> None:
    assert overview.features_of(code) == [feature]


def test_every_source_and_kernel_of_a_specification_is_listed() -> None:
    listed = {each.name for each in sources.read_sources(REPOSITORIES)}
    kernels = {each.name: each for each in python_kernels.read_kernels(REPOSITORIES)}
    for path in (REPOSITORIES / "specs").glob("*.toml"):
        file = tomllib.loads(path.read_text(encoding="utf-8"))["file"]
        if file.startswith("${ptx}"):
            assert kernels[path.stem].file.split("/")[0] in listed
        else:
            assert file.split("/")[1] in listed
