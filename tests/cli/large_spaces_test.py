"""Spaces of a billion configs: listed, planned, begun and resumed within little memory, by counting."""

import json
import os
import resource
import signal
import subprocess
import unittest

from program import HANG_S, PROGRAM, ProgramTest

COPY_CU = """
extern "C" __global__ void copy(const float* in, float* out, int n, int repeats) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const volatile float* source = in;
  for (int k = 0; k < repeats; ++k)
    if (i < n) out[i] = source[i];
}
"""

LARGE = """
[family]
name = "large"
file = "copy.cu"
reference = "plain"
[problem]
n = [64, 100]
[buffer.in]
role = "in"
type = "f32"
length = "n"
init = "arange"
[buffer.out]
role = "out"
type = "f32"
length = "n"
[variant.plain]
entry = "copy"
grid = "ceildiv(n, block)"
block = "block"
args = ["@in", "@out", "i32=n", "i32=c"]
constraints = { "a <= b" = "a is at most b" }
[variant.plain.axes]
block = [32, 64]
""" + "\n".join(f'{name} = "1..10"' for name in "abcdefghi")

POINTS = 2 * 2 * 55 * 10**7  # Sizes, blocks, pairs of a and b, seven more axes of ten.
LEFT_OUT = 2 * 2 * 45 * 10**7

# A list of as many points would take a hundred times as much.
LIMIT_BYTES = 2 << 30


class LargeSpaces(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        (self.folder / "copy.cu").write_text(COPY_CU)
        (self.folder / "large.toml").write_text(LARGE)

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [PROGRAM, *words, "--kernels", "large.toml"],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES)),
        )

    def finish(self, *words: str, code: int = 0) -> tuple[str, str]:
        """What a command printed on stdout and stderr."""
        process = self.start(*words)
        out, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, code, err)
        return out, err

    def test_list_counts(self) -> None:
        out, _ = self.finish("list")
        self.assertIn(f"1 variant, {POINTS} points in a default sweep on a card", out)
        self.assertIn(f"{LEFT_OUT} pruned by constraints", out)
        out, _ = self.finish("list", "large", "-p", "n=64", "-c", "a=1", "-c", "block=32")
        self.assertIn(f"1 variant, {10**8} points", out)

    def test_list_as_json_counts(self) -> None:
        out, _ = self.finish("list", "--json")
        listed = json.loads(out)
        self.assertEqual(listed["points"], POINTS)
        self.assertEqual(listed["variants"][0]["points"], POINTS)
        self.assertEqual(listed["variants"][0]["configs"], POINTS // 2)

    def test_a_plan_is_counted(self) -> None:
        out, _ = self.finish("run", "--dry-run", "--backend", "simt")
        self.assertIn(f"{POINTS} points on backend simt; nothing was run", out)
        self.assertIn(f"{LEFT_OUT} left out: large/plain: a is at most b", out)

    def test_a_plan_is_printed_point_by_point(self) -> None:
        process = self.start("run", "--dry-run", "--json", "--backend", "simt")
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(1000)]
        process.kill()
        process.communicate(timeout=200)
        first = "large/plain[n=64][block=32,a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i="
        self.assertEqual(lines[:3], ["{\n", '  "backend": "simt",\n', '  "points": [\n'])
        self.assertEqual(lines[3:5], [f'    "{first}1]",\n', f'    "{first}2]",\n'])
        self.assertEqual(len(set(lines)), 1000)

    def test_a_run_begins_at_once_and_is_resumed(self) -> None:
        run = ["run", "--backend", "simt", "-o", "some.jsonl"]
        run += ["--cache", str(self.folder / "cache")]
        seen: list[str] = []
        lines: list[dict] = []
        for more in ([], ["--resume"]):
            before = len(seen)
            process = self.start(*run, *more)
            self.wait_for_lines("some.jsonl", len(lines) + 3)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=HANG_S)
            self.assertEqual(process.returncode, 5, err)
            self.assertIn(f" of {POINTS} points", err)
            lines = [json.loads(line) for line in (self.folder / "some.jsonl").open()]
            self.assertEqual(lines[0]["planned_points"], POINTS)
            seen = [line["key"] for line in lines if line["event"] == "measurement"]
            self.assertGreater(len(seen), before)
            self.assertEqual(len(set(seen)), len(seen), "a point was measured twice")
            self.assertFalse(lines[-1]["complete"])

    def test_a_resumed_run_of_all_that_is_planned_measures_nothing(self) -> None:
        few = ["run", "--backend", "simt", "-o", "few.jsonl", "-p", "n=64", "-c", "block=32"]
        few += [word for name in "abcdefgh" for word in ("-c", f"{name}=1")]
        self.finish(*few)
        _, err = self.finish(*few, "--resume")
        self.assertIn("10 of 10 points", err)

    def test_a_gate_of_too_many_points_is_refused(self) -> None:
        _, err = self.finish("gate", "--base", ".", "--head", ".", code=2)
        self.assertIn(f"{POINTS} points are selected; expected at most 20000", err)

    def test_tuning_measures_a_few(self) -> None:
        out, _ = self.finish("tune", "--dry-run", "--backend", "simt", "-p", "n=64")
        self.assertIn(str(POINTS // 2), out)
        words = ["tune", "large/plain", "--backend", "simt", "-p", "n=64", "--budget", "12"]
        out, _ = self.finish(*words, "--journal", "tuned.jsonl")
        self.assertIn(f"of {POINTS // 2}", out)


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    unittest.main()
