"""Times Python callables that put work on a CUDA stream, in this process (docs/callables.md)."""

from __future__ import annotations

import ctypes
import functools
import gc
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from warpmark.callable_arrays import Difference, first_difference, poison
from warpmark.callable_journal import measurement_line, temporary_journal, write_journal
from warpmark.callable_streams import (
    current_device,
    made_current,
    runs_in_its_own_streams,
    stream_argument,
)
from warpmark.session_library import HOLDS, STATES, Guarded, Session, session
from warpmark.session_library import Work as CWork

if TYPE_CHECKING:
    import pandas as pd

Hold: TypeAlias = bool | Literal["auto"]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Measurement:
    """The times of one callable. `line` is its line of a journal, `manifest` the journal's first.

    `status` is `"ok"` or, without times, `"wrong"`, of which `reason` tells why.
    """

    name: str
    status: str
    reason: str
    samples_ns: tuple[float, ...]
    interval_ns: tuple[float, float]  # 95 %, of the median
    warnings: tuple[str, ...]
    stop_reason: str
    dropped: int  # samples, since the card was throttled
    held: bool  # no time of the host is in the samples
    why_not_held: str
    operations: int  # of one execution in its stream; 0: not counted
    clocks_hz: dict[str, float]  # before, during, after
    line: dict[str, Any] = field(repr=False)
    manifest: dict[str, Any] = field(repr=False)
    _median_ns: float = field(repr=False, default=0.0)

    @property
    def median_ns(self) -> float:
        """Raises ValueError if the result was wrong."""
        if self.status != "ok":
            raise ValueError(f"{self.name}: {self.reason}")
        return self._median_ns

    def __str__(self) -> str:
        """One line."""
        if self.status != "ok":
            return f"{self.name}: {self.status}: {self.reason}"
        low, high = self.interval_ns
        notes = f" ({', '.join(self.warnings)})" if self.warnings else ""
        count = len(self.samples_ns)
        return (
            f"{self.name}: {self._median_ns:.0f} ns [{low:.0f}, {high:.0f}], {count} samples{notes}"
        )

    @property
    def frame(self) -> pd.DataFrame:
        """One row, with the columns of `warpmark.load(...).measurements`."""
        return Measurements([self]).frame

    def write(self, journal: str | PathLike[str]) -> None:
        """Appends it to a journal, which is begun if it is not there."""
        Measurements([self]).write(journal)


class Measurements(list[Measurement]):
    """Measurements of one session, in the order taken."""

    @property
    def frame(self) -> pd.DataFrame:
        """One row per measurement, with the columns of `warpmark.load(...).measurements`."""
        from warpmark.journals import load

        with temporary_journal([(each.manifest, each.line) for each in self]) as path:
            return load(path).measurements

    def write(self, journal: str | PathLike[str]) -> None:
        """Appends them to a journal, which is begun if it is not there."""
        write_journal(Path(journal), [(each.manifest, each.line) for each in self])

    def __str__(self) -> str:
        """One line per measurement."""
        return "\n".join(map(str, self))


@dataclass(frozen=True)
class Ratio:
    """How long `name` takes, relative to `base`, by samples taken in turn."""

    name: str
    base: str
    ratio: float
    interval: tuple[float, float]  # 95 %
    median_ns: float
    base_median_ns: float
    pairs: int
    dropped: int
    held: bool
    why_not_held: str

    @property
    def differs(self) -> bool:
        """Whether the interval leaves out 1."""
        return not self.interval[0] <= 1 <= self.interval[1]

    def __str__(self) -> str:
        """One line."""
        low, high = self.interval
        return (
            f"{self.name} / {self.base}: {self.ratio:.4f} [{low:.4f}, {high:.4f}], "
            f"{self.pairs} pairs, {self.median_ns:.0f} and {self.base_median_ns:.0f} ns"
        )


