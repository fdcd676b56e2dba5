"""Timing of callables, on the fake driver of tests/cuda: times are those of its own clock, in which
a fill takes 1000 ns and a launch 10000 ns. Callables enqueue through ctypes.
"""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warpmark
from warpmark import session_library
from warpmark.callables import Work
from warpmark.session_library import MisuseError, SessionError
from warpmark.testing import do_bench

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("WARPMARK_PROGRAM", "build/release/warpmark")).resolve().parent
FAKE = BUILD / "tests" / "libfake_cuda.so"
FILL_NS, LAUNCH_NS = 1000, 10000

# A library with sanitizers cannot be loaded into a Python without them.
pytestmark = pytest.mark.skipif(
    os.environ.get("WARPMARK_SANITIZED", "") != ""
    or not (FAKE.is_file() and (BUILD / session_library.NAME).is_file()),
    reason="the build has no fake driver, no session library, or one with sanitizers",
)


class Array:
    """Memory of the fake card, which is the host's, as other libraries show theirs."""

    def __init__(self, driver: ctypes.CDLL, count: int) -> None:
        address = ctypes.c_uint64()
        assert driver.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(4 * count)) == 0
        self.address, self.count = address.value, count

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "data": (self.address, False),
            "shape": (self.count,),
            "typestr": "<i4",
            "strides": None,
            "version": 3,
        }


class Driver:
    """What a library of the user would call."""

    def __init__(self, library: ctypes.CDLL, stream: int) -> None:
        self.library, self.stream = library, stream
        self.array = Array(library, 4)
        self.calls = 0

    def fill(self, value: int = 7, out: Array | None = None, stream: int | None = None) -> Array:
        """Fills an array in the session's stream."""
        self.calls += 1
        array = out or self.array
        where = ctypes.c_void_p(self.stream if stream is None else stream)
        code = self.library.cuMemsetD32Async(
            ctypes.c_uint64(array.address), value, ctypes.c_size_t(array.count), where
        )
        if code:
            raise RuntimeError(f"CUDA error {code}")
        return array

    def fills(self, count: int) -> Callable[[], Array]:
        return lambda: [self.fill() for _ in range(count)][-1]

    def wait(self) -> None:
        if code := self.library.cuStreamSynchronize(ctypes.c_void_p(self.stream)):
            raise RuntimeError(f"CUDA error {code}")

    def fill_and_wait(self) -> None:
        self.fill()
        self.wait()

    def allocate(self) -> None:
        address = ctypes.c_uint64()
        if code := self.library.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(4)):
            raise RuntimeError(f"CUDA error {code}")
        self.library.cuMemFree_v2(address)
        self.fill()

    def nothing(self) -> None:
        """Work of another stream would look the same."""


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    monkeypatch.setenv("WARPMARK_LIBCUDA", str(FAKE))
    monkeypatch.setenv("WARPMARK_LIBNVML", str(FAKE))
    monkeypatch.setenv(session_library.VARIABLE, str(BUILD / session_library.NAME))
    library = ctypes.CDLL(str(FAKE))
    library.fake_cuda_reset()
    library.fake_cuda_allow_capture()
    session_library.library.cache_clear()
    session_library.session.cache_clear()
    opened = session_library.session(0)
    yield Driver(library, opened.stream)
    opened.close()
    session_library.session.cache_clear()
    session_library.library.cache_clear()


def bench(fn: Any, *args: Any, **options: Any) -> warpmark.Measurement:
    """With few samples."""
    return warpmark.bench(fn, *args, **{"state": "hot", "max_samples": 30, **options})


def test_a_callable_takes_the_time_of_its_work(driver: Driver) -> None:
    measured = bench(driver.fills(3), name="fills/three", reference=np.full(4, 7, np.int32))
    assert measured.median_ns == pytest.approx(3 * FILL_NS)
    assert measured.held
    assert measured.operations == 3
    assert measured.interval_ns[0] <= measured.median_ns <= measured.interval_ns[1]
    assert measured.clocks_hz["before"] == 1755e6
    assert "not_held" not in measured.warnings
    assert "unverified" not in measured.warnings
    assert str(measured).startswith("fills/three: 3000 ns [")


