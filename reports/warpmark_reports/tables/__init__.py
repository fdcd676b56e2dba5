"""Every table of a report, in the page's order. A new table is one file and one line here."""

from collections.abc import Callable

import pandas as pd

from ..analysis.views import View
from .best_configs import best_configs
from .counters import counters
from .exchange_cycles import exchange_cycles
from .fastest import fastest
from .findings import findings
from .hardware_counters import hardware_counters
from .status import status
from .table import Table
from .tuned import tuned
from .winners import winners

TABLES: tuple[Callable[[pd.DataFrame, View], Table | None], ...] = (
    fastest,
    tuned,
    winners,
    status,
    findings,
    best_configs,
    exchange_cycles,
    counters,
    hardware_counters,
)

__all__ = ["TABLES", "Table"]
