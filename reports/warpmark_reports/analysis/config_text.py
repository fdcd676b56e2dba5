"""Configs as short texts: common values once, the others in at most two lines."""

from __future__ import annotations

from collections.abc import Sequence


def shared_and_own(configs: Sequence[str]) -> tuple[list[str], list[str]]:
    """Parts `axis=value` that every config has, and each config without them; one shares none."""
    parts = [config.split(",") for config in configs]
    if len(parts) < 2:
        return [], list(configs)
    shared = [part for part in parts[0] if part and all(part in each for each in parts)]
    return shared, [",".join(part for part in each if part not in shared) for each in parts]


def two_lines(config: str, max_characters: int) -> str:
    """Breaks a longer text at the comma nearest its middle; cuts a line that is still too long."""
    if len(config) <= max_characters:
        return config
    commas = [place for place, letter in enumerate(config) if letter == ","]
    halves = [config]
    if commas:
        middle = min(commas, key=lambda place: abs(2 * place - len(config))) + 1
        halves = [config[:middle], config[middle:]]
    return "\n".join(
        half if len(half) <= max_characters else half[: max_characters - 1] + "…" for half in halves
    )
