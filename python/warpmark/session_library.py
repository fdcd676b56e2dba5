"""libwarpmark_session.so, the sampler as a library: its C interface by ctypes.

The structures are those of include/warpmark/session.h, and a test compares the two.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

NAME = "libwarpmark_session.so"
VARIABLE = "WARPMARK_SESSION_LIBRARY"
VERSION = 1
OK, BAD_ARGUMENT, NO_CARD, NO_COMPILER, DEVICE_ERROR, MISUSE, CALLBACK, BUSY, INTERNAL = range(9)
STATES = {"cold": 0, "hot": 1}
HOLDS = {True: 0, "auto": 1, False: 2}

CALLBACK_TYPE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class SessionError(RuntimeError):
    """The library refused a call, or the card failed. `status` is a warpmark_session_status."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes."""
        return type(self), (str(self), self.status)


class MisuseError(SessionError):
    """The callable does what cannot be timed as asked: it waits, allocates, or uses another
    stream.
    """


class _Sized(ctypes.Structure):
    """A structure that begins with its size."""

    def __init__(self, **members: Any) -> None:
        super().__init__(size=ctypes.sizeof(type(self)), **members)


class Config(_Sized):
    """warpmark_session_config."""

    _fields_ = (("size", ctypes.c_size_t), ("device", ctypes.c_int32))


class Work(_Sized):
    """warpmark_session_work."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("enqueue", CALLBACK_TYPE),
        ("prepare", CALLBACK_TYPE),
        ("user", ctypes.c_void_p),
        ("family", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
    )


class Options(_Sized):
    """warpmark_session_options."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("state", ctypes.c_int32),
        ("hold", ctypes.c_int32),
        ("precision", ctypes.c_double),
        ("max_seconds", ctypes.c_double),
        ("min_samples", ctypes.c_uint64),
        ("max_samples", ctypes.c_uint64),
        ("seed", ctypes.c_uint64),
    )


class Result(_Sized):
    """warpmark_session_result."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("samples_ns", ctypes.POINTER(ctypes.c_double)),
        ("samples", ctypes.c_uint64),
        ("median_ns", ctypes.c_double),
        ("low_ns", ctypes.c_double),
        ("high_ns", ctypes.c_double),
        ("dropped", ctypes.c_uint64),
        ("operations", ctypes.c_uint64),
        ("held", ctypes.c_int32),
        ("why_not_held", ctypes.c_char_p),
        ("stop_reason", ctypes.c_char_p),
        ("warnings", ctypes.c_char_p),
        ("sm_hz_before", ctypes.c_double),
        ("sm_hz_during", ctypes.c_double),
        ("sm_hz_after", ctypes.c_double),
        ("line", ctypes.c_char_p),
    )


class ComparisonResult(_Sized):
    """warpmark_session_comparison."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("first_ns", ctypes.POINTER(ctypes.c_double)),
        ("second_ns", ctypes.POINTER(ctypes.c_double)),
        ("pairs", ctypes.c_uint64),
        ("ratio", ctypes.c_double),
        ("low", ctypes.c_double),
        ("high", ctypes.c_double),
        ("first_median_ns", ctypes.c_double),
        ("second_median_ns", ctypes.c_double),
        ("dropped", ctypes.c_uint64),
        ("held", ctypes.c_int32),
        ("why_not_held", ctypes.c_char_p),
    )


def candidates() -> list[Path]:
    """Where the library is looked for, in order; `$WARPMARK_SESSION_LIBRARY` alone, if set."""
    if named := os.environ.get(VARIABLE):
        return [Path(named)]
    here = Path(__file__).resolve().parent
    places = [here / "bin" / NAME]
    if program := os.environ.get("WARPMARK_PROGRAM"):
        places.append(Path(program).parent / NAME)
    if (here.parents[1] / "CMakePresets.json").is_file():  # a source tree
        places.append(here.parents[1] / "build" / "release" / NAME)
    return places


@cache
def library() -> ctypes.CDLL:
    """The library, with the types of its functions. Raises SessionError where it is not found."""
    places = candidates()
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise SessionError(
            f"{' and '.join(map(str, places))}: no such library; expected a wheel of warpmark, a "
            f"build of the target warpmark_session, or {VARIABLE} to name the file",
            BAD_ARGUMENT,
        )
    try:
        loaded = ctypes.CDLL(str(found))
        version = loaded.warpmark_session_version()
    except (OSError, AttributeError) as error:
        raise SessionError(f"{found}: {error}; expected {NAME}", BAD_ARGUMENT) from error
    if version != VERSION:
        raise SessionError(
            f"{found}: version {version} of its interface; expected {VERSION}, as this package has",
            BAD_ARGUMENT,
        )
    loaded.warpmark_session_message.restype = ctypes.c_char_p
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    for name, types in {
        "open": [pointer, pointer],
        "close": [pointer],
        "stream": [pointer, pointer],
        "default_options": [pointer],
        "measure": [pointer] * 4,
        "compare": [pointer] * 5,
        "measure_ceilings": [pointer],
        "manifest": [pointer] * 3,
        "fill": [pointer, ctypes.c_uint64, size, ctypes.c_uint8],
        "download": [pointer, pointer, ctypes.c_uint64, size],
    }.items():
        getattr(loaded, f"warpmark_session_{name}").argtypes = types
    return loaded


