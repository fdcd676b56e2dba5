"""The program that this package carries: where it is, and how it is called."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

NAME = "warpmark"
USAGE = 2  # exit status of wrong usage
PROGRESS = re.compile(r"^(\d+) of (\d+) (?:point|evaluation|config)s?\b")
Progress: TypeAlias = Callable[..., Any] | bool | None


class CommandError(RuntimeError):
    """The program could not do what it was asked for.

    `status` is its exit status, and the text what it printed on stderr.
    """

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes, as workers of Dask."""
        return type(self), (str(self), self.status)


@dataclass(frozen=True)
class Finished:
    """What a call of the program gave."""

    status: int
    out: str
    errors: str


def program() -> Path:
    """The program of this package; `$WARPMARK_PROGRAM`, if set, is used instead.

    Raises CommandError if there is none, as in a source tree that was not built.
    """
    named = os.environ.get("WARPMARK_PROGRAM")
    path = Path(named) if named else Path(__file__).parent / "bin" / NAME
    if not os.access(path, os.X_OK):
        raise CommandError(
            f"{path}: no such program; expected a wheel of warpmark to be installed "
            "(`pip install warpmark`), or WARPMARK_PROGRAM to name a build's program",
            USAGE,
        )
    return path


def environment() -> dict[str, str]:
    """This process's, with what the program cannot know: which Python runs it, and where that
    Python has NVIDIA's packages.
    """
    result = dict(os.environ)
    result.setdefault("WARPMARK_PYTHON", sys.executable)
    folders = [folder for folder in sys.path if folder and (Path(folder) / "nvidia").is_dir()]
    if folders:
        result.setdefault("WARPMARK_SITE_PACKAGES", os.pathsep.join(folders))
    return result


def main() -> NoReturn:
    """Becomes the program, with this process's arguments."""
    try:
        os.execve(program(), [NAME, *sys.argv[1:]], environment())
    except (CommandError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(USAGE)


def call(
    *words: str | Path,
    accepted: tuple[int, ...] = (0,),
    folder: Path | None = None,
    progress: Progress = None,
) -> Finished:
    """Calls the program with these words and waits for its end.

    `progress` makes a bar as `tqdm` does: it is called with `total=`, and its result has
    `update(n)` and `close()`. True is tqdm's bar where tqdm is installed, else a line. Raises
    CommandError for an exit status that is not in `accepted`.
    """
    process = subprocess.Popen(
        [str(program()), *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env=environment() | {"WARPMARK_CONFIG": ""},  # what is called is what is given
        text=True,
        errors="replace",
    )
    assert process.stdout is not None
    assert process.stderr is not None
    out: list[str] = []
    reader = threading.Thread(
        target=lambda stream: out.append(stream.read()), args=[process.stdout]
    )
    reader.start()
    try:
        errors = list(_with_progress(process.stderr, progress))
    except BaseException:
        process.terminate()
        raise
    finally:
        process.wait()
        reader.join()
        process.stdout.close()
        process.stderr.close()
    finished = Finished(process.returncode, out[0], "".join(errors))
    if finished.status not in accepted:
        raise CommandError(why_it_failed(finished.errors, finished.status), finished.status)
    return finished


class Line:
    """A line on stderr that counts, for those who have no tqdm."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0

    def update(self, count: int) -> None:
        """Counts so many more."""
        self.done += count
        print(f"\r{self.done} of {self.total}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Ends the line."""
        print(file=sys.stderr)


def _usual_bar() -> Callable[..., Any]:
    """tqdm's for the place: a widget in a notebook that has them, else text."""
    try:
        auto = import_module("tqdm.auto")
    except ImportError:
        return Line
    bar: Callable[..., Any] = auto.tqdm
    return bar


def opened_bar(progress: Progress, total: int) -> Any:
    """The bar that `progress` asks for; None for none."""
    if isinstance(progress, bool):
        progress = _usual_bar() if progress else None
    return None if progress is None else progress(total=total)


def _with_progress(stream: Iterable[str], progress: Progress) -> Iterator[str]:
    bar, done = None, 0
    for line in stream:
        found = PROGRESS.match(line)
        if not found:
            yield line
        elif bar is not None or (bar := opened_bar(progress, int(found[2]))) is not None:
            bar.update(int(found[1]) - done)
            done = int(found[1])
    if bar is not None:
        bar.close()


def why_it_failed(errors: str, status: int) -> str:
    """What the program printed on stderr: its errors, else the last lines."""
    lines = [line for line in errors.strip().splitlines() if not PROGRESS.match(line)]
    named = [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]
    return "\n".join(named or lines[-5:]) or f"exit status {status}"
