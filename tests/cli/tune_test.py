"""warpmark tune over records: result, replay, journal, refusals."""

import gzip
import json
import unittest

from program import ProgramTest


def cache() -> dict[str, object]:
    """A Kernel Tuner cache of 40 configs whose fastest is block=96, items=4, mode=b."""
    entries = {}
    for block in (32, 64, 96, 128, 160):
        for items in (1, 2, 4, 8):
            for mode in ("a", "b"):
                time: object = 1 + abs(block - 96) / 32 + abs(items - 4) + (mode == "a")
                if block * items > 1000:
                    time = "RuntimeFailedConfig"
                entries[f"{block},{items},{mode}"] = {
                    "block": block,
                    "items": items,
                    "mode": mode,
                    "time": time,
                    "compile_time": 800.0,
                    "benchmark_time": 200.0,
                }
    return {
        "device_name": "a card",
        "kernel_name": "kernel",
        "problem_size": [1024, 1],
        "tune_params_keys": ["block", "items", "mode"],
        "tune_params": {},
        "cache": entries,
    }


class Tune(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        with gzip.open(self.folder / "cache.json.gz", "wt") as file:
            json.dump(cache(), file)

    def tune(self, *words: str) -> dict[str, object]:
        done = self.run_program("tune", "--from", "cache.json.gz", "--json", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        result: dict[str, object] = json.loads(done.stdout)
        return result

    def test_every_strategy_finds_the_optimum_with_the_whole_budget(self) -> None:
        listing = self.run_program("tune", "--strategies").stdout.splitlines()
        names = [line for line in listing if not line.startswith(" ")]
        self.assertIn("genetic", names)
        for name in names:
            found = self.tune("--strategy", name, "--budget", "40")
            self.assertEqual(found["best"], "block=96,items=4,mode=b", name)
            self.assertEqual(found["evaluations"], 40)
            self.assertTrue(found["exhausted"])

    def test_a_seed_replays(self) -> None:
        words = ("--strategy", "random", "--budget", "10", "--seed")
        self.assertEqual(self.tune(*words, "3"), self.tune(*words, "3"))
        finds = {json.dumps(self.tune(*words, str(seed))["best"]) for seed in range(1, 9)}
        self.assertGreater(len(finds), 1)

    def test_time_counts_as_recorded(self) -> None:
        found = self.tune("--strategy", "random", "--budget", "12s")
        self.assertEqual(found["evaluations"], 12)
        self.assertAlmostEqual(float(str(found["measuring_s"])), 12)

    def test_the_journal_is_a_record_again(self) -> None:
        words = ("--strategy", "greedy_local_search", "--budget", "20")
        found = self.tune(*words, "--journal", "tuning.jsonl")
        text = (self.folder / "tuning.jsonl").read_text()
        lines = [json.loads(line) for line in text.splitlines()]
        self.assertEqual([line["event"] for line in lines[1:-1]], ["measurement"] * 20)
        self.assertEqual(lines[0]["backend"], "replay")
        self.assertEqual(lines[-1]["tuning"], found)
        times = [line["times_ns"]["median"] for line in lines[1:-1] if line["status"] == "ok"]
        self.assertAlmostEqual(min(times), 1e6 * float(str(found["best_time"])))
        again = self.run_program("tune", "--from", "tuning.jsonl", "--budget", "20")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn(f"best: {found['best']}", again.stdout)

    def test_refusals(self) -> None:
        (self.folder / "kept.jsonl").write_text("precious\n")
        constant = cache()
        for entry in constant["cache"].values():  # type: ignore[attr-defined]
            entry["time"] = 2.5
        (self.folder / "constant.json").write_text(json.dumps(constant))
        for words, part in (
            (["tune"], "a record by --from"),
            (["tune", "--from", "absent.json"], "No such file"),
            (["tune", "--from", "constant.json"], "the objective is constant"),
            (["tune", "--from", "cache.json.gz", "--strategy", "genetics"], "'genetic'"),
            (["tune", "--from", "cache.json.gz", "--budget", "0"], "--budget 0"),
            (["tune", "--from", "cache.json.gz", "--budget", "soon"], "--budget soon"),
            (["tune", "--from", "cache.json.gz", "--set", "mutation"], "name=number"),
            (
                ["tune", "--from", "cache.json.gz", "--strategy", "genetic", "--set", "mutaton=1"],
                "'mutation'",
            ),
            (["tune", "--from", "cache.json.gz", "--backend", "abacus"], "replay"),
            (["tune", "--from", "cache.json.gz", "--journal", "kept.jsonl"], "kept.jsonl"),
        ):
            with self.subTest(" ".join(words)):
                done = self.run_program(*words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(done.stdout, "")
                self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
                self.assertIn(part, done.stderr)
        self.assertEqual((self.folder / "kept.jsonl").read_text(), "precious\n")


if __name__ == "__main__":
    unittest.main()
