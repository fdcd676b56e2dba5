"""What all Python tests share."""

from __future__ import annotations

import gc

COLLECT_EVERY = 200_000


def pytest_configure() -> None:
    """Imported modules are hundreds of thousands of objects that stay: to look through them every
    700 new ones takes an eighth of the tests' time.
    """
    gc.set_threshold(COLLECT_EVERY, 10, 10)
