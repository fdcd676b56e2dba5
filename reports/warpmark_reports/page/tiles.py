"""The main results as tiles: a label, a word, and a line that explains it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pandas as pd

from ..analysis import point_warnings
from ..analysis.metric import usable
from ..analysis.nearest_ceiling import nearest_ceiling
from ..analysis.verdicts import EQUAL, FASTER, SLOWER, Verdicts, ratio_text, verdicts_of
from ..analysis.views import View
from ..base import units
from ..journal.frame import records
from ..tables.tuned import with_interval

MAX_WINNERS = 4
MAX_STATES = 2


@dataclass(frozen=True)
class Tile:
    """`tone` is plain, good or bad; `value` is read first."""

    label: str
    value: str
    detail: str
    tone: str = "plain"


def tiles(view: View) -> list[Tile]:
    """What is fastest, against the library, near the ceiling, what failed, what was warned of."""
    found = verdicts_of(view)
    made = [*_runs(view), *_tuned(view)]
    if found is not None and view.metric is not None:
        made += _fastest(found, view)
        made += _against_library(found) if view.metric.timed else []
    return [*made, *_ceiling(view), _results(view), *_doubts(view)]


def _runs(view: View) -> list[Tile]:
    """Only what is wrong with the runs themselves."""
    cut = [run for run in view.runs if run.end is None]
    early = [run for run in view.runs if run.end and not run.end.get("complete", True)]
    if not cut and not early:
        return []
    present = sum(run.present for run in view.runs)
    planned = sum(run.planned for run in view.runs)
    points = f"{present} of {planned} points" if planned else f"{present} points"
    why = "no end line: the run was cut off"
    if not cut:
        reasons = dict.fromkeys(str((run.end or {}).get("reason", "ended early")) for run in early)
        why = "; ".join(reasons)
    return [Tile("Incomplete", points, why, "bad")]


def _tuned(view: View) -> list[Tile]:
    results = view.tuning.results
    if results.empty:
        return []
    rows = list(records(results))
    gained = [row for row in rows if row.gain == row.gain and not row.base_kept]
    kept = int(results["base_kept"].sum())
    if not gained:
        return [Tile("Tuning", "the base is kept", f"{kept} problems tuned, nothing gained")]
    best = max(gained, key=lambda row: float(row.gain))
    text = with_interval(best.gain, best.gain_lo, best.gain_hi)
    more = f"the most of {len(rows)} problems: {best.variant}" if len(rows) > 1 else best.variant
    more += f"; the base is kept for {kept}" if kept else ""
    modelled = " (modelled)" if view.backend == "simt" else ""
    return [Tile(f"Tuning gained over the base{modelled}", text, more, "good")]


def _fastest(found: Verdicts, view: View) -> list[Tile]:
    """Who wins at most sizes; by type, where there are several."""
    wins = Counter(str(name) for name in found.table["variant"])
    (name, count), *others = wins.most_common()
    sizes = len(found.table)
    what = "sizes and types" if found.table["type"].nunique() > 1 else "sizes"
    error = view.metric.error if view.metric else None
    label = "Fastest" + (", the library aside" if found.library else "")
    label += " (modelled, not measured)" if error else ""
    only = units.size(found.table["n"].iloc[0])
    detail = f"at {count} of {sizes} {what}" if sizes > 1 else f"at n = {only}"
    if others:
        listed = ", ".join(f"{other} ({times})" for other, times in others[:MAX_WINNERS])
        more = len(others) - MAX_WINNERS
        detail += f"; else {listed}" + (f" and {more} more" if more > 0 else "")
    if error:
        tied = int(found.table["tied"].ne("").sum())
        detail += f"; at {tied} not told apart from others" if tied else ""
        detail += f"; {error.sentence()}"
    return [Tile(label, name, detail)]


def _against_library(found: Verdicts) -> list[Tile]:
    compared = found.table[found.table["verdict"] != ""]
    if not found.library or compared.empty:
        return []
    counts = Counter(str(each) for each in compared["verdict"])
    order = sorted((FASTER, EQUAL, SLOWER), key=lambda each: -counts[each])
    first, *rest = [each for each in order if counts[each]]
    words = {FASTER: "faster", EQUAL: "not told apart", SLOWER: "slower"}
    value = f"{words[first]} at {counts[first]} of {len(compared)} sizes"
    others = [f"{words[each]} at {counts[each]}" for each in rest]
    ordered = compared.sort_values("ratio", kind="stable")
    ends = [ordered.iloc[0], ordered.iloc[-1]]
    spread = " to ".join(dict.fromkeys(_at(row) for row in ends))
    named = [found.compared_with] if len(found.libraries) > 1 else []
    tone = {FASTER: "good", SLOWER: "bad"}.get(first, "plain")
    return [Tile(f"Against {found.library}", value, "; ".join([*named, *others, spread]), tone)]


def _at(row: pd.Series[Any]) -> str:
    ratio = ratio_text(row["ratio"], row["ratio_lo"], row["ratio_hi"])
    return f"{ratio} at n = {units.size(row['n'])}"


def _ceiling(view: View) -> list[Tile]:
    found = nearest_ceiling(view)
    if found is None:
        return []
    ceiling = f" of {units.gigabytes(view.ceiling)}" if view.ceiling else ""
    who = ", ".join(filter(None, [str(found.best["variant"]), found.at]))
    detail = f"{who}; ceiling: the {view.traffic} bandwidth measured on this card"
    if found.fraction > 1:
        detail += ", by a kernel that this one beats"
    value = f"{units.percent(found.fraction)}{ceiling}"
    return [Tile("Nearest to the ceiling", value, detail)]


def _results(view: View) -> Tile:
    frame = view.frame
    counts = frame["status"].value_counts(sort=False)
    bad = {str(state): int(n) for state, n in counts.items() if state not in ("ok", "skipped")}
    skipped = int(counts.get("skipped", 0))
    right = int(counts.get("ok", 0))
    left_out = f"{units.grouped(skipped)} skipped, with reasons below" if skipped else ""
    if not bad and (unverified := view.unverified_count):
        value = f"{units.grouped(unverified)} not verified"
        return Tile("Results", value, left_out or "no reference, or of another tool", "plain")
    if not bad:
        every = "all " if right and not skipped else ""
        value = f"{every}{units.grouped(right)} right"
        return Tile("Results", value, left_out or "checked by the family's oracle", "good")
    value = ", ".join(f"{units.grouped(n)} {state.replace('_', ' ')}" for state, n in bad.items())
    names = list(dict.fromkeys(frame.loc[frame["status"].isin(list(bad)), "variant"]))
    who = ", ".join(names[:MAX_STATES]) + (" …" if len(names) > MAX_STATES else "")
    detail = "; ".join(filter(None, [who, f"{units.grouped(right)} right", left_out]))
    return Tile("Results", value, detail, "bad")


def _doubts(view: View) -> list[Tile]:
    """Warnings of timed points, or findings of the simulated machine."""
    frame = view.frame
    found = int(frame["findings"].map(len).gt(0).sum()) if "findings" in frame.columns else 0
    made = []
    if found:
        detail = "what the simulated machine found wrong or doubtful"
        made.append(Tile("Findings", f"{units.grouped(found)} points", detail, "bad"))
    if view.metric is None or not view.metric.timed:
        return made
    rows = usable(frame, view.metric)
    counts = point_warnings.counted(rows)
    if not counts:
        return made
    marked = sum(1 for names in point_warnings.of_rows(rows) if names)
    listed = [f"{point_warnings.plain(name)} {n}" for name, n in counts.items()]
    tone = "bad" if any(name in point_warnings.GRAVE for name in counts) else "plain"
    value = f"{units.grouped(marked)} of {units.grouped(len(rows))} points"
    return [*made, Tile("Warnings", value, ", ".join(listed), tone)]
