"""`warpmark inspect`: reports, outputs, exit status, for words and for specifications."""

import array
import hashlib
import json
import unittest

from program import ProgramTest

SOURCE = """__constant__ float weights[2];
struct pair { int offset; const float* in; };
template <int Block>
__global__ void scale(pair from, float* out, int n) {
  int i = blockIdx.x * Block + threadIdx.x;
  if (i < n) out[i] = from.in[i + from.offset] * weights[0] + weights[1];
}
extern "C" __global__ void twice(float* out) { out[threadIdx.x] *= 2; }
"""

RACE = """extern "C" __global__ void race(int* out) {
  __shared__ int value[64];
  value[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = value[63 - threadIdx.x];
}
"""

SPECIFICATION = """file = "kernels.cu"
[[buffer]]
name = "in"
type = "f32"
count = 65
init = "arange"
[[constant]]
name = "weights"
type = "f32"
count = 2
init = 3
[[launch]]
entry = "scale<32>"
grid = 2
block = 32
args = ["{i32=1,@in}", "out:f32[64]=poison", "i32=64"]
[[launch]]
entry = "twice"
grid = 1
block = 64
args = ["@out"]
repeat = 2
"""

WORDS = [
    "inspect", "kernels.cu", "--entry", "scale<32>", "--grid", "2", "--block", "32",
    "--constant", "weights:f32[2]=ones", "--buffer", "in:f32[65]=arange",
]  # fmt: skip
ARGUMENTS = ["--arg", "{i32=1,@in}", "--arg", "out:f32[64]=zeros", "--arg"]


class Inspect(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        (self.folder / "kernels.cu").write_text(SOURCE)
        (self.folder / "spec.toml").write_text(SPECIFICATION)

    def test_both_sides_of_a_race_and_none_without_checks(self) -> None:
        (self.folder / "race.cu").write_text(RACE)
        words = ["inspect", "race.cu", "--entry", "race", "--grid", "1", "--block", "64"]
        words += ["--arg", "out:i32[64]=zeros"]
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("race.cu:3: shared_race", done.stdout)
        self.assertIn("the other side: race.cu:4, block (0,0,0)", done.stdout)
        self.assertIn("out[threadIdx.x] = value[63 - threadIdx.x];", done.stdout)
        findings = json.loads(self.run_program(*words, "--json").stdout)["launches"][0]["findings"]
        (found,) = [each for each in findings if each["kind"] == "shared_race"]
        self.assertEqual((found["line"], found["other"]["line"]), (3, 4))
        self.assertEqual(self.run_program(*words, "--checks", "off").returncode, 0)

    def test_words(self) -> None:
        done = self.run_program(*WORDS, *ARGUMENTS, "i32=64", "--print", "out:3", "--lines")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("scale<32>  grid 2  block 32", done.stdout)
        self.assertIn("out[0..] = 2 3 4 …", done.stdout)
        self.assertRegex(done.stdout, r">.* 6    if \(i < n\) out\[i\]")

    def test_specification(self) -> None:
        words = ["inspect", "spec.toml", "--json", "--hash", "out", "--save", "out=o.npy"]
        done = self.run_program(*words, "--print", "out:2", "--lines")
        self.assertEqual(done.returncode, 0, done.stderr)
        seen = json.loads(done.stdout)
        expected = array.array("f", [4 * (3 * (i + 1) + 3) for i in range(64)]).tobytes()
        self.assertEqual(seen["hashes"]["out"], hashlib.sha256(expected).hexdigest())
        self.assertEqual(seen["prints"][0]["values"], ["24", "36"])
        saved = (self.folder / "o.npy").read_bytes()
        self.assertTrue(saved.startswith(b"\x93NUMPY\x01\x00"))
        self.assertTrue(saved.endswith(expected))
        scale, twice = seen["launches"]
        self.assertEqual(scale["counters"]["global_load_requests"], 2)
        self.assertEqual(twice["counters"]["launches"], 2)
        lines = sum(each["counters"]["thread_instructions"] for each in scale["lines"])
        self.assertEqual(lines, scale["counters"]["thread_instructions"])

    def test_findings_give_status_1_and_their_line(self) -> None:
        words = ["3" if word == "2" else word for word in WORDS]
        done = self.run_program(*words, *ARGUMENTS, "i32=65", "--json")
        self.assertEqual(done.returncode, 1, done.stderr)
        found = json.loads(done.stdout)["launches"][0]["findings"][0]
        self.assertEqual((found["kind"], found["line"]), ("out_of_bounds", 6))
        self.assertIn("out[i] =", found["source"])

    def test_the_saved_file_can_be_read_again(self) -> None:
        self.run_program("inspect", "spec.toml", "--save", "in=in.npy")
        text = SPECIFICATION.replace('"arange"', '"@in.npy"')
        (self.folder / "again.toml").write_text(text)
        first = self.run_program("inspect", "spec.toml", "--hash", "out")
        again = self.run_program("inspect", "again.toml", "--hash", "out")
        self.assertEqual(again.stdout, first.stdout)

    def test_host_code_is_left_out(self) -> None:
        host = '#include <cstdio>\nint main() { twice<<<1, 2>>>(0); printf("}"); }\n'
        (self.folder / "kernels.cu").write_text(SOURCE + host)
        words = [*WORDS, *ARGUMENTS, "i32=64", "--kernels-only", "--stub-host-headers"]
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_refusals(self) -> None:
        for words, part in (
            (["inspect"], "file"),
            (["inspect", "kernels.cu"], "--entry is missing"),
            (["inspect", "absent.cu", "--entry", "k", "--grid", "1", "--block", "1"], "absent.cu"),
            (["inspect", "absent.toml"], "absent.toml: No such file"),
            (["inspect", "spec.toml", "--grid", "2"], "--grid is for .cu files"),
            (["inspect", "spec.toml", "--hash", "uot"], "did you mean 'out'"),
            (["inspect", "spec.toml", "--print", "out:x"], "'x' is not a number"),
            (["inspect", "spec.toml", "--save", "out"], "NAME=FILE.npy"),
            (["inspect", "spec.toml", "--arch", "90"], "'90'"),
            (["inspect", "spec.toml", "--lines=al"], "did you mean 'all'"),
            ([*WORDS, "--arg", "f31=1"], "argument 'f31=1'"),
            ([*WORDS, *ARGUMENTS, "i64=64"], "argument 2 has 8 bytes; expected 4"),
        ):
            done = self.run_program(*words)
            with self.subTest(" ".join(words)):
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertEqual(done.stdout, "")
                self.assertIn(part, done.stderr)


if __name__ == "__main__":
    unittest.main()
