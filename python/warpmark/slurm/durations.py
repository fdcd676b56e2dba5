"""Times of the command line, and ages."""

from __future__ import annotations

import re

from .errors import SlurmError

SECONDS = {"": 1.0, "ms": 1e-3, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
DURATION = re.compile(r"([0-9]+(?:\.[0-9]*)?)(ms|s|min|m|h|)")
AGES = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


def parse_seconds(option: str, text: str) -> float:
    """Seconds of 500ms, 60s, 5min, 1h, as the program reads them; raises SlurmError."""
    found = DURATION.fullmatch(text)
    seconds = float(found[1]) * SECONDS[found[2]] if found else 0.0
    if seconds <= 0:
        raise SlurmError(f"{option} {text}: expected a duration above zero: 60s, 5min, 1h")
    return seconds


def age_text(seconds: float) -> str:
    """ "5 min" of 320 seconds: full units of the largest that fits."""
    for size, unit in AGES:
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return "0 s"
