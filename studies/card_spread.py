#!/usr/bin/env python3
"""How much cards of one kind differ, variant by variant.

Takes journals of the same sweep: one measured on a single card, and one whose points were shared
out to several (`warpmark run --devices all`). Each shared point is compared with the same point on
the single card; a card's number for a variant is the median of those ratios.
"""

import argparse
import gzip
import json
import statistics
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

Key = tuple[str, str]  # Variant, card.


def measurements(path: Path) -> list[dict[str, Any]]:
    """The points of a journal that have a time; the file may be compressed."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    events = [json.loads(line) for line in text.splitlines()]
    return [
        event
        for event in events
        if event.get("event") == "measurement"
        and event.get("status") == "ok"
        and "times_ns" in event
    ]


def ratios(single: list[dict[str, Any]], shared: list[dict[str, Any]]) -> dict[Key, list[float]]:
    """Time on each card over the time on the single one, for every point that both have."""
    base = {point["key"]: point["times_ns"]["median"] for point in single}
    found: dict[Key, list[float]] = defaultdict(list)
    for point in shared:
        if point["key"] in base:
            place = (f"{point['family']}/{point['variant']}", point["card_uuid"])
            found[place].append(point["times_ns"]["median"] / base[point["key"]])
    return found


def table(found: dict[Key, list[float]]) -> str:
    """Markdown: a row per variant, a column per card, and the spread between the cards."""
    cards = sorted({card for _, card in found})
    lines = [
        "| variant | " + " | ".join(card[:12] for card in cards) + " | spread |",
        "|---|" + "---|" * (len(cards) + 1),
    ]
    for variant in sorted({variant for variant, _ in found}):
        medians = [
            statistics.median(found[variant, card]) if (variant, card) in found else None
            for card in cards
        ]
        known = [value for value in medians if value is not None]
        cells = ["–" if value is None else f"{value:.4f}" for value in medians]
        spread = f"{100 * (max(known) - min(known)):.2f} %"
        lines.append(f"| {variant} | " + " | ".join(cells) + f" | {spread} |")
    return "\n".join(lines)


def main(argv: list[str]) -> int:
    """Prints the table; 2 if the journals have no point in common."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("single", type=Path, help="journal of one card")
    parser.add_argument("shared", type=Path, help="journal of several cards")
    options = parser.parse_args(argv)
    for path in (options.single, options.shared):
        if not path.is_file():
            print(f"card_spread: {path}: no such journal", file=sys.stderr)
            return 2
    found = ratios(measurements(options.single), measurements(options.shared))
    if not found:
        print(
            f"card_spread: {options.single} and {options.shared} have no measured point in common",
            file=sys.stderr,
        )
        return 2
    print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
