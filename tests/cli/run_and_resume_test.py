"""A sweep on the interpreter: its journal, an end by budget or SIGKILL, and going on after it."""

import json
import os
import signal
import subprocess
import unittest
from collections import Counter
from pathlib import Path

from program import HANG_S, PROGRAM, ProgramTest

SWEEP = ["run", "reduce", "--backend", "simt", "-p", "n=2^8..2^12", "-o", "sweep.jsonl"]


def lines_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


class RunAndResume(ProgramTest):
    def keys(self) -> Counter:
        lines = lines_of(self.folder / "sweep.jsonl")
        return Counter(line["key"] for line in lines if line["event"] == "measurement")

    def planned(self) -> set[str]:
        done = self.run_program(*SWEEP[:-2], "--dry-run", "--json")
        return set(json.loads(done.stdout)["points"])

    def test_a_run_measures_every_point_once_and_says_so(self) -> None:
        done = self.run_program(*SWEEP, "-c", "block=64,256")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = lines_of(self.folder / "sweep.jsonl")
        self.assertEqual(lines[0]["event"], "manifest")
        self.assertEqual(lines[-1]["event"], "end")
        self.assertTrue(lines[-1]["complete"])
        self.assertEqual(lines[-1]["counts"], {"ok": lines[0]["planned_points"]})
        self.assertEqual(set(self.keys().values()), {1})
        for line in lines[1:-1]:
            self.assertNotIn("times_ns", line)  # interpreted: counted, never timed
            self.assertGreater(line["counters"]["warp_instructions"], 0)

    def test_without_a_home_nothing_is_kept_and_the_folder_stays_clean(self) -> None:
        words = [PROGRAM, "run", "reduce/serial_thread", "--backend", "simt", "-p", "n=64"]
        for home in ({}, {"HOME": ""}, {"HOME": "here", "XDG_CACHE_HOME": "there"}):
            kept = {
                name: value
                for name, value in os.environ.items()
                if name not in ("HOME", "XDG_CACHE_HOME")
            }
            done = subprocess.run(
                [*words, "-o", "alone.jsonl"],
                cwd=self.folder,
                env=kept | home,
                capture_output=True,
                text=True,
                timeout=200,
                check=False,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            note = "compiled kernels are not cached: neither XDG_CACHE_HOME nor HOME is set"
            self.assertEqual(done.stderr.count(note), 1, done.stderr)
            self.assertEqual([path.name for path in self.folder.iterdir()], ["alone.jsonl"])
            (self.folder / "alone.jsonl").unlink()

    def test_counters_are_the_same_in_every_run(self) -> None:
        counted = []
        for name in ("a.jsonl", "b.jsonl"):
            words = [*SWEEP[:-1], name, "-c", "block=64"]
            self.assertEqual(self.run_program(*words).returncode, 0)
            lines = lines_of(self.folder / name)
            counted.append({line["key"]: line["counters"] for line in lines[1:-1]})
        self.assertEqual(*counted)

    def test_a_killed_run_resumes_without_loss_or_repetition(self) -> None:
        with subprocess.Popen(
            [PROGRAM, *SWEEP], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            journal = self.folder / "sweep.jsonl"
            self.wait_for_lines("sweep.jsonl", 11)
            process.send_signal(signal.SIGKILL)
        whole = journal.read_bytes().rsplit(b"\n", 1)[0].splitlines()
        self.assertGreater(len(whole), 10)
        self.assertNotIn(b'"event":"end"', whole[-1])
        before = self.keys_of_whole_lines(whole)

        # An incomplete line, as left by a kill during a write.
        with journal.open("ab") as file:
            file.write(b'{"event":"measurement","key":"torn')
        done = self.run_program(*SWEEP, "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(set(self.keys()), self.planned())
        self.assertEqual(set(self.keys().values()), {1})
        self.assertTrue(before <= set(self.keys()))
        self.assertTrue(lines_of(journal)[-1]["complete"])

    @staticmethod
    def keys_of_whole_lines(lines: list[bytes]) -> set[str]:
        events = [json.loads(line) for line in lines]
        return {event["key"] for event in events if event["event"] == "measurement"}

    def test_a_spent_budget_ends_the_run_truthfully(self) -> None:
        done = self.run_program(*SWEEP, "--budget", "1ms")
        self.assertEqual(done.returncode, 5, done.stderr)
        end = lines_of(self.folder / "sweep.jsonl")[-1]
        self.assertFalse(end["complete"])
        self.assertIn("budget", end["reason"])
        self.assertEqual(self.run_program(*SWEEP, "--resume").returncode, 0)
        self.assertEqual(set(self.keys()), self.planned())

    def test_an_interrupt_ends_the_run_after_the_point_in_flight(self) -> None:
        with subprocess.Popen(
            [PROGRAM, *SWEEP], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            journal = self.folder / "sweep.jsonl"
            self.wait_for_lines("sweep.jsonl", 6)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=HANG_S), 5)
        end = lines_of(journal)[-1]
        self.assertEqual((end["event"], end["complete"]), ("end", False))
        self.assertEqual(end["reason"], "interrupted")

    def test_resuming_a_complete_run_measures_nothing(self) -> None:
        words = [*SWEEP, "-c", "block=64"]
        self.run_program(*words)
        before = self.keys()
        done = self.run_program(*words, "--resume")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.keys(), before)
        self.assertNotIn("points/s", done.stderr)
        self.assertNotIn("left", done.stderr)

    def test_a_manifest_that_lacks_what_a_resumed_run_needs_is_refused(self) -> None:
        words = [*SWEEP, "-c", "block=64"]
        self.run_program(*words, "--budget", "1ms")
        journal = self.folder / "sweep.jsonl"
        written = lines_of(journal)
        for field, wrong, why in (
            ("ceilings", None, "manifest has no 'ceilings'; expected what `warpmark run` measured"),
            ("ceilings", 7, "manifest.ceilings is 7; expected an object"),
            ("ceilings", {"launch_floor_ns": "x"}, 'launch_floor_ns is "x"; expected a number'),
            ("card", {"name": "x"}, "manifest.card has no 'uuid'"),
            ("seed", "one", 'manifest.seed is "one"; expected an integer of at least 0'),
        ):
            manifest = {**written[0], field: wrong}
            if wrong is None:
                del manifest[field]
            lines = [json.dumps(each) for each in (manifest, *written[1:])]
            journal.write_text("\n".join([*lines, ""]))
            before = journal.read_text()
            done = self.run_program(*words, "--resume")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("sweep.jsonl:1: manifest", done.stderr)
            self.assertIn(why, done.stderr)
            self.assertEqual(journal.read_text(), before)

    def test_another_seed_cannot_join_a_journal(self) -> None:
        self.run_program(*SWEEP, "--seed", "3", "-c", "block=64", "--budget", "1ms")
        done = self.run_program(*SWEEP, "--seed", "4", "-c", "block=64", "--resume")
        self.assertEqual(done.returncode, 2)
        self.assertIn("seed 3", done.stderr)


if __name__ == "__main__":
    unittest.main()
