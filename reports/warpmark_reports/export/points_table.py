"""The points of journals as a table without nested objects, with the facts of their runs."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ..journal.journal import Journal, Run

LISTS = ("warnings", "notes", "time_samples_ns", "process_medians_ns")  # which stay lists


def points_table(journal: Journal) -> pd.DataFrame:
    """`journal.measurements` and columns `run_*` of each point's run: what was measured by which
    program on which card of which host.

    Axes that have both numbers and words are texts. `warnings` and those of LISTS are lists;
    other lists and objects, such as `findings`, are JSON. `card_uuid` is that of the point's card,
    else of its run's.
    """
    measured = journal.measurements
    columns = {name: _plain_column(measured[name]) for name in measured.columns}
    facts = pd.DataFrame([_facts(run) for run in journal.runs])
    runs = measured["run"].to_numpy(dtype=int)
    for name in facts.columns:
        columns[f"run_{name}"] = _of_runs(facts[name], runs, measured.index)
    uuids = pd.Series([run.manifest["card"].get("uuid") or None for run in journal.runs])
    columns["card_uuid"] = _filled(columns.get("card_uuid"), uuids, runs, measured.index)
    return pd.DataFrame(columns, index=measured.index, copy=False)


def _of_runs(facts: pd.Series[Any], runs: npt.NDArray[np.int_], index: pd.Index) -> pd.Series[Any]:
    """The fact of each point's run."""
    values = facts.iloc[runs].set_axis(index)
    return values if values.dtype == bool else values.astype(object).astype("category")


def _filled(
    given: pd.Series[Any] | None, facts: pd.Series[Any], runs: npt.NDArray[np.int_], index: pd.Index
) -> pd.Series[Any]:
    of_run = facts.astype(object).iloc[runs].set_axis(index)
    if given is not None:
        own = given.astype(object)
        of_run = own.where(own.notna() & own.ne(""), of_run)
    return of_run.astype("category")


def _plain_column(column: pd.Series[Any]) -> pd.Series[Any]:
    """A column that a file can have: of one type, and without objects."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return _with_texts(column)
    if column.dtype != object:
        return column
    if column.name in LISTS:
        lists = [list(value) if isinstance(value, list | np.ndarray) else None for value in column]
        return pd.Series(lists, index=column.index, dtype=object)
    given = column.dropna()
    if len(given) and all(isinstance(value, bool) for value in given):
        return column.where(column.notna(), None).astype("boolean")
    return pd.Series(map(_text, column), index=column.index, dtype=object)


def _with_texts(column: pd.Series[Any]) -> pd.Series[Any]:
    """Categories that are all texts."""
    names = [str(name) for name in column.cat.categories]
    if len(set(names)) < len(names):  # 1 and "1"
        return column.astype(object).map(str, na_action="ignore").astype("category")
    return column.cat.rename_categories(names)


def _text(value: Any) -> str | None:
    if value is None or (isinstance(value, float) and value != value):
        return None
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _facts(run: Run) -> dict[str, Any]:
    manifest = run.manifest
    objects = ("tool", "card", "host", "contract")
    tool, card, host, contract = (manifest.get(name) or {} for name in objects)

    def text(value: object) -> str:
        return "" if value is None else str(value)

    return {
        "tool": text(tool.get("name", "warpmark")),
        "version": text(tool.get("version")),
        "commit": text(run.version.get("commit")),
        "dirty": bool(run.version.get("dirty")),
        "command": text(" ".join(map(str, manifest.get("argv") or []))),
        "started_at": text(manifest.get("started_at")),
        "ended_at": text((run.end or {}).get("ended_at")),
        "cut_off": run.cut_off,
        "shard": run.shard,
        "seed": text(manifest.get("seed")),
        "card": text(card.get("name")),
        "compute_capability": text(card.get("compute_capability")),
        "driver": text(card.get("driver_version")),
        "cuda_driver": text(card.get("cuda_driver_version")),
        "nvrtc": text(manifest.get("nvrtc_version")),
        "host": text(host.get("name")),
        "os": text(host.get("os")),
        "cpu": text(host.get("cpu")),
        "state": text(contract.get("state")),
        "flush": text(contract.get("flush")),
        "kernels_sha256": text((manifest.get("kernels") or {}).get("sha256")),
    }