@dataclass(frozen=True)
class Work:
    """A callable with its arguments, and what is expected of it.

    reference: a function of the same arguments (without `out`), or the expected result itself.
    prepare: called before each execution, untimed, as to restore what the function overwrites.
    pass_stream: whether `function` takes the stream as its parameter `stream`; None: if it has one
    without a default.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    reference: Any = None
    rtol: float | None = None
    atol: float = 0.0
    prepare: Callable[[], object] | None = None
    pass_stream: bool | None = None

    @property
    def shown_name(self) -> str:
        """What messages and journals call it: family/variant or a variant."""
        inner = self.function
        while isinstance(inner, functools.partial):
            inner = inner.func
        return self.name or getattr(inner, "__name__", type(inner).__name__)


class _Bound:
    """A work on a session: its callbacks, its last result, and its check."""

    def __init__(self, work: Work, on: Session) -> None:
        self.work, self.session = work, on
        self.last: Any = None
        added = stream_argument(work.function, on.stream, work.pass_stream)
        self.kwargs = {**work.kwargs, **added}
        family, _, self.variant = work.shown_name.rpartition("/")
        self.family = family or "callables"
        self.run_callback = Guarded(lambda _stream: self.run())
        self.callbacks = [self.run_callback]
        prepare = None
        if work.prepare is not None:
            self.prepare_callback = Guarded(lambda _stream: work.prepare and work.prepare())
            self.callbacks.append(self.prepare_callback)
            prepare = self.prepare_callback.pointer
        self.c_work = CWork(
            enqueue=self.run_callback.pointer,
            family=self.family.encode(),
            name=self.variant.encode(),
            **({} if prepare is None else {"prepare": prepare}),
        )
        self.expected: Any = None
        if work.reference is not None:
            self.expected = self._expected()

    def _expected(self) -> Any:
        if not callable(self.work.reference):
            return self.work.reference
        kwargs = {name: value for name, value in self.work.kwargs.items() if name != "out"}
        return self.work.reference(*self.work.args, **kwargs)

    def run(self) -> None:
        self.last = None  # first, so that its memory is used again
        self.last = self.work.function(*self.work.args, **self.kwargs)

    def check(self, again: bool) -> Difference | None:
        """The difference of a fresh execution, or of the last one, from the reference."""
        if again:
            if "out" in self.work.kwargs and self.work.reference is not None:
                poison(self.work.kwargs["out"], self.session)
            if self.work.prepare is not None:
                self.work.prepare()
            self.run()
        if self.work.reference is None:
            return None
        got = self.last if self.last is not None else self.work.kwargs.get("out")
        return first_difference(got, self.expected, self.session, self.work.rtol, self.work.atol)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Garbage may own memory of the card, and freeing it waits for a stream that is held."""
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _measure(
    work: Work, on: Session, hold: Hold, problem: Mapping[str, int | str], options: dict[str, Any]
) -> Measurement:
    with made_current(on.stream, on.device), _no_collection():
        bound = _Bound(work, on)
        difference = bound.check(again=True)
        if runs_in_its_own_streams(bound.last):
            hold = False
        c_options = on.options(**options, hold=HOLDS[hold])
        when = "before timing"
        if difference is None:
            result = on.measure(bound.c_work, bound.callbacks, c_options)
            difference, when = bound.check(again=False), "after timing"
        else:
            result = None
    samples = tuple(result.samples_ns[: result.samples]) if result is not None else ()
    line = measurement_line(result, bound.family, bound.variant, problem, difference)
    reason = "" if difference is None else f"{when}: {difference.reason}"
    if difference is not None:
        line["reason"] = reason
    elif work.reference is None:
        line["warnings"] = sorted([*line["warnings"], "unverified"])
    ok = difference is None and result is not None
    return Measurement(
        name=work.shown_name,
        status=line["status"],
        reason=reason,
        samples_ns=samples if ok else (),
        interval_ns=(result.low_ns, result.high_ns) if ok and result else (0.0, 0.0),
        warnings=tuple(line.get("warnings", ())),
        stop_reason=result.stop_reason.decode() if result is not None else "",
        dropped=result.dropped if result is not None else 0,
        held=bool(result is not None and result.held),
        why_not_held=result.why_not_held.decode() if result is not None else "",
        operations=result.operations if result is not None else 0,
        clocks_hz={when: getattr(result, f"sm_hz_{when}") for when in ("before", "during", "after")}
        if result is not None
        else {},
        line=line,
        manifest=measurement_manifest(on, c_options),
        _median_ns=result.median_ns if result is not None else 0.0,
    )


