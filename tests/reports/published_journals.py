"""What published journals hold, read once for all tests that take something of them."""

from __future__ import annotations

from functools import lru_cache

from warpmark_reports.formats.reader import parts_of

parts = lru_cache(maxsize=None)(parts_of)
