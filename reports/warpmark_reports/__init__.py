"""Figures, tables and a page from warpmark journals.

`load` is the reader for notebooks; `python -m warpmark_reports` writes the whole report.
"""

from .errors import JournalError
from .reader import Journal, Run, load

__version__ = "0.1.0"
__all__ = ["Journal", "JournalError", "Run", "__version__", "load"]