def test_a_flush_is_not_timed(driver: Driver) -> None:
    measured = bench(driver.fills(2), state="cold")
    assert measured.median_ns == pytest.approx(2 * FILL_NS)
    assert measured.line["state"] == "cold"
    assert "unverified" in measured.warnings


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fill_and_wait", "it waits for the card"),
        ("allocate", "allocates or frees memory"),
        ("nothing", "nothing: it enqueued nothing into the stream that it was given"),
    ],
)
def test_misuse_is_named(driver: Driver, name: str, expected: str) -> None:
    with pytest.raises(MisuseError, match=expected):
        bench(getattr(driver, name))


def test_the_error_that_a_library_raised_is_the_cause(driver: Driver) -> None:
    with pytest.raises(MisuseError, match="the call raised: CUDA error 900") as raised:
        bench(driver.fill_and_wait)
    assert isinstance(raised.value.__cause__, RuntimeError)


def test_the_legacy_default_stream_is_misuse(driver: Driver) -> None:
    with pytest.raises(MisuseError, match="legacy default stream"):
        bench(lambda: driver.fill(stream=0))


def test_work_that_waits_is_timed_without_holding_where_that_is_asked_for(driver: Driver) -> None:
    for hold in (False, "auto"):
        measured = bench(driver.fill_and_wait, hold=hold)
        assert not measured.held
        assert measured.why_not_held
        assert "not_held" in measured.warnings
        assert measured.median_ns == pytest.approx(FILL_NS)


def test_long_queues_are_not_held(driver: Driver) -> None:
    measured = bench(driver.fills(300))
    assert measured.why_not_held == "it enqueues 300 operations, and at most 199 can be held"


def test_an_exception_of_the_callable_comes_through(driver: Driver) -> None:
    def fails_later() -> None:
        driver.fill()
        if driver.calls > 12:
            raise ZeroDivisionError("in the callable")

    with pytest.raises(ZeroDivisionError, match="in the callable"):
        bench(fails_later)
    assert bench(driver.fill).median_ns > 0  # the session is still usable


def test_a_session_is_not_used_by_its_own_callable(driver: Driver) -> None:
    with pytest.raises(SessionError, match="in use"):
        bench(Work(driver.fill, prepare=lambda: bench(driver.fill) if driver.calls > 3 else None))


def test_a_wrong_result_has_no_time(driver: Driver) -> None:
    measured = bench(driver.fill, 7, reference=lambda value: np.full(4, value + 1, np.int32))
    assert measured.status == "wrong"
    assert measured.samples_ns == ()
    with pytest.raises(ValueError, match="before timing: result is wrong at 0: expected 8, got 7"):
        _ = measured.median_ns
    assert "times_ns" not in measured.line
    assert measured.line["verify"]["got"] == "7"


def test_a_result_that_goes_wrong_during_timing_is_found(driver: Driver) -> None:
    measured = bench(
        lambda: driver.fill(7 if driver.calls < 20 else 8), reference=np.full(4, 7, np.int32)
    )
    assert measured.reason.startswith("after timing: result is wrong at 0: expected 7, got 8")


def test_an_output_that_is_not_written_shows(driver: Driver) -> None:
    out = Array(driver.library, 4)
    right = np.full(4, 7, np.int32)
    assert bench(driver.fill, out=out, reference=right).status == "ok"
    # Into the driver's own array: `out` held the right values of the call before.
    idle = bench(lambda out: driver.fill() and out, out=out, reference=right)
    assert idle.status == "wrong"
    assert f"got {0x5A5A5A5A}" in idle.reason


def test_the_stream_is_passed_to_those_who_take_it(driver: Driver) -> None:
    seen = []

    def fill(*, stream: int) -> None:
        seen.append(stream)
        driver.fill()

    bench(fill)
    assert set(seen) == {driver.stream}


