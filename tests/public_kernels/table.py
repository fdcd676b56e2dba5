"""The table of results: a row for each kernel of each specification. Needs NumPy."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import comparison
from comparison import Difference

HEADINGS = ["sample", "kernel", "launches", "warp instructions", "findings", "seconds", "outcome"]


def print_comparison(collection: Path, first: Path, second: Path) -> int:
    """Prints the table as Markdown, then sums; 1 if results differ by more than they may."""
    rows: list[list[str]] = []
    kernels = wrong = 0
    for name in names(first):
        ours, theirs = result_of(first, name), result_of(second, name)
        said, good = outcome_of(collection, ours, theirs, (first, second))
        wrong += not good
        entries = list(kernel_rows(ours)) or [["–", "0", "–", "0"]]
        kernels += len(entries) if good else 0
        seconds = f"{ours['seconds']:.1f}"
        for i, cells in enumerate(entries):
            rows.append([name, *cells, *([seconds, said] if i == 0 else ["″", "″"])])
    print("| " + " | ".join(HEADINGS) + " |")
    print("|---|---|---:|---:|---:|---:|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(f"\n{kernels} kernels agree; {wrong} of {len(names(first))} specifications do not.")
    return 1 if wrong else 0


def names(folder: Path) -> list[str]:
    """The specifications of which `folder` holds results."""
    return sorted(path.parent.name for path in folder.glob("*/result.json"))


def result_of(folder: Path, name: str) -> dict[str, Any]:
    """What a run noted of the specification `name`."""
    path = folder / name / "result.json"
    if not path.is_file():
        return {"returncode": -1, "seconds": 0.0, "stderr": "not run", "report": None}
    result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return result


def kernel_rows(result: dict[str, Any]) -> Iterator[list[str]]:
    """Entry, launches, warp instructions and findings of each kernel."""
    sums: dict[str, list[int]] = {}
    for launch in (result["report"] or {"launches": []})["launches"]:
        row = sums.setdefault(launch["entry"], [0, 0, 0])
        row[0] += launch["repeat"]
        row[1] += launch.get("counters", {}).get("warp_instructions", 0)
        row[2] += len(launch["findings"])
    for entry, (launches, instructions, findings) in sums.items():
        yield [f"`{entry}`", str(launches), f"{instructions:,}", str(findings)]


def error_of(result: dict[str, Any]) -> str:
    """Why a specification did not run to its end; empty if it did."""
    for launch in (result["report"] or {"launches": []})["launches"]:
        if launch.get("error"):
            return str(launch["error"])
    if result["returncode"] not in (0, 1):
        return str(result["stderr"]).strip().splitlines()[-1] if result["stderr"] else "no message"
    return ""


def outcome_of(
    collection: Path, ours: dict[str, Any], theirs: dict[str, Any], folders: tuple[Path, Path]
) -> tuple[str, bool]:
    """What to say of a specification, and whether the results agree as far as they must."""
    for machine, result in (("simt", ours), ("card", theirs)):
        if error := error_of(result):
            return f"{machine}: {error[:160]}", False
    differences = comparison.compare(collection, *folders, ours["name"])
    words = sum(each.words for each in differences.values())
    unequal = {name: each for name, each in differences.items() if each.unequal or each.note}
    if not unequal:
        return f"bit-equal ({words:,} words)", True
    parts = [f"{name}: {worded(each)}" for name, each in unequal.items()]
    return "; ".join(parts), all(each.within for each in unequal.values())


def worded(each: Difference) -> str:
    """A difference in words."""
    if each.note:
        return each.note
    text = f"{each.unequal} of {each.words} words differ"
    if each.ulps or each.relative:
        text += f" by ≤ {each.ulps} ulp, {each.relative:.2g} relative"
    return text + ("" if each.within else " (more than allowed)")
