"""Every wrong command: exit status 2, nothing on stdout, one clear line that names the right thing."""

import os
import unittest

from program import ProgramTest


class WrongCommands(ProgramTest):
    def refuse(self, words: list[str], *expected: str) -> None:
        done = self.run_program(*words)
        with self.subTest(" ".join(words)):
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
            self.assertTrue(done.stderr.startswith("error: "), done.stderr)
            for part in expected:
                self.assertIn(part, done.stderr)

    def test_names(self) -> None:
        self.refuse(["rnu"], "rnu", "did you mean 'run'")
        self.refuse(["run", "reduce/tree_sequental"], "tree_sequental", "'reduce/tree_sequential'")
        self.refuse(["list", "scna"], "unknown family or variant 'scna'; did you mean 'scan'?")
        self.refuse(["list", "foo"], "unknown family or variant 'foo'; `warpmark list` shows all")
        self.refuse(["help"], "did you mean `warpmark --help`?")
        self.refuse(
            ["run", "help"], "SELECT 'help' matches nothing; did you mean `warpmark run --help`?"
        )
        self.refuse(["list", "help"], "did you mean `warpmark list --help`?")
        self.refuse(["explain", "reduce/shufle_xor"], "'reduce/shuffle_xor'")
        self.refuse(
            ["explain", "reduce/foo"],
            "unknown family or variant 'reduce/foo'; `warpmark list reduce` shows its variants",
        )
        self.refuse(["run", "--budgt", "60s"], "--budgt", "did you mean '--budget'")

    def test_axes(self) -> None:
        self.refuse(["run", "-p", "tpye=i32"], "tpye", "did you mean 'type'")
        self.refuse(["run", "-c", "blok=64"], "blok", "did you mean 'block'")
        self.refuse(["run", "-p", "type=f31"], "f31", "f32")
        self.refuse(["run", "-c", "block=2048"], "2048", "32 to 1024")
        self.refuse(["run", "-p", "n=-5"], "-5", "from 0 to")
        self.refuse(["run", "-p", "n=ten"], "n=ten: expected an integer or a range", "2^10..2^28")
        self.refuse(["run", "-p", "n=2^70"], "n=2^70: out of range, expected at most 2^34")
        self.refuse(["run", "-p", "n=2^10..2^99"], "n=2^99: out of range")
        self.refuse(["run", "-p", f"n={'9' * 30}"], "out of range, expected at most 2^34")
        self.refuse(["run", "-p", "n"], "-p axis=values")
        self.refuse(["run", "-p", "n=9..5:1"], "9..5:1", "empty")

    def test_values_of_options(self) -> None:
        self.refuse(["run", "--budget", "soon"], "--budget soon", "60s")
        self.refuse(["run", "--budget", "0s"], "above zero")
        self.refuse(["run", "--backend", "cpu"], "cpu", "simt")
        self.refuse(["run", "--precision", "0"], "--precision 0", "percentage")
        self.refuse(["run", "--state", "warm"], "--state warm", "hot")
        self.refuse(
            ["run", "--state", "hot", "--flush", "dirty"],
            "--state hot --flush dirty: only the cold state has flushes",
        )
        self.refuse(["run", "--seed", "x"], "--seed")
        self.refuse(["run", "--resume"], "-o FILE")
        self.refuse([], "list")

    def test_calibrate(self) -> None:
        self.refuse(["calibrate", "--backend", "simt"], "no clock", "cuda")
        self.refuse(["calibrate", "--backend", "auto"], "--backend auto", "cuda")

    def test_files(self) -> None:
        (self.folder / "kept.jsonl").write_text("precious\n")
        self.refuse(["run", "-o", "kept.jsonl"], "-o kept.jsonl exists", "--resume")
        self.assertEqual((self.folder / "kept.jsonl").read_text(), "precious\n")
        self.refuse(["run", "--resume", "-o", "kept.jsonl"], "kept.jsonl:1", "JSON")
        self.refuse(["run", "--resume", "-o", "absent.jsonl"], "absent.jsonl", "No such file")
        (self.folder / "there").mkdir()
        for folder in ("/", "there"):
            self.refuse(["run", "-o", folder], f"-o {folder}: is a folder; expected")
        self.refuse(["run", "--resume", "-o", "there"], "there", "is a folder")
        self.refuse(["report", "absent.jsonl"], "absent.jsonl", "No such file")
        self.refuse(["report", "."], "folder")
        self.refuse(["report", "--claims"], "JOURNAL")
        self.refuse(["report", "kept.jsonl", "--column", "treble"], "--column", "single or double")
        self.refuse(["report", "kept.jsonl", "--kernels"], "--kernels", "expected a file")
        self.refuse(["compare", "--rows", "-1", "a", "b"], "--rows -1", "expected 0 or more")
        self.refuse(["history", "lst"], "VERB", "'list'")
        self.refuse(["report", "--claim", "kept.jsonl"], "--claim", "did you mean '--claims'")
        self.refuse(["report", "--claims", "kept.jsonl", "-o", "."], "--output .", "claims.md")
        self.refuse(["report", "--claims", "--serve", "kept.jsonl"], "--serve", "--claims")
        (self.folder / "future.jsonl").write_text('{"event":"manifest","schema":"warpmark/99"}\n')
        self.refuse(["report", "future.jsonl"], "warpmark/99", "warpmark/1")

    def test_unwritable_output(self) -> None:
        words = ["run", "--backend", "simt", "-p", "n=32", "-o", "no/such/folder/a.jsonl"]
        self.refuse(words, "no/such/folder/a.jsonl", "No such file")

    def test_no_card(self) -> None:
        done = self.run_program("doctor", "--json")
        if '"what": "card",\n    "good": true' in done.stdout:
            self.skipTest("there is a card")
        self.refuse(["calibrate"], "no CUDA driver", "a machine with a card")
        self.refuse(["run", "--backend", "cuda"], "--backend cuda", "--backend simt")


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    unittest.main()