def test_a_preparation_is_not_timed(driver: Driver) -> None:
    measured = bench(driver.fill, prepare=driver.fills(5))
    assert measured.median_ns == pytest.approx(FILL_NS)


def test_options_are_checked(driver: Driver) -> None:
    for options, expected in {
        ("state", "warm"): "state='warm': expected 'cold' or 'hot'",
        ("hold", "no"): "hold='no': expected True, False or 'auto'",
    }.items():
        with pytest.raises(ValueError, match=re.escape(expected)):
            bench(driver.fill, **dict([options]))
    with pytest.raises(SessionError, match=re.escape("options.precision: 0; expected more than 0")):
        bench(driver.fill, precision=0)
    with pytest.raises(SessionError, match="min_samples: 40; expected at most max_samples"):
        bench(driver.fill, min_samples=40)


def test_a_minimum_of_samples_is_taken(driver: Driver) -> None:
    measured = bench(driver.fill, min_samples=30, precision=0.5)
    assert len(measured.samples_ns) == 30


def test_a_comparison_has_the_ratio_of_times(driver: Driver) -> None:
    (found,) = warpmark.compare({"one": driver.fills(1), "two": driver.fills(2)}, pairs=20)
    assert (found.name, found.base) == ("two", "one")
    assert found.ratio == pytest.approx(2, rel=1e-6)
    assert found.differs
    assert found.pairs == 20
    assert str(found).startswith("two / one: 2.0000 [2.0000, 2.0000], 20 pairs")
    same = warpmark.compare(driver.fill, driver.fill, driver.fill, pairs=10, state="hot")
    assert [each.differs for each in same] == [False, False]
    with pytest.raises(ValueError, match="1 callables; expected at least two"):
        warpmark.compare(driver.fill)
    with pytest.raises(ValueError, match="before timing: result is wrong"):
        warpmark.compare(driver.fill, driver.fills(2), reference=np.zeros(4, np.int32))


def test_a_benchmark_sweeps_its_axes(driver: Driver, tmp_path: Path) -> None:
    @warpmark.benchmark(options={"state": "hot", "max_samples": 25}, n=[1, 2], value=["a", "b"])
    def fills(n: int, value: str) -> Work:
        assert value in "ab"
        return Work(driver.fills(n), reference=np.full(4, 7, np.int32))

    results = fills.run(journal=tmp_path / "fills.jsonl", name="fill/some")
    assert [each.median_ns for each in results] == pytest.approx([1000, 1000, 2000, 2000])
    read = warpmark.load(tmp_path / "fills.jsonl")
    assert read.measurements.status.tolist() == ["ok"] * 4
    assert read.measurements.problem_n.tolist() == [1, 1, 2, 2]
    assert read.measurements.family.unique().tolist() == ["fill"]
    assert results.frame.time_median_ns.tolist() == pytest.approx([1000, 1000, 2000, 2000])
    page = warpmark.report(tmp_path / "fills.jsonl", output=tmp_path / "page")
    assert "fill" in page.read_text()
    with pytest.raises(ValueError, match="n: no values"):
        warpmark.benchmark(n=[])


