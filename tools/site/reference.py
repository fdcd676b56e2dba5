"""Reference pages out of what the program itself reads: its help, its schemas, its card files."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("WARPMARK_PROGRAM", ROOT / "build" / "release" / "warpmark"))
CARDS = ROOT / "simt" / "cards"
PROFILES = ROOT / "tuning" / "profiles"
# page: title, schema
SCHEMAS = {
    "journal_fields": ("Fields of a journal", ROOT / "bench/journal/journal.schema.json"),
    "profile_fields": ("Fields of a profile", ROOT / "bench/journal/profile.schema.json"),
    "gate_fields": ("Fields of a gate's result", ROOT / "ci/gate/formats/gate.schema.json"),
}


def write_pages(folder: Path) -> None:
    """Writes all of them into the folder."""
    folder.mkdir(parents=True)
    (folder / "verbs.md").write_text(_verbs())
    (folder / "card_files.md").write_text(_card_files())
    (folder / "fastest_configs.md").write_text(_fastest_configs())
    for page, (title, schema) in SCHEMAS.items():
        (folder / f"{page}.md").write_text(_fields(title, schema))


def _verbs() -> str:
    text = "# Verbs\n\nWhat `warpmark help VERB` prints.\n"
    names = re.findall(r"^  ([a-z]+)  +\S", _help().partition("Subcommands:")[2], re.MULTILINE)
    for name in names:
        text += f"\n## {name}\n\n```text\n{_help(name).rstrip()}\n```\n"
    return text


def _help(*words: str) -> str:
    done = subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True, check=True)
    return done.stdout


def _card_files() -> str:
    text = (
        "# Card files\n\n`warpmark calibrate` writes a card file: constants of a card, each with "
        "its source, from which [modelled times](../model.md) and ceilings of figures are derived. "
        "Generated from `simt/cards/`, whose cards the program knows.\n"
    )
    for path in sorted(CARDS.glob("*.json")):
        card = json.loads(path.read_text())
        text += f"\n## {card['name']}\n\n| key | value |\n|---|---|\n"
        for key, value in card.items():
            if key != "calibrations":
                text += f"| `{key}` | {value} |\n"
        newest = max(card["calibrations"], key=lambda one: one["measured_at"])
        dates = ", ".join(one["measured_at"] or "not calibrated" for one in card["calibrations"])
        text += f"| `calibrations` | {dates} |\n"
        text += "\n| key of the newest `constants` | value | source |\n|---|---|---|\n"
        for key, constant in newest["constants"].items():
            text += f"| `{key}` | {constant['value']:.5g} | {_cell(constant['source'])} |\n"
    return text


def _fastest_configs() -> str:
    text = (
        "# Fastest configs by card\n\nThe winners of [tuning](../tuning.md) at each tuned size, "
        "from the published [profiles](../profiles.md) in `tuning/profiles/`. Times are medians "
        "with 95 % intervals, of a cold L2; the gain is over the base config of the entry.\n"
    )
    for path in sorted(PROFILES.glob("*.json")):
        profile = json.loads(path.read_text())
        card, tool = profile["card"], profile["tool"]
        text += f"\n## {card['name']}\n\nDriver {', '.join(card['driver_versions'])}, NVRTC "
        text += f"{', '.join(card['nvrtc_versions'])}, commit {tool['commit']}"
        text += f"{' with local changes' * tool['dirty']}, {profile['made_at'][:10]}.\n"
        for entry in profile["entries"]:
            problem = ", ".join(f"{axis} {value}" for axis, value in entry["problem"].items())
            text += f"\n### {entry['family']} {entry['type']}\n\n{problem}.\n\n"
            text += "| n | variant | config | time, µs | gain |\n|--:|---|---|--:|--:|\n"
            text += "".join(map(_winner, entry["sizes"]))
    return text


def _winner(size: Mapping[str, Any]) -> str:
    """A row of a table: what won at one size."""
    winner, time, gain = size["winner"], size["time_ns"], size["gain"]
    config = ", ".join(f"{axis}={value}" for axis, value in winner["config"].items())
    median, low, high = (f"{time[key] / 1e3:.4g}" for key in ("median", "ci_lo", "ci_hi"))
    gained = f"{gain['value']:.3f}" if gain else "not measured"
    interval = f"{median}\xa0({low}\xa0–\xa0{high})"
    n = f"2^{size['n'].bit_length() - 1}" if size["n"].bit_count() == 1 else str(size["n"])
    cells = [n, f"`{winner['variant']}`", config, interval, gained]
    return f"| {' | '.join(cells)} |\n"


def _fields(title: str, path: Path) -> str:
    schema = json.loads(path.read_text())
    text = f"# {title}\n\n{schema['description']}\n\n"
    text += f"Generated from the schema, `{path.relative_to(ROOT)}`.\n"
    tables = [*_tables("", schema)]
    for name, definition in schema["$defs"].items():
        tables += _tables(name, definition)
    for name, definition in tables:
        required = definition.get("required", [])
        text += f"\n## {name or 'The file'}\n\n"
        if name and "description" in definition:
            text += f"{definition['description']}\n\n"
        text += "| field | type | always | meaning |\n|---|---|---|---|\n"
        for field, value in definition["properties"].items():
            cells = [
                f"`{field}`",
                _type(value, schema["$defs"]),
                "yes" if field in required else "",
                _cell(value.get("description", "")),
            ]
            text += f"| {' | '.join(cells)} |\n"
    return text


def _tables(name: str, definition: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The object of this name and those inside it, each with its fields."""
    if "properties" not in definition:
        return
    yield name, definition
    for field, value in definition["properties"].items():
        yield from _tables(f"{name}.{field}".lstrip("."), value)
        yield from _tables(f"{name}.{field}[]".lstrip("."), value.get("items", {}))


def _type(value: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    if "$ref" in value:
        name = str(value["$ref"].rpartition("/")[2])
        return name if "properties" in defs[name] else _type(defs[name], defs)
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    if "anyOf" in value:
        return " or ".join(_type(each, defs) for each in value["anyOf"])
    if value.get("type") == "array" and "items" in value:
        return f"list of {_type(value['items'], defs)}"
    types = value.get("type", "any")
    return " or ".join(types) if isinstance(types, list) else str(types)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
