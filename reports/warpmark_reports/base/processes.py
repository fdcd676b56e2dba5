"""Distributes work over processes: reading blocks of a journal, drawing figures."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")

MAX_PROCESSES = 4  # each takes memory
PROCESSES = min(
    MAX_PROCESSES, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
)

COLLECT_EVERY = 200_000

_task: Callable[[int], Any] = int  # what forked processes find here


def pool() -> ProcessPoolExecutor:
    """Processes that begin as copies of this one."""
    return ProcessPoolExecutor(PROCESSES, mp_context=get_context("fork"))


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Cycles of objects are looked for once in COLLECT_EVERY new objects.

    Modules, frames and drawn figures are hundreds of thousands of objects, most of which stay: to
    look through them every 700 new ones takes an eighth of the time of a report.
    """
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_EVERY, 10, 10)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def spread(task: Callable[[int], T], count: int) -> Iterator[T]:
    """task(0), task(1), … in this order, run in several processes that share the memory of now.

    Only results are copied, so the task may hold frames of any size.
    """
    if PROCESSES < 2 or count < 2:
        yield from map(task, range(count))
        return
    global _task
    _task = task
    try:
        with pool() as workers:
            yield from workers.map(_run, range(count))
    finally:
        _task = int


def _run(index: int) -> Any:
    return _task(index)
