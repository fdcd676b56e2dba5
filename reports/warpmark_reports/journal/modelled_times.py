"""Joins the modelled times of an interpreter's journal to the measured ones of a card's, by key."""

from __future__ import annotations

import pandas as pd

TIME, BOUND = "modelled_time_ns", "modelled_bound_by"
MEASURED_TIME = "time_median_ns"


def attach(frame: pd.DataFrame) -> pd.DataFrame:
    """Gives each measured row the modelled time of the same key, where another row has one."""
    if TIME not in frame.columns:
        return frame
    modelled = frame[frame[TIME].notna()].drop_duplicates("key", keep="last").set_index("key")
    result = frame.copy()
    measured = result[MEASURED_TIME].notna() & result[TIME].isna()
    for column in (TIME, BOUND):
        result.loc[measured, column] = result.loc[measured, "key"].map(modelled[column])
    return result
