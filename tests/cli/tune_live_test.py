"""warpmark tune on machines without a card: journals, ends, and profiles checked again."""

import json
import os
import signal
import subprocess
import unittest
from pathlib import Path
from typing import Any

from program import HANG_S, PROGRAM, ProgramTest

SIMT = ("tune", "reduce/tree_sequential", "-p", "n=1000", "--backend", "simt", "--budget", "4")


def events(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


class TuneLive(ProgramTest):
    def refused(self, part: str, *words: str) -> None:
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertIn(part, done.stderr)
        self.assertEqual(list(self.folder.glob("*.jsonl")), [], "no journal of nothing")

    def test_modelled_times_are_measured_in_one_round(self) -> None:
        done = self.run_program(*SIMT, "--journal", "t.jsonl")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("modelled", done.stdout)
        finals = [each for each in events(self.folder / "t.jsonl") if "tuning" in each]
        self.assertEqual({each["tuning"].get("round", 1) for each in finals}, {1})

    def test_what_is_wrong_is_said_before_there_is_a_journal(self) -> None:
        self.refused("--verify-limit soon", *SIMT, "--verify-limit", "soon")
        self.refused("--rounds 0", *SIMT, "--rounds", "0")
        held_out = (*SIMT, "-o", "p.json", "--hold-out", "often")
        self.refused("--hold-out=often: expected an integer or a range", *held_out)
        self.refused("--hold-out 64: only a profile is tested", *SIMT, "--hold-out", "64")
        host = ("tune", "count/host_*", "-p", "n=1024", "--backend", "host")
        self.refused("No such file", *host, "-o", "absent/p.json")
        self.refused("by --strategy", *SIMT, "--set", "batch=2")
        self.refused("'batc'", *SIMT, "--strategy", "model_based", "--set", "batc=2")
        self.refused("unknown option --mutants", *SIMT, "--mutants")
        self.refused("`run` and `list` select them", "tune", "count/mutants/*")

    def test_an_error_while_measuring_ends_the_journal_with_its_reason(self) -> None:
        words = ("tune", "deinterleave/patent_two_phase", "-p", "n=1000", "--backend", "simt")
        done = self.run_program(*words, "--journal", "t.jsonl")
        self.assertEqual(done.returncode, 2, done.stderr)
        last = events(self.folder / "t.jsonl")[-1]
        self.assertEqual(last["event"], "end")
        self.assertFalse(last["complete"])
        self.assertIn(last["reason"], done.stderr)

    def test_an_interrupt_ends_the_journal(self) -> None:
        journal = self.folder / "t.jsonl"
        words = [PROGRAM, "tune", "reduce", "-p", "n=4096", "--backend", "simt"]
        with subprocess.Popen(
            [*words, "--journal", str(journal)],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as tuning:
            self.wait_for_lines("t.jsonl", 3)
            os.kill(tuning.pid, signal.SIGINT)
            tuning.communicate(timeout=HANG_S)
            self.assertEqual(tuning.returncode, 5)
        last = events(journal)[-1]
        self.assertEqual((last["event"], last["reason"]), ("end", "interrupted"))


class Check(ProgramTest):
    """A profile of this CPU: lookups by key, which a comparison of all pairs cannot beat."""

    def setUp(self) -> None:
        super().setUp()
        words = ("tune", "count/host_*", "-p", "n=1024", "--backend", "host", "--rounds", "2")
        done = self.run_program(*words, "-o", "p.json", "--journal", "t.jsonl", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)[0]["event"], "tuned")
        self.profile = json.loads((self.folder / "p.json").read_text())

    def check(self, status: int, *words: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "p.json").write_text(json.dumps(self.profile))
        done = self.run_program(
            "tune", "--check", "p.json", "--backend", "host", "--rounds", "2", *words
        )
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def store(self, variant: str) -> None:
        use = {"variant": variant, "config": {}, "is_base": True}
        self.profile["entries"][0]["thresholds"] = [{"from": 0, "use": use}]

    def test_verdicts(self) -> None:
        with self.subTest("what nothing beats by half holds"):
            # One lookup per key; threads cannot halve that at this size, on any machine.
            self.store("host_key_indexed")
            done = self.check(0, "--margin", "50", "--journal", "holds.jsonl")
            self.assertIn("holds", done.stdout)
            checked = [
                each for each in events(self.folder / "holds.jsonl") if each["event"] == "checked"
            ]
            self.assertEqual([each["stale"] for each in checked], [False])
            self.assertIsNotNone(checked[0]["recorded_ns"])
        with self.subTest("what another beats is stale"):
            self.store("host_all_pairs")
            done = self.check(1, "--json")
            told = json.loads(done.stdout)
            self.assertTrue(told["stale"])
            (size,) = told["sizes"]
            self.assertEqual(size["stored"], "host_all_pairs[]")
            self.assertGreater(size["ratio"]["ci_lo"], 1)
            self.assertIn("warpmark tune count -p n=1024", told["remedy"])
        with self.subTest("what is gone is stale"):
            self.store("host_abacus")
            done = self.check(1)
            self.assertIn("unknown variant count/host_abacus", done.stdout)
            self.assertIn("recreate it: " + told["remedy"], done.stdout)
        self.refuse_what_cannot_be_checked()

    def refuse_what_cannot_be_checked(self) -> None:
        here = self.profile["card"]["name"]
        before = sorted(self.folder.glob("*.jsonl"))
        for part, words in (
            ("a check makes no profile", ("-o", "q.json")),
            ("match nothing in the profile", ("-p", "n=2048")),
            ("'tipe'", ("-p", "tipe=i32")),
            ("-c threads=1", ("-c", "threads=1")),
            ("--hold-out 64", ("--hold-out", "64")),
            ("--budget 5s", ("--budget", "5s")),
            ("a record", ("--from", "t.jsonl")),
        ):
            with self.subTest(part):
                done = self.run_program("tune", "--check", "p.json", "--backend", "host", *words)
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertIn(part, done.stderr)
        done = self.run_program("tune", "--check", "p.json", "--backend", "simt")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("backend simt: modelled times say nothing", done.stderr)
        self.profile["card"]["multiprocessors"] += 1
        self.assertIn("multiprocessors", self.check(2).stderr)
        self.profile["card"]["name"] = "NVIDIA Other"
        done = self.check(2)
        self.assertIn("NVIDIA Other", done.stderr)
        self.assertIn(here, done.stderr)
        self.assertEqual(sorted(self.folder.glob("*.jsonl")), before, "no journal of nothing")


if __name__ == "__main__":
    unittest.main()
