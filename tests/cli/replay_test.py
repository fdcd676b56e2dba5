"""run and tune --backend replay: a synthetic sweep of a card."""

import json
import re
import unittest
from pathlib import Path

from program import ProgramTest

SELECTION = ["reduce/tree_s*", "-p", "n=4096,65536", "-c", "block=64,128,256,512"]


def parameters(text: str) -> dict[str, int | str]:
    pairs = (part.split("=") for part in text.split(",") if part)
    return {name: int(value) if value.isdigit() else value for name, value in pairs}


def lines_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def time_of(config: dict[str, int | str], n: int) -> float:
    best = 128 if n < 10000 else 512
    return n * (1 + 0.1 * abs(int(config["block"]).bit_length() - best.bit_length()))


class Replay(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        planned = self.run_program(
            "run", *SELECTION, "--backend", "simt", "--dry-run", "--json"
        ).stdout
        self.keys = json.loads(planned)["points"]
        self.write("sweep.jsonl", self.keys)

    def write(self, name: str, keys: list[str], status: str = "ok") -> None:
        lines: list[dict] = [
            {
                "event": "manifest",
                "schema": "warpmark/1",
                "tool": {"version": "0", "commit": "0"},
                "argv": ["run"],
                "started_at": "2026-01-31T23:59:59Z",
                "host": {"name": "elsewhere"},
                "backend": "cuda",
                "card": {
                    "name": "a card",
                    "uuid": "GPU-1",
                    "compute_capability": "9.0",
                    "architecture": "sm_90",
                    "multiprocessors": 132,
                    "driver_version": "580.1",
                },
                "seed": 7,
                "contract": {"state": "cold", "clock": "a clock"},
                "planned_points": len(keys),
            }
        ]
        for key in keys:
            match = re.fullmatch(r"(\w+)/(\w+)\[(.*)\]\[(.*)\]", key)
            assert match
            problem, config = parameters(match[3]), parameters(match[4])
            ns = time_of(config, int(problem["n"]))
            times = dict.fromkeys(("median", "ci_lo", "ci_hi", "mean", "min", "p05", "p95"), ns)
            lines.append(
                {
                    "event": "measurement",
                    "key": key,
                    "family": match[1],
                    "variant": match[2],
                    "problem": problem,
                    "config": config,
                    "is_base": False,
                    "backend": "cuda",
                    "card_uuid": "GPU-1",
                    "status": status,
                    "times_ns": {"n": 20, **times},
                    "throughput_bytes_per_s": 1e9,
                    "bytes": 4,
                    "ops": 1,
                    "wall_s": 0.5,
                }
            )
        lines.append({"event": "end", "ended_at": "", "complete": True, "counts": {}})
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (self.folder / name).write_text(text)

    def replay(self, record: str, *words: str) -> tuple[int, list[dict]]:
        journal = self.folder / "again.jsonl"
        journal.unlink(missing_ok=True)
        done = self.run_program(
            "run", *SELECTION, "--backend", "replay", "--from", record, "-o", journal.name, *words
        )
        self.stderr = done.stderr
        return done.returncode, lines_of(journal)

    def test_a_whole_record_is_served_as_it_is_and_says_where_it_is_from(self) -> None:
        code, lines = self.replay("sweep.jsonl")
        self.assertEqual(code, 0, self.stderr)
        manifest, served = lines[0], lines[1:-1]
        self.assertEqual(manifest["backend"], "replay")
        self.assertEqual(manifest["card"]["driver_version"], "580.1")
        self.assertEqual(manifest["contract"]["clock"], "a clock")
        self.assertEqual(manifest["recorded"]["file"], "sweep.jsonl")
        self.assertEqual(manifest["recorded"]["backend"], "cuda")
        self.assertEqual(manifest["recorded"]["started_at"], "2026-01-31T23:59:59Z")
        self.assertEqual(manifest["recorded"]["host"]["name"], "elsewhere")
        self.assertEqual([line["key"] for line in served], self.keys)
        recorded = lines_of(self.folder / "sweep.jsonl")[1:-1]
        for line, original in zip(served, recorded, strict=True):
            self.assertEqual(line["times_ns"], original["times_ns"])
            self.assertEqual(line["backend"], "replay")
            self.assertEqual(line["recorded"]["backend"], "cuda")
        self.assertTrue(lines[-1]["complete"])

    def test_a_replay_is_a_record_again(self) -> None:
        _, first = self.replay("sweep.jsonl")
        (self.folder / "again.jsonl").rename(self.folder / "first.jsonl")
        code, second = self.replay("first.jsonl")
        self.assertEqual(code, 0, self.stderr)
        self.assertEqual(second[0]["recorded"]["recorded"]["file"], "sweep.jsonl")
        self.assertEqual(
            [line["times_ns"] for line in first[1:-1]], [line["times_ns"] for line in second[1:-1]]
        )

    def test_points_that_are_missing_are_skipped_and_told(self) -> None:
        self.write("half.jsonl", self.keys[::2])
        code, lines = self.replay("half.jsonl")
        self.assertEqual(code, 5)
        lacking = [line for line in lines[1:-1] if line["status"] == "skipped"]
        self.assertEqual([line["key"] for line in lacking], self.keys[1::2])
        self.assertEqual(lacking[0]["reason"], "half.jsonl has no measurement of this point")
        self.assertFalse(lines[-1]["complete"])
        self.assertIn(f"{len(lacking)} of {len(self.keys)} points are not in", self.stderr)

    def test_what_was_wrong_is_wrong_again(self) -> None:
        self.write("wrong.jsonl", self.keys, "wrong")
        self.assertEqual(self.replay("wrong.jsonl")[0], 1)

    def test_race_and_finals_without_a_card(self) -> None:
        done = self.run_program(
            "tune", "reduce", "--backend", "replay", "--from", "sweep.jsonl",
            "--journal", "tuned.jsonl", "--json",
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        for tuned in json.loads(done.stdout):
            best = "block=128" if "n=4096" in tuned["problem"] else "block=512"
            self.assertIn(best, tuned["winner"])
        lines = lines_of(self.folder / "tuned.jsonl")
        self.assertEqual(lines[0]["backend"], "replay")
        self.assertEqual(lines[0]["recorded"]["backend"], "cuda")
        phases = {line["tuning"]["phase"] for line in lines if line["event"] == "measurement"}
        self.assertEqual(phases, {"search", "final"})

    def test_a_race_on_modelled_times_says_so_and_makes_no_profile(self) -> None:
        swept = self.run_program("run", *SELECTION, "--backend", "simt", "-o", "simt.jsonl")
        self.assertEqual(swept.returncode, 0, swept.stderr)
        race = ("tune", "reduce", "--backend", "replay", "--from", "simt.jsonl")
        done = self.run_program(*race)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("modelled by simt", done.stdout)
        self.assertNotIn("measured on ", done.stdout)
        self.refuse("modelled times make no profile", *race, "-o", "p.json")
        self.refuse(
            "a journal of backend simt has no measured times", "tune", "--from", "simt.jsonl"
        )

    def test_wrong_options_of_a_race_leave_no_journal(self) -> None:
        race = ("tune", "reduce", "--backend", "replay", "--from", "sweep.jsonl")
        for words, part in (
            (("--margin", "99"), "--margin 99"),
            (("--rounds", "0"), "--rounds 0"),
            (("--budget", "60s"), "--budget 60s: a race on a record has no clock"),
            (("--set", "a=1"), "--set a=1: expected a strategy, named by --strategy"),
            (("--strategy", "genetic", "--set", "mutaton=1"), "'mutation'"),
            (("--hold-out", "none"), "--hold-out none: only a profile is tested"),
            (("-o", "sweep.jsonl"), "-o sweep.jsonl exists; name another file"),
        ):
            self.refuse(part, *race, "--journal", "y.jsonl", *words)
            self.assertFalse((self.folder / "y.jsonl").exists(), words)

    def refuse(self, part: str, *words: str) -> None:
        done = self.run_program(*words)
        with self.subTest(" ".join(words)):
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
            self.assertIn(part, done.stderr)

    def test_a_dry_run_counts_what_is_recorded(self) -> None:
        done = self.run_program(
            "tune", "reduce", "--backend", "replay", "--from", "sweep.jsonl", "--dry-run"
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("tree_sequential", done.stdout)
        self.assertIn("nothing was measured", done.stdout)

    def test_a_cache_is_served_for_one_variant_and_problem(self) -> None:
        axes = list(parameters(self.keys[0].rpartition("[")[2].rstrip("]")))
        entry = {"time": 0.25, **parameters(self.keys[0].rpartition("[")[2].rstrip("]"))}
        cache = {
            "device_name": "a card",
            "kernel_name": "k",
            "tune_params_keys": axes,
            "cache": {"a": entry, "b": {**entry, axes[0]: 12345, "time": 1.0}},
        }
        (self.folder / "cache.json").write_text(json.dumps(cache))
        (self.folder / "point.txt").write_text(self.keys[0] + "\n")
        done = self.run_program(
            "run", "--points", "point.txt", "--from", "cache.json", "-o", "one.jsonl"
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        line = lines_of(self.folder / "one.jsonl")[1]
        self.assertEqual(line["times_ns"]["median"], 0.25e6)
        self.assertEqual(line["backend"], "replay")

    def test_refusals(self) -> None:
        (self.folder / "kept.jsonl").write_text("precious\n")
        replay = ["run", *SELECTION, "--backend", "replay"]
        for words, part in (
            (replay, "name the record by --from"),
            ([*replay, "--from", "absent.jsonl"], "No such file"),
            ([*replay, "--from", "sweep.jsonl", "-o", "kept.jsonl"], "kept.jsonl"),
            ([*replay, "--from", "sweep.jsonl", "--resume", "-o", "kept.jsonl"], "--resume"),
            (
                ["run", "reduce", "--backend", "simt", "--from", "sweep.jsonl"],
                "expected --backend replay or none",
            ),
            (
                ["run", "reduce/host_*", "--from", "sweep.jsonl"],
                "runs on backend host, not on cuda",
            ),
            (
                ["tune", "scan", "--backend", "replay", "--from", "sweep.jsonl"],
                "no selected point is",
            ),
            (["list", "--backend", "replay"], "only run and tune"),
        ):
            with self.subTest(" ".join(words)):
                done = self.run_program(*words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
                self.assertIn(part, done.stderr)
        self.assertEqual((self.folder / "kept.jsonl").read_text(), "precious\n")


if __name__ == "__main__":
    unittest.main()