def measurement_manifest(on: Session, options: ctypes.Structure) -> dict[str, Any]:
    """The first line of a journal with measurements by these options."""
    from warpmark.callable_journal import manifest_line

    return manifest_line(on.manifest(options))  # type: ignore[arg-type]


def _options(
    state: str, precision: float, max_time: float, min_samples: int, max_samples: int, seed: int
) -> dict[str, Any]:
    if state not in STATES:
        raise ValueError(f"state={state!r}: expected {' or '.join(map(repr, STATES))}")
    return {
        "state": STATES[state],
        "precision": precision,
        "max_seconds": max_time,
        "min_samples": min_samples,
        "max_samples": max_samples,
        "seed": seed,
    }


def _check_hold(hold: Hold) -> None:
    if not (isinstance(hold, bool) or hold == "auto"):
        raise ValueError(f"hold={hold!r}: expected True, False or 'auto'")


def bench(
    fn: Callable[..., Any] | Work,
    *args: Any,
    reference: Any = None,
    rtol: float | None = None,
    atol: float = 0.0,
    prepare: Callable[[], object] | None = None,
    name: str = "",
    pass_stream: bool | None = None,
    state: str = "cold",
    hold: Hold = True,
    precision: float = 0.01,
    max_time: float = 1.0,
    min_samples: int = 0,
    max_samples: int = 1000,
    seed: int = 1,
    problem: Mapping[str, int | str] | None = None,
    journal: str | PathLike[str] | None = None,
    device: int | None = None,
    **kwargs: Any,
) -> Measurement:
    """Times `fn(*args, **kwargs)` on the card.

    PyTorch, Triton and CuPy enqueue into the session's stream, which is made current; a function
    with a parameter `stream` gets it (`pass_stream`), as numba's launches need it. `reference` is
    a function of the same arguments or the expected result: results are compared before and after
    timing. `state`: `"cold"` or `"hot"`. `hold`: docs/callables.md. `max_time` in seconds.
    `problem`: what the line of the journal says of it, such as n.

    Raises MisuseError for a callable that cannot be timed as asked, SessionError without a card,
    ValueError for options, and what `fn` raises.
    """
    _check_hold(hold)
    options = _options(state, precision, max_time, min_samples, max_samples, seed)
    work = fn if isinstance(fn, Work) else Work(
        fn, args, kwargs, name, reference, rtol, atol, prepare, pass_stream
    )  # fmt: skip
    on = session(current_device() if device is None else device)
    measured = _measure(work, on, hold, problem or {}, options)
    if journal is not None:
        measured.write(journal)
    return measured


