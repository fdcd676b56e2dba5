"""Running the specifications with `warpmark inspect`. Needs nothing but the standard library."""

import contextlib
import fnmatch
import json
import re
import subprocess
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import inputs
import inputs_repositories  # noqa: F401 (registers its makers)
import inputs_rodinia  # noqa: F401 (registers its makers)


@dataclass(frozen=True)
class Setting:
    """Where things are, and on which backend they run."""

    collection: Path
    warpmark: Path
    sources: Path
    out: Path
    backend: str
    seconds: float  # limit per specification
    include: list[Path]  # the headers of the CUDA toolkit
    nvrtc: list[str]  # further options of the compiler
    ptx: Path  # what `build` made of kernels that are written in Python
    places: dict[str, str]  # further ${names} of the specifications


def specifications(collection: Path, only: str) -> list[Path]:
    """The specifications of a collection whose names match the pattern `only`."""
    found = sorted((collection / "specs").glob("*.toml"))
    return [path for path in found if fnmatch.fnmatch(path.stem, only)]


def filled_in(text: str, setting: Setting) -> str:
    """A specification with its ${places} replaced by absolute paths, and ${struct_of_i32:N}."""
    places = {"sources": setting.sources, "inputs": setting.out / "inputs"}
    places["ptx"] = setting.ptx
    places["wrappers"] = setting.collection / "wrappers"
    words = {name: str(path.resolve()) for name, path in places.items()} | setting.places
    for name, word in words.items():
        text = text.replace(f"${{{name}}}", word)

    def structure(match: re.Match[str]) -> str:
        return "{" + ",".join(f"i32={i * 7 % 1000}" for i in range(int(match[1]))) + "}"

    return re.sub(r"\$\{struct_of_i32:(\d+)\}", structure, text)


def run_all(setting: Setting, only: str, jobs: int) -> list[str]:
    """Runs all specifications; returns the names of those that failed."""
    inputs.write_all(setting.out / "inputs")
    (setting.out / "specs").mkdir(exist_ok=True)
    with ThreadPoolExecutor(jobs) as pool:
        outcomes = pool.map(
            lambda path: run_one(setting, path), specifications(setting.collection, only)
        )
        return [outcome["name"] for outcome in outcomes if not ran(outcome)]


def ran(outcome: dict[str, Any]) -> bool:
    """Whether all launches came to their ends; findings (exit status 1) do not count."""
    launches = (outcome["report"] or {"launches": []})["launches"]
    return outcome["returncode"] in (0, 1) and not any(each.get("error") for each in launches)


def write_filled_in(setting: Setting, path: Path) -> Path:
    """Writes a specification with its places filled in, and says where."""
    specification = setting.out / "specs" / path.name
    specification.write_text(filled_in(path.read_text(encoding="utf-8"), setting), encoding="utf-8")
    return specification


def compiler_options(setting: Setting) -> list[str]:
    """What the command line of `inspect` says about compiling."""
    options = [f"--nvrtc={each}" for each in setting.nvrtc]
    for each in setting.include:
        options += ["-I", str(each)]
    return options


def run_one(setting: Setting, path: Path) -> dict[str, Any]:
    """Runs one specification; its buffers and result.json go to out/<name>."""
    name = path.stem
    specification = write_filled_in(setting, path)
    folder = setting.out / name
    folder.mkdir(exist_ok=True)
    command = [str(setting.warpmark), "inspect", str(specification), "--json"]
    command += ["--backend", setting.backend]
    command += compiler_options(setting)
    for buffer in tomllib.loads(specification.read_text(encoding="utf-8"))["buffer"]:
        command += ["--save", f"{buffer['name']}={folder / (buffer['name'] + '.npy')}"]
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=setting.seconds)
        returncode, stdout, stderr = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        returncode, stdout, stderr = 124, "", f"more than {setting.seconds} s"
    seconds = time.monotonic() - start
    outcome: dict[str, Any] = {"name": name, "returncode": returncode, "seconds": seconds}
    outcome |= {"stderr": stderr[-4000:], "report": None}
    with contextlib.suppress(json.JSONDecodeError):  # a program that died reports on stderr
        outcome["report"] = json.loads(stdout)
    (folder / "result.json").write_text(json.dumps(outcome), encoding="utf-8")
    print(f"{name}: {seconds:.1f} s, exit status {returncode} {stderr.strip()[:200]}", flush=True)
    return outcome
