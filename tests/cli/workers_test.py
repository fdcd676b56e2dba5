"""Points run in worker processes: what happens to a worker costs at most the point it was at."""

import json
import os
import resource
import signal
import subprocess
import unittest
from collections import Counter
from pathlib import Path

from program import HANG_S, PROGRAM, ProgramTest

SWEEP = ["run", "reduce", "--backend", "simt", "-p", "n=2^10..2^16", "-o", "sweep.jsonl"]


def children_of(pid: int) -> list[int]:
    """Process numbers of the direct children."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # It has just ended.
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def is_alive(pid: int) -> bool:
    """Whether it runs; the dead may not be reaped yet by their new parent."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


class Workers(ProgramTest):
    def lines(self) -> list[dict]:
        return [json.loads(line) for line in (self.folder / "sweep.jsonl").read_text().splitlines()]

    def measured(self) -> list[dict]:
        return [line for line in self.lines() if line["event"] == "measurement"]

    def start(self, *words: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [PROGRAM, *words],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_for_points(self, count: int) -> None:
        self.wait_for_lines("sweep.jsonl", count + 1)

    def test_killed_workers_cost_their_points_and_no_others(self) -> None:
        process = self.start(*SWEEP)
        killed = 0
        self.wait_for_points(10)
        while killed < 5 and process.poll() is None:
            workers = children_of(process.pid)
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
                killed += 1
            self.wait_until(
                lambda gone=workers: (
                    process.poll() is not None or not set(gone) & set(children_of(process.pid))
                ),
                "an end of killed workers",
            )
        process.communicate(timeout=HANG_S)
        counts = Counter(line["key"] for line in self.measured())
        planned = self.lines()[0]["planned_points"]
        self.assertEqual(len(counts), planned)
        self.assertEqual(set(counts.values()), {1})
        lost = [line for line in self.measured() if line["status"] != "ok"]
        self.assertGreater(killed, 0)
        self.assertLessEqual(len(lost), killed)
        for line in lost:
            self.assertEqual(line["status"], "crashed")
            self.assertIn("killed by signal 9", line["reason"])
            self.assertNotIn("counters", line)
        end = self.lines()[-1]
        self.assertTrue(end["complete"])
        self.assertGreaterEqual(end["worker_restarts"], len(lost))
        self.assertEqual(process.returncode, 1 if lost else 0)

    def test_a_killed_coordinator_leaves_no_worker(self) -> None:
        process = self.start(*SWEEP)
        self.wait_for_points(3)
        workers = children_of(process.pid)
        self.assertEqual(len(workers), 1)
        process.kill()
        process.wait()
        self.wait_until(lambda: not is_alive(workers[0]), "an end of the worker")

    def test_interrupts_end_the_run_after_the_point_in_flight(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number=number):
                (self.folder / "sweep.jsonl").unlink(missing_ok=True)
                process = self.start(*SWEEP)
                self.wait_for_points(3)
                process.send_signal(number)
                out, _ = process.communicate(timeout=HANG_S)
                end = self.lines()[-1]
                self.assertEqual(end["event"], "end")
                self.assertFalse(end["complete"])
                self.assertEqual(end["reason"], "interrupted")
                self.assertEqual(process.returncode, 5)
                self.assertIn("--resume continues", out)
                self.assertEqual({line["status"] for line in self.measured()}, {"ok"})

    def test_a_compilation_that_takes_too_long_is_given_up(self) -> None:
        words = ["-c", "block=64", "-p", "n=1024", "--cache", "empty", "--compile-limit", "1ms"]
        variant = ["run", "reduce/tree_sequential", "--backend", "simt", "-o", "sweep.jsonl"]
        done = self.run_program(*variant, *words)
        self.assertEqual(done.returncode, 1, done.stderr)
        (line,) = self.measured()
        self.assertEqual(line["status"], "timed_out")
        self.assertIn("the compilation took longer than 0.001 s", line["reason"])
        self.assertTrue(self.lines()[-1]["complete"])

    def test_a_first_execution_that_takes_too_long_is_given_up(self) -> None:
        words = ["-p", "n=2^24", "--verify-limit", "200ms"]
        variant = ["run", "reduce/serial_thread", "--backend", "simt", "-o", "sweep.jsonl"]
        done = self.run_program(*variant, *words, "-c", "block=32,64")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual([line["status"] for line in self.measured()], ["timed_out"] * 2)

    def test_a_full_disk_stops_the_run_and_loses_nothing(self) -> None:
        # A file size limit simulates a full disk.
        words = [PROGRAM, *SWEEP]
        done = subprocess.run(
            words,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=HANG_S,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000)),
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn("sweep.jsonl", done.stderr)
        resumed = self.run_program(*SWEEP, "--resume")
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        counts = Counter(line["key"] for line in self.measured())
        self.assertEqual(len(counts), self.lines()[0]["planned_points"])
        self.assertEqual(set(counts.values()), {1})


if __name__ == "__main__":
    unittest.main()
