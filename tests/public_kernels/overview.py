"""The table of a collection: for each kernel its repository, compiler, features and results."""

import re
import tomllib
from pathlib import Path
from typing import Any

import sources
import table

HEADINGS = ["specification", "kernel", "source", "compiler", "features", "simt", "findings", "card"]
# What PTX uses, by the text of its instructions.
FEATURES = {
    "mma": r"\bmma\.sync|\bmma\.sp",
    "wmma": r"\bwmma\.mma",
    "wgmma": r"\bwgmma\.mma_async",
    "ldmatrix": r"\bldmatrix\.",
    "cp.async": r"\bcp\.async\.c[ag]\.",
    "TMA": r"\bcp\.async\.bulk\.tensor",
    "mbarrier": r"\bmbarrier\.",
    "cluster": r"\bbarrier\.cluster|\bmapa",
    "shuffle": r"\bshfl\.",
    "atomics": r"\b(atom|red)\.(?!async)",
    "grid barrier": r"cooperative = true",
}


def print_overview(collection: Path, ptx: Path, ours: Path, card: Path | None) -> int:
    """Prints the table as Markdown, and sums; 1 if not every kernel agrees with the card."""
    repositories = {each.name: each for each in sources.read_sources(collection)}
    rows, kernels, agree = [], 0, 0
    paths = sorted((collection / "specs").glob("*.toml"))
    for path in paths:
        text = path.read_text(encoding="utf-8")
        code = ptx / f"{path.stem}.ptx"
        assembly = code.read_text(encoding="utf-8") if code.is_file() else ""
        result = table.result_of(ours, path.stem)
        error = table.error_of(result)
        entries = list(table.kernel_rows(result)) or entries_without_run(text)
        said, good = "–", False
        if card is not None:
            theirs = table.result_of(card, path.stem)
            said, good = table.outcome_of(collection, result, theirs, (ours, card))
        kernels, agree = kernels + len(entries), agree + (len(entries) if good else 0)
        fixed = [linked(collection, path.stem, text, repositories), compiler_of(text, assembly)]
        fixed.append(", ".join(features_of(assembly + text)) or "–")
        for i, (entry, _, instructions, findings) in enumerate(entries):
            ran = shortened(error) if error else f"{instructions} warp instructions"
            repeated = [ran, findings, shortened(said) if i == 0 else "″"]
            rows.append([path.stem, entry.replace("|", "\\|"), *fixed, *repeated])
    for cells in [HEADINGS, ["---"] * len(HEADINGS), *rows]:
        print("| " + " | ".join(cells) + " |")
    named = {row[2] for row in rows}
    ran_kernels = sum(row[5].endswith("warp instructions") for row in rows)
    compared = "no card has run them yet" if card is None else f"{agree} agree with the card"
    print(
        f"\n{kernels} kernels in {len(paths)} specifications, of {len(named)} repositories: "
        f"{ran_kernels} run on the interpreter; {compared}."
    )
    return 1 if card is not None and agree < kernels else 0


def entries_without_run(text: str) -> list[list[str]]:
    """The kernels of a specification that did not run."""
    launches: list[dict[str, Any]] = tomllib.loads(text)["launch"]
    return [[f"`{each.get('entry', 'the only one')}`", "0", "–", "–"] for each in launches]


def linked(collection: Path, name: str, text: str, repositories: dict[str, sources.Source]) -> str:
    """The repository and commit of a specification's source, as a link."""
    file = tomllib.loads(text)["file"]
    if file.startswith("${ptx}"):
        kernels = tomllib.loads((collection / "kernels.toml").read_text(encoding="utf-8"))["kernel"]
        file = "${sources}/" + next(each["file"] for each in kernels if each["name"] == name)
    source = repositories[file.split("/")[1]]
    owner = "/".join(source.url.split("/")[-2:])
    return f"[{owner}]({source.url}/tree/{source.commit}) `{source.commit[:8]}`"


def compiler_of(text: str, assembly: str) -> str:
    """Which compiler made the PTX, and for which architecture."""
    target = re.search(r"(?m)^\.target (\w+)", assembly)
    arch = f", {target[1]}" if target else ""
    compile_table = tomllib.loads(text).get("compile")
    if compile_table is None:
        return ("numba" if "numba" in text.splitlines()[0] else "Triton") + arch
    name = str(compile_table.get("compiler", "nvrtc"))
    return name.strip("${}") + arch


def features_of(text: str) -> list[str]:
    """The features of FEATURES that occur in PTX or in a specification."""
    return [name for name, pattern in FEATURES.items() if re.search(pattern, text)]


def shortened(text: str) -> str:
    """A message as a cell: without line ends and paths, and not too long."""
    text = re.sub(r"/\S*/", "", text.replace("\n", " ")).replace("|", "\\|")
    return text if len(text) <= 160 else text[:157] + "…"