def call(name: str, *arguments: Any) -> None:
    """Calls a function of the library. Raises SessionError with its message."""
    loaded = library()
    status = getattr(loaded, f"warpmark_session_{name}")(*arguments)
    if status == OK:
        return
    text = loaded.warpmark_session_message().decode(errors="replace")
    raise (MisuseError if status == MISUSE else SessionError)(text, status)


class Guarded:
    """A Python function as a callback: an exception ends the measurement, and is kept."""

    def __init__(self, function: Callable[[int], object]) -> None:
        self.function = function
        self.error: BaseException | None = None
        self.pointer = CALLBACK_TYPE(self._call)

    def _call(self, _user: int | None, stream: int | None) -> int:
        try:
            self.function(stream or 0)
        except BaseException as error:
            self.error = error
            return 1
        return 0


@contextmanager
def _site_packages() -> Iterator[None]:
    """NVRTC may be a package of this Python: the library looks into the folders of a variable."""
    name = "WARPMARK_SITE_PACKAGES"
    folders = [folder for folder in sys.path if folder and (Path(folder) / "nvidia").is_dir()]
    if name in os.environ or not folders:
        yield
        return
    os.environ[name] = os.pathsep.join(folders)
    try:
        yield
    finally:
        del os.environ[name]


class Session:
    """A card for the callables of this process, in the context that libraries share."""

    def __init__(self, device: int = 0) -> None:
        handle = ctypes.c_void_p()
        call("open", ctypes.byref(Config(device=device)), ctypes.byref(handle))
        self._handle = handle
        stream = ctypes.c_void_p()
        call("stream", handle, ctypes.byref(stream))
        self.device = device
        self.stream: int = stream.value or 0

    def close(self) -> None:
        """Ends it. What was enqueued into its stream is waited for."""
        call("close", self._handle)
        self._handle = ctypes.c_void_p()

    def options(self, **members: Any) -> Options:
        """The library's defaults, with these members instead."""
        options = Options()
        call("default_options", ctypes.byref(options))
        for name, value in members.items():
            if value is not None:
                setattr(options, name, value)
        return options

    def measure(self, work: Work, callbacks: list[Guarded], options: Options) -> Result:
        """warpmark_session_measure. An exception of a callback is raised as it is, or is the cause
        of a MisuseError.
        """
        result = Result()
        with _raising(callbacks), _site_packages():
            call("measure", self._handle, *map(ctypes.byref, (work, options, result)))
        return result

    def compare(
        self, first: Work, second: Work, callbacks: list[Guarded], options: Options
    ) -> ComparisonResult:
        """warpmark_session_compare, with exceptions as above."""
        result = ComparisonResult()
        with _raising(callbacks), _site_packages():
            call("compare", self._handle, *map(ctypes.byref, (first, second, options, result)))
        return result

    def measure_ceilings(self) -> None:
        """Measures the bandwidths that later manifests have."""
        with _site_packages():
            call("measure_ceilings", self._handle)

    def manifest(self, options: Options) -> str:
        """The first line of a journal."""
        line = ctypes.c_char_p()
        with _site_packages():
            call("manifest", self._handle, ctypes.byref(options), ctypes.byref(line))
        return (line.value or b"").decode()

    def fill(self, address: int, size_bytes: int, value: int) -> None:
        """Fills memory of the card, and waits; both numbers are multiples of 4."""
        call("fill", self._handle, address, size_bytes, value)

    def download(self, address: int, size_bytes: int) -> bytearray:
        """A copy of memory of the card, after all that was enqueued into the session's stream."""
        content = bytearray(size_bytes)
        if size_bytes:
            into = (ctypes.c_char * size_bytes).from_buffer(content)
            call("download", self._handle, into, address, size_bytes)
        return content


@contextmanager
def _raising(callbacks: list[Guarded]) -> Iterator[None]:
    try:
        yield
    except SessionError as error:
        cause = next((each.error for each in callbacks if each.error is not None), None)
        if cause is None:
            raise
        if error.status == MISUSE:
            raise MisuseError(f"{error}; the call raised: {cause}", MISUSE) from cause
        raise cause from None
    else:
        # Of a repeated check without consequence, which the library passes over.
        for each in callbacks:
            if each.error is not None and not isinstance(each.error, Exception):
                raise each.error


@cache
def session(device: int = 0) -> Session:
    """The session of a card, which stays open as long as the process runs."""
    return Session(device)
