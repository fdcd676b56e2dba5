"""A folder that holds all that a card's machine needs: this tool, specifications and PTX.

There nothing is compiled and nothing fetched: each specification names PTX that was made here.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import execution
from execution import Setting

HERE = Path(__file__).resolve().parent
PROFILER = HERE.parents[1] / "studies" / "profiler_counters.py"  # names the metrics


def pack(setting: Setting, only: str, folder: Path) -> list[str]:
    """Fills `folder`; returns the names of the specifications that could not be compiled.

    Where setting.out has the results of a run, entries are named as in the PTX.
    """
    for name in ("packed/specs", "ptx"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for file in [*HERE.glob("*.py"), HERE / "card.sh", PROFILER]:
        shutil.copy(file, folder)
    setting.out.mkdir(parents=True, exist_ok=True)
    (setting.out / "specs").mkdir(exist_ok=True)
    failed = []
    for path in execution.specifications(setting.collection, only):
        text = path.read_text(encoding="utf-8")
        ready = setting.ptx / f"{path.stem}.ptx"
        if ready.is_file():
            for file in (ready, ready.with_suffix(".json")):
                if file.is_file():
                    shutil.copy(file, folder / "ptx")
        elif not compiled(setting, path, folder / "ptx" / f"{path.stem}.ptx"):
            failed.append(path.stem)
            continue
        text = with_names(with_ptx(text, path), names_in_ptx(setting.out / path.stem))
        (folder / "packed" / "specs" / path.name).write_text(text, encoding="utf-8")
    return failed


def with_ptx(text: str, path: Path) -> str:
    """A specification that names the packed PTX instead of its source, and compiles nothing."""
    text, count = re.subn(r"(?m)^file = .*$", f'file = "${{ptx}}/{path.stem}.ptx"', text)
    if count != 1:
        raise ValueError(f"{path}: expected one file for all launches, not {count}")
    return re.sub(r"(?ms)^\[compile\]$.*", "", text)


def names_in_ptx(results: Path) -> list[str]:
    """The names in the PTX of the kernels that a run launched, in order; none without a run."""
    file = results / "result.json"
    report = json.loads(file.read_text(encoding="utf-8"))["report"] if file.is_file() else None
    return [each["kernel"] for each in (report or {"launches": []})["launches"]]


def with_names(text: str, names: list[str]) -> str:
    """A specification whose entries are `names`: PTX tells enumerators and aliases no more."""
    pattern = r"""entry = ("[^"]*"|'[^']*')"""
    if len(re.findall(pattern, text)) != len(names):
        return text
    following = iter(names)
    return re.sub(pattern, lambda _: f'entry = "{next(following)}"', text)


def compiled(setting: Setting, path: Path, ptx: Path) -> bool:
    """Writes the PTX of a specification's source; whether it could be compiled."""
    specification = execution.write_filled_in(setting, path)
    command = [str(setting.warpmark), "inspect", str(specification), "--ptx"]
    done = subprocess.run([*command, *execution.compiler_options(setting)], capture_output=True)
    if done.returncode != 0:
        print(f"{path.stem}: {done.stderr.decode().strip()[:300]}", flush=True)
        return False
    ptx.write_bytes(done.stdout)
    return True