class Benchmark(Generic[Result]):
    """A function of axes that returns what is timed; calling it is calling the function."""

    def __init__(
        self, setup: Callable[..., Result], axes: Mapping[str, Sequence[int | str]],
        options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        functools.update_wrapper(self, setup)
        self.setup, self.axes, self.options = setup, axes, options

    def __call__(self, *args: Any, **kwargs: Any) -> Result:
        """The function itself."""
        return self.setup(*args, **kwargs)

    def points(self) -> Iterator[dict[str, int | str]]:
        """The values of the axes, the last axis first."""
        for values in itertools.product(*self.axes.values()):
            yield dict(zip(self.axes, values, strict=True))

    def run(self, *, journal: str | PathLike[str] | None = None, **options: Any) -> Measurements:
        """Measures all points. `options` replace those of the decorator."""
        used = {**self.options, **options}
        used.setdefault("name", getattr(self.setup, "__name__", "work"))
        results = Measurements()
        for point in self.points():
            work: Any = self.setup(**point)
            if isinstance(work, Work):
                work = Work(**{**vars(work), "name": work.name or used["name"]})
            elif not callable(work):
                raise TypeError(
                    f"{used['name']}: returned {type(work).__name__}; expected a callable or a Work"
                )
            results.append(bench(work, problem=point, **used))
            if journal is not None:
                results[-1].write(journal)
        return results


def benchmark(
    *, options: Mapping[str, Any] | None = None, **axes: Iterable[int | str]
) -> Callable[[Callable[..., Result]], Benchmark[Result]]:
    """Makes a function of these axes a benchmark: it sets up a point, untimed, and returns the
    callable that is timed, or a `Work`. `.run()` measures all points. `options` are those of
    `bench`.

    Raises ValueError for an axis without values.
    """
    values = {name: tuple(along) for name, along in axes.items()}
    for name, along in values.items():
        if not along:
            raise ValueError(f"{name}: no values; expected at least one")
        for each in along:
            if isinstance(each, bool) or not isinstance(each, (int, str)):
                raise ValueError(f"{name}={each!r}: expected whole numbers or texts")
    return lambda setup: Benchmark(setup, values, options or {})


def compare(
    *fns: Callable[..., Any] | Work | Mapping[str, Callable[..., Any] | Work],
    args: tuple[Any, ...] = (),
    kwargs: Mapping[str, Any] | None = None,
    reference: Any = None,
    rtol: float | None = None,
    atol: float = 0.0,
    state: str = "cold",
    hold: Hold = True,
    pairs: int = 100,
    max_time: float = 2.0,
    seed: int = 1,
    device: int | None = None,
) -> list[Ratio]:
    """Times callables in turn with the first one, so that drift affects both equally: one ratio
    for each of the others. `max_time` is for each of them.

    All get the same arguments, unless they are `Work`. Raises what `bench` raises, and ValueError
    for fewer than two callables or a wrong result.
    """
    _check_hold(hold)
    options = _options(state, 0.01, max_time, 0, pairs, seed)
    works = []
    for name, fn in itertools.chain.from_iterable(
        each.items() if isinstance(each, Mapping) else [("", each)] for each in fns
    ):
        if not isinstance(fn, Work):
            fn = Work(fn, args, kwargs or {}, "", reference, rtol, atol)
        works.append(Work(**{**vars(fn), "name": name or fn.shown_name}))
    if len(works) < 2:
        raise ValueError(f"{len(works)} callables; expected at least two")
    on = session(current_device() if device is None else device)
    with made_current(on.stream, on.device), _no_collection():
        bound = [_Bound(work, on) for work in works]
        for each in bound:
            _require_right(each, again=True)
        found = [_compare(on, bound[0], other, hold, options) for other in bound[1:]]
        for each in bound:
            _require_right(each, again=False)
    return found


def _require_right(bound: _Bound, *, again: bool) -> None:
    if (difference := bound.check(again)) is not None:
        when = "before" if again else "after"
        raise ValueError(f"{bound.work.shown_name}: {when} timing: {difference.reason}")


def _compare(
    on: Session, base: _Bound, other: _Bound, hold: Hold, options: dict[str, Any]
) -> Ratio:
    if any(runs_in_its_own_streams(each.last) for each in (base, other)):
        hold = False
    result = on.compare(
        base.c_work,
        other.c_work,
        [*base.callbacks, *other.callbacks],
        on.options(**options, hold=HOLDS[hold]),
    )
    return Ratio(
        name=other.work.shown_name,
        base=base.work.shown_name,
        ratio=result.ratio,
        interval=(result.low, result.high),
        median_ns=result.second_median_ns,
        base_median_ns=result.first_median_ns,
        pairs=result.pairs,
        dropped=result.dropped,
        held=bool(result.held),
        why_not_held=result.why_not_held.decode(),
    )
