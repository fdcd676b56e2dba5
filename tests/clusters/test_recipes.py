"""The files of examples/cluster/, with what stands in for other machines."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.clusters.sweeps import ARGUMENTS, PACKAGES, PROGRAM, ROOT, points_of

from warpmark.shard_runner import shard_of_text
from warpmark.shards import ShardedSweep

EXAMPLES = ROOT / "examples/cluster"
FAKES = Path(__file__).with_name("fakes")
KUBERNETES = "1.34"
SHARDS = 2


def run(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A recipe in a folder, which finds the program, the package and the fakes."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "warpmark").symlink_to(PROGRAM)
    path = f"{programs}:{FAKES}:{os.environ['PATH']}"
    packages = os.pathsep.join([str(FAKES), *PACKAGES])
    return subprocess.run(
        words,
        cwd=folder,
        env={
            **os.environ, "PATH": path, "PYTHONPATH": packages, "PYTHON": sys.executable,
            **variables,
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )  # fmt: skip


def manifests(name: str) -> list[dict[str, Any]]:
    text = (EXAMPLES / "kubernetes" / name).read_text(encoding="utf-8")
    return list(YAML(typ="safe", pure=True).load_all(text))


def test_shards_over_ssh_are_the_sweep(tmp_path: Path, single_run: Path) -> None:
    script = str(EXAMPLES / "ssh_sweep.sh")
    machines = tmp_path / "machines"
    done = run(
        tmp_path, script, str(SHARDS), "the shards", "one two", *shlex.split(ARGUMENTS),
        SSH_MACHINES=str(machines),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert points_of(tmp_path / "the shards/merged.jsonl") == points_of(single_run)
    assert sorted(machines.read_text().split()) == ["one", "two"]


def test_shards_by_flux_are_the_sweep(tmp_path: Path, single_run: Path) -> None:
    script = str(EXAMPLES / "flux_sweep.sh")
    done = run(tmp_path, script, str(SHARDS), "shards", *shlex.split(ARGUMENTS))
    assert done.returncode == 0, done.stderr
    assert points_of(tmp_path / "shards/merged.jsonl") == points_of(single_run)


def test_shards_by_ray_are_the_sweep(tmp_path: Path, single_run: Path) -> None:
    script = [sys.executable, str(EXAMPLES / "ray_sweep.py"), "--cpus", str(SHARDS), "shards", "--"]
    done = run(tmp_path, *script, *shlex.split(ARGUMENTS))
    assert done.returncode == 0, done.stderr
    assert points_of(tmp_path / "shards/merged.jsonl") == points_of(single_run)


@pytest.mark.parametrize("name", ["sweep.yaml", "merge.yaml"])
def test_manifests_are_valid(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Grammars of IRIs, which no manifest has, and which take a second to compile.
    monkeypatch.setitem(sys.modules, "rfc3987_syntax", None)
    import kubernetes_validate

    for manifest in manifests(name):
        kubernetes_validate.validate(manifest, KUBERNETES, strict=True)


def test_each_index_of_the_job_is_a_shard() -> None:
    (job,) = manifests("sweep.yaml")
    count = job["spec"]["completions"]
    container = job["spec"]["template"]["spec"]["containers"][0]
    text = container["args"][0].replace("exec python", "printf '%s\\n'")
    names = []
    for index in (0, count - 1):
        words = [*container["command"], text]
        environment = {**os.environ, "JOB_COMPLETION_INDEX": str(index)}
        printed = subprocess.check_output(words, env=environment, text=True).splitlines()
        shard = ShardedSweep(printed[printed.index("--") + 1 :], count, "/data/reduce").shard(
            index + 1
        )
        assert printed == shard.runner_words()[1:]
        names.append(shard_of_text(printed[2]))
    assert names == [(1, count), (count, count)]
    merged = manifests("merge.yaml")[0]["spec"]["template"]["spec"]["containers"][0]["args"][0]
    assert f"shard-*-of-{count}.jsonl" in merged


def test_experiments_of_ramble_are_all_shards() -> None:
    content = YAML(typ="safe", pure=True).load(EXAMPLES / "ramble/ramble.yaml")["ramble"]
    sweep = content["applications"]["warpmark-sweep"]["workloads"]["sweep"]["experiments"]
    count = content["variables"]["shards"]
    assert sweep["shard_{shard}"]["variables"]["shard"] == list(range(1, count + 1))
    application = EXAMPLES / "ramble/applications/warpmark-sweep/application.py"
    command = re.search(r'"(\{python\} [^"]*)"', application.read_text(encoding="utf-8"))
    assert command is not None
    values = {
        "python": "python3",
        "shard": 3,
        "shards": 16,
        "journals": "/data",
        "arguments": "reduce",
    }
    words = ShardedSweep("reduce", 16, "/data").shard(3).runner_words("python3")
    assert command[1].format(**values).split() == words