def test_a_history_takes_the_journal(driver: Driver, tmp_path: Path) -> None:
    bench(driver.fill, name="fill/driver", journal=tmp_path / "one.jsonl")
    words = [str(BUILD / "warpmark"), "history", "add", "one.jsonl", "--commit", "0123456789ab"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_journals_hold_one_contract(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    bench(driver.fill, journal=path)
    bench(driver.fill, name="zeros", journal=path, reference=np.zeros(4, np.int32))
    assert warpmark.load(path).measurements.status.tolist() == ["ok", "wrong"]
    with pytest.raises(ValueError, match="its contract has state='hot'; expected 'cold'"):
        bench(driver.fill, journal=path, state="cold")
    (tmp_path / "text").write_text("no journal\n")
    with pytest.raises(ValueError, match="expected a journal of warpmark, or no file"):
        bench(driver.fill, journal=tmp_path / "text")


def test_do_bench_has_the_results_of_tritons(driver: Driver) -> None:
    for mode in ("min", "max", "mean", "median"):
        assert do_bench(driver.fill, 1, 0.05, return_mode=mode) == pytest.approx(FILL_NS / 1e6)
    times = do_bench(driver.fill, 1, 0.0505, return_mode="all")
    assert isinstance(times, list)
    assert len(times) == 50
    assert do_bench(driver.fill, 1, 0.05, quantiles=[0.5]) == pytest.approx(FILL_NS / 1e6)
    assert do_bench(driver.fill, 1, 0.05, None, [0.2, 0.8]) == pytest.approx([1e-3, 1e-3])
    assert do_bench(driver.fill_and_wait, 1, 0.05) == pytest.approx(FILL_NS / 1e6)
    with pytest.raises(ValueError, match="return_mode='middle'"):
        do_bench(driver.fill, return_mode="middle")


def test_do_bench_drops_gradients_before_each_execution(driver: Driver) -> None:
    class Tensor:
        grad: int | None = 1

    tensor = Tensor()

    def accumulates() -> None:
        assert tensor.grad is None
        tensor.grad = 1
        driver.fill()

    do_bench(accumulates, 1, 0.05, grad_to_none=[tensor])


def test_a_stream_of_numba_is_passed_where_it_is_imported(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    numba = types.ModuleType("numba.cuda")
    numba.external_stream = lambda address: ("stream", address)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "numba.cuda", numba)
    seen = []

    def fill(stream: Any = None) -> None:
        seen.append(stream)
        driver.fill()

    bench(fill, pass_stream=True)
    assert set(seen) == {("stream", driver.stream)}
    seen.clear()
    bench(fill)
    assert set(seen) == {None}


def test_results_of_jax_are_timed_without_holding(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    jax = types.ModuleType("jax")
    jax.Array = np.ndarray  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jax", jax)
    measured = bench(lambda: driver.fill() and np.ones(3), reference=np.ones(3))
    assert not measured.held
    assert "not_held" in measured.warnings


def test_the_stream_is_made_current_and_put_back(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = [0]

    class ExternalStream:
        def __init__(self, address: int, device: int) -> None:
            self.address = address
            assert device == 0

        def __enter__(self) -> None:
            current.append(self.address)

        def __exit__(self, *_: object) -> None:
            current.pop()

    cupy = types.ModuleType("cupy")
    cupy.cuda = types.SimpleNamespace(  # type: ignore[attr-defined]
        ExternalStream=ExternalStream, Device=lambda: types.SimpleNamespace(id=0)
    )
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    assert bench(lambda: driver.fill(stream=current[-1])).held
    assert current == [0]


def test_structures_are_those_of_the_header() -> None:
    header = (ROOT / "include" / "warpmark" / "session.h").read_text(encoding="utf-8")
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    structures = {
        "config": session_library.Config, "work": session_library.Work,
        "options": session_library.Options, "result": session_library.Result,
        "comparison": session_library.ComparisonResult,
    }  # fmt: skip
    for name, structure in structures.items():
        found = re.search(rf"typedef struct warpmark_session_{name} {{(.*?)}}", header, re.DOTALL)
        assert found
        members = re.findall(r"(\w+)\s*(?=[;,])", found[1])
        assert members == [member for member, *_ in structure._fields_]
    assert f"WARPMARK_SESSION_VERSION {session_library.VERSION}" in header


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    session_library.library.cache_clear()
    monkeypatch.setenv(session_library.VARIABLE, "/nowhere/lib.so")
    with pytest.raises(SessionError, match=r"/nowhere/lib.so: no such library; expected a wheel"):
        session_library.library()
    monkeypatch.setenv(session_library.VARIABLE, str(FAKE))
    with pytest.raises(SessionError, match=f"expected {session_library.NAME}"):
        session_library.library()
