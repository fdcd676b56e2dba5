"""What all Python tests share."""

from __future__ import annotations

import gc
import os

COLLECT_EVERY = 50_000
os.environ["WARPMARK_CONFIG"] = ""  # no defaults of whoever runs the tests


def pytest_collection_finish() -> None:
    """Imported modules are hundreds of thousands of objects that stay: to look through them again
    and again takes an eighth of the tests' time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_EVERY, 10, 10)
