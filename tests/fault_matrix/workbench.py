"""The program under test, a folder of its own for each row, and what a sound journal looks like."""

import json
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# A sanitizer's build must allow preloading, and die of signals like others.
SANITIZERS = {"ASAN_OPTIONS": "verify_asan_link_order=0:handle_segv=0:use_sigaltstack=0"}

PATIENCE_S = 600  # No run takes as long; a hanging run fails its row, not the test.


class Failure(AssertionError):
    """A row's expectation that does not hold."""


class NotForThisBackend(Exception):
    """A row that says nothing on this backend, and why."""


def require(holds: bool, what: str) -> None:
    if not holds:
        raise Failure(what)


@dataclass
class Finished:
    """A run that has ended."""

    code: int
    out: str
    err: str


@dataclass
class Outcome:
    """What a row found, for the table."""

    statuses: str
    reason: str
    code: int
    others: str


@dataclass
class Journal:
    """The complete lines of a journal."""

    path: Path
    lines: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        text = self.path.read_text()
        self.lines = [json.loads(line) for line in text.splitlines()]
        require(text.endswith("\n"), f"{self.path.name} ends in mid-line")

    @property
    def measured(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["event"] == "measurement"]

    @property
    def end(self) -> dict[str, Any]:
        require(self.lines[-1]["event"] == "end", f"the last line is {self.lines[-1]['event']}")
        return self.lines[-1]

    def require_each_once(self, planned: set[str]) -> None:
        """Every planned point is in the journal exactly once."""
        keys = Counter(line["key"] for line in self.measured)
        lost = planned - set(keys)
        require(not lost, f"{len(lost)} points lost, e.g. {sorted(lost)[:1]}")
        require(set(keys) == planned, f"unplanned points: {set(keys) - planned}")
        twice = [key for key, count in keys.items() if count != 1]
        require(not twice, f"more than once: {twice[:1]}")

    def require_truthful_end(self, complete: bool) -> None:
        """The end line agrees with the lines before it."""
        counts = dict(Counter(line["status"] for line in self.measured))
        require(self.end["counts"] == counts, f"end says {self.end['counts']}, not {counts}")
        require(self.end["complete"] == complete, f"end says complete: {self.end['complete']}")
        require(self.end["wall_s"] >= 0, f"end says wall_s {self.end['wall_s']}")


@dataclass
class Workbench:
    """Runs the program on one backend, in a folder that is the row's own."""

    program: Path
    backend: str
    folder: Path
    cache: Path  # For compiled kernels, shared by the rows that do not test it.
    shims: Path

    @property
    def interprets(self) -> bool:
        return self.backend == "simt"

    def words(self, select: Sequence[str], output: str = "sweep.jsonl") -> list[str]:
        command = [str(self.program), "run", *select, "--backend", self.backend]
        return [*command, "-o", output, *([] if "--cache" in select else self.cache_words())]

    def cache_words(self) -> list[str]:
        return ["--cache", str(self.cache)]

    def start(
        self,
        words: Sequence[str],
        extra_environment: Mapping[str, str] | None = None,
        before_exec: Callable[[], None] | None = None,
    ) -> subprocess.Popen[bytes]:
        # To files: a pipe would stay open as long as an orphaned worker.
        with self.talk_of("out").open("w") as out, self.talk_of("err").open("w") as err:
            return subprocess.Popen(
                words,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env={**os.environ, **SANITIZERS, **(extra_environment or {})},
                preexec_fn=before_exec,
                start_new_session=True,
            )

    def talk_of(self, stream: str) -> Path:
        """Where the latest started process writes."""
        return self.folder / f"std{stream}"

    def wait_for_end(self, process: subprocess.Popen[bytes]) -> int:
        """The exit code."""
        try:
            return process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            raise Failure(f"the run did not end within {PATIENCE_S} s") from None

    def finish(self, process: subprocess.Popen[bytes]) -> Finished:
        """Waits for the end; afterwards none of its processes may be left."""
        code = self.wait_for_end(process)
        wait_until(lambda: not processes_in(self.folder), PATIENCE_S, "a process is left after the run")
        return Finished(code, self.talk_of("out").read_text(), self.talk_of("err").read_text())

    def run(self, select: Sequence[str], output: str = "sweep.jsonl", **how: Any) -> Finished:
        return self.finish(self.start(self.words(select, output), **how))

    def planned(self, select: Sequence[str]) -> set[str]:
        done = self.run([*select, "--dry-run", "--json"], "unused.jsonl")
        require(done.code == 0, f"--dry-run: exit code {done.code}: {done.err}")
        return set(json.loads(done.out)["points"])

    def journal(self, name: str = "sweep.jsonl") -> Journal:
        return Journal(self.folder / name)

    def lines(self, name: str = "sweep.jsonl") -> int:
        """So many the journal has."""
        path = self.folder / name
        return path.read_bytes().count(b"\n") if path.exists() else 0

    def wait_for_lines(self, count: int, name: str = "sweep.jsonl") -> None:
        """Until the journal has more than `count` lines."""
        wait_until(lambda: self.lines(name) > count, PATIENCE_S, f"no {count} lines came")


def wait_until(
    holds: Callable[[], bool], seconds: float, otherwise: str, pause_s: float = 0.002
) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        require(time.monotonic() < deadline, otherwise)
        time.sleep(pause_s)


def interrupt(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """As a terminal does: the workers get the signal too."""
    os.killpg(process.pid, number)


def processes_in(folder: Path) -> list[int]:
    """Living processes whose working folder is `folder`."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            # A zombie has no working folder: it shows in children_of().
            if Path(os.readlink(process / "cwd")) == folder:
                found.append(int(process.name))
        except OSError:
            continue  # It has just ended, or is another user's.
    return found


def stat_of(process: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; none if it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return []


def processor_seconds(process: int) -> float:
    """What a process has computed so far."""
    fields = stat_of(process)
    ticks = int(fields[11]) + int(fields[12]) if fields else 0
    return ticks / os.sysconf("SC_CLK_TCK")


def children_of(parent: int) -> list[int]:
    """The direct children, zombies among them."""
    processes = [int(each.name) for each in Path("/proc").glob("[0-9]*")]
    return [each for each in processes if stat_of(each)[1:2] == [str(parent)]]


def kill_workers(parent: int, but: set[int]) -> set[int]:
    """Kills the children of a coordinator, but for those that were killed before and may not have
    been reaped yet. Returns the killed ones."""
    killed = set()
    for worker in set(children_of(parent)) - but:
        try:
            os.kill(worker, signal.SIGKILL)
            killed.add(worker)
        except ProcessLookupError:
            continue
    return killed
