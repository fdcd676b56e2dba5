"""`--phases` of `run` and `inspect`: counters of a block between its barriers."""

import json
import unittest

from program import ProgramTest

# Every thread stores its own word; then the first warp loads every second one, twice in a row.
SOURCE = """extern "C" __global__ void k(int* out) {
  __shared__ volatile int word[64];
  int t = threadIdx.x, sum = 0;
  word[t] = t;
  __syncthreads();
  for (int i = 0; i < 2; ++i) {
    if (t < 32) sum += word[2 * t];
    __syncthreads();
  }
  out[t] = sum;
}
"""
INSPECT = ["inspect", "k.cu", "--entry", "k", "--grid", "1", "--block", "64"]
INSPECT += ["--arg", "out:i32[64]=poison"]
RUN = ["run", "reduce/tree_interleaved_compact", "--backend", "simt", "-p", "n=1024"]
RUN += ["-c", "block=256", "-c", "pad=0,1", "-o", "run.jsonl"]


class Phases(ProgramTest):
    def measurements(self, *words: str) -> list[dict]:
        done = self.run_program(*RUN, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(each) for each in (self.folder / "run.jsonl").read_text().splitlines()]
        return [each for each in lines if each["event"] == "measurement"]

    def test_a_journal_has_the_phases_of_each_launch(self) -> None:
        bare, padded = self.measurements("--phases")
        self.assertEqual((bare["config"]["pad"], padded["config"]["pad"]), (0, 1))
        for line in (bare, padded):
            self.assertEqual(len(line["phases"]), line["launches"])
            for launch in line["phases"]:
                self.assertIn("tree_interleaved_compact<", launch["kernel"])
                self.assertEqual(len(launch["phases"]), 10)  # the load, 8 steps, the result
        # Strides 2, 4, … of 256 words, two loads and a store per step: all bank conflicts are in
        # the degrees.
        steps = bare["phases"][0]["phases"][1:9]
        self.assertEqual([s["shared_worst_degree"] for s in steps], [2, 4, 8, 8, 8, 4, 2, 1])
        self.assertEqual(sum(s["shared_store_wavefronts"] for s in steps), 47)
        steps = padded["phases"][0]["phases"][1:9]
        self.assertEqual([s["shared_worst_degree"] for s in steps], [1] * 8)
        self.assertEqual(sum(s["shared_store_wavefronts"] for s in steps), 12)

    def test_none_unless_asked_for(self) -> None:
        for line in self.measurements():
            self.assertNotIn("phases", line)

    def test_inspect_prints_a_table(self) -> None:
        (self.folder / "k.cu").write_text(SOURCE)
        done = self.run_program(*INSPECT, "--phases")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("block 0, 4 phases between block-wide barriers", done.stdout)
        table = done.stdout.split("block-wide barriers")[1]
        self.assertNotIn("block 0", self.run_program(*INSPECT).stdout)
        first, second = (
            next(line.split() for line in table.splitlines() if line.split()[:1] == [label])
            for label in ("0", "3")
        )
        self.assertNotEqual(first[1:], second[1:])

    def test_inspect_gives_them_as_json_beside_the_lines(self) -> None:
        (self.folder / "k.cu").write_text(SOURCE)
        (launch,) = json.loads(self.run_program(*INSPECT, "--phases", "--json", "--lines").stdout)[
            "launches"
        ]
        (bare,) = json.loads(self.run_program(*INSPECT, "--json").stdout)["launches"]
        self.assertEqual(launch["counters"], bare["counters"])
        self.assertNotIn("phases", bare)
        phases = launch["phases"][0]["phases"]
        self.assertEqual([p.get("shared_store_wavefronts", 0) for p in phases], [2, 0, 0, 0])
        self.assertEqual([p.get("shared_load_wavefronts", 0) for p in phases], [0, 2, 2, 0])
        for name in ("warp_instructions", "shared_load_wavefronts"):
            total = sum(each["counters"].get(name, 0) for each in launch["lines"])
            self.assertEqual(sum(each.get(name, 0) for each in phases), total)

    def test_only_the_interpreter_has_them(self) -> None:
        (self.folder / "k.cu").write_text(SOURCE)
        elsewhere = ["run", "reduce", "--backend", "host", "--phases"]
        for words in (elsewhere, [*elsewhere, "--dry-run"]):
            done = self.run_program(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("--phases on backend host", done.stderr)
            self.assertIn("--backend simt", done.stderr)
        done = self.run_program(*INSPECT, "--backend", "cuda", "--phases")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--phases on backend cuda", done.stderr)


if __name__ == "__main__":
    unittest.main()
