"""Figures, tables and a page from warpmark journals.

`load` is the reader for notebooks; `python -m warpmark_reports` writes the report.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .base.errors import JournalError
    from .formats.reader import load
    from .journal.journal import Journal, Run

__version__ = "0.1.0"
__all__ = ["Journal", "JournalError", "Run", "__version__", "load"]

_HOMES = {
    "JournalError": ".base.errors",
    "Journal": ".journal.journal",
    "Run": ".journal.journal",
    "load": ".formats.reader",
}


def __getattr__(name: str) -> Any:
    """Imports pandas with the first name that needs it: a wrong command fails at once."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value
