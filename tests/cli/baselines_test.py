"""Baselines: native code on the CPU, driver copies, and libraries that may not be here."""

import json
import os
import unittest
from collections.abc import Iterable

from program import ProgramTest

AWKWARD = "n=0,1,2,31,33,1009,65537"


class Baselines(ProgramTest):
    def measured(self, *words: str) -> tuple[int, list[dict[str, object]]]:
        done = self.run_program("run", *words, "--state", "hot", "-o", "run.jsonl")
        lines = [json.loads(x) for x in (self.folder / "run.jsonl").read_text().splitlines()]
        return done.returncode, [x for x in lines if x["event"] == "measurement"]

    def assert_all(self, points: Iterable[dict[str, object]], status: str) -> None:
        for point in points:
            self.assertEqual(point["status"], status, point)

    def test_host_variants_are_right_and_timed(self) -> None:
        words = ("-p", AWKWARD, "-p", "type=all", "-p", "op=all", "--time-per-point", "10ms")
        status, points = self.measured("reduce/host_*", "--backend", "host", *words)
        self.assertEqual(status, 0)
        self.assertGreaterEqual(len(points), 2 * 7 * 6 * 3)
        self.assert_all(points, "ok")
        for point in points:
            self.assertIn("times_ns", point)
            self.assertEqual(point["backend"], "host")

    def test_a_sum_does_not_depend_on_the_run(self) -> None:
        words = ("--backend", "host", "-p", "n=100003", "-p", "type=f32", "--time-per-point", "5ms")
        results = []
        for _ in range(2):
            _, points = self.measured("reduce/host_*", *words)
            results.append(sorted((p["key"], p["verify"]["got"]) for p in points))  # type: ignore[index]
            (self.folder / "run.jsonl").unlink()
        self.assertEqual(*results)

    def test_the_manifest_describes_the_cpu(self) -> None:
        self.measured("copy", "--backend", "host", "-p", "n=1000")
        manifest = json.loads((self.folder / "run.jsonl").read_text().splitlines()[0])
        self.assertEqual(manifest["backend"], "host")
        self.assertIsNone(manifest["card"]["uuid"])
        self.assertGreaterEqual(manifest["card"]["multiprocessors"], 1)
        self.assertEqual(manifest["compiler_flags"], [])
        self.assertIn("host", manifest["contract"]["clock"])

    def test_copies_are_right_on_the_interpreter(self) -> None:
        words = ("-p", AWKWARD, "-p", "type=all", "-c", "block=32,1024", "-c", "unroll=all")
        status, points = self.measured("copy", "--backend", "simt", *words)
        self.assertEqual(status, 0)
        self.assertEqual({p["variant"] for p in points}, {"vectorised", "vendor_memcpy"})
        self.assert_all(points, "ok")

    def test_a_variant_named_where_it_cannot_run_is_skipped_with_the_reason(self) -> None:
        for backend, variant, why in (
            ("simt", "reduce/vendor_cub", "runs on backend cuda, not on simt"),
            ("simt", "host_memcpy", "runs on backend host, not on simt"),
            ("host", "tree_sequential", "runs on backend cuda and simt, not on host"),
        ):
            status, points = self.measured(variant, "--backend", backend, "-p", "n=1000")
            self.assertEqual(status, 0)
            self.assertTrue(points)
            self.assert_all(points, "skipped")
            self.assertEqual({p["reason"] for p in points}, {why})
            (self.folder / "run.jsonl").unlink()

    def test_a_glob_leaves_out_what_cannot_run(self) -> None:
        done = self.run_program("run", "reduce", "--backend", "host", "--dry-run")
        self.assertIn("host_serial", done.stdout)
        self.assertIn("left out: reduce/strided: runs on backend cuda and simt", done.stdout)
        done = self.run_program("run", "reduce/host_*", "--backend", "simt", "--dry-run")
        self.assertEqual(done.returncode, 2)
        self.assertIn("runs on backend host, not on simt", done.stderr)

    def test_a_missing_library_is_named_by_list_and_explain(self) -> None:
        missing = str(self.folder / "libwarpmark_cub.so")
        os.environ["WARPMARK_CUB_LIBRARY"] = missing
        self.addCleanup(os.environ.pop, "WARPMARK_CUB_LIBRARY")
        why = "there is no libwarpmark_cub.so"
        for words in (["list"], ["explain", "reduce/vendor_cub"]):
            done = self.run_program(*words)
            self.assertEqual(done.returncode, 0)
            self.assertIn(why, done.stdout)
        listed = json.loads(self.run_program("list", "vendor_*", "--json").stdout)
        troubles = {v["path"]: v["unavailable"] for v in listed["variants"]}
        self.assertIn(why, troubles["reduce/vendor_cub"])
        self.assertIsNone(troubles["copy/vendor_memcpy"])

    def test_the_cpu_runs_no_foreign_kernels(self) -> None:
        source = self.folder / "k.cu"
        source.write_text("__global__ void k() {}")
        shape = ("--grid", "1", "--block", "1")
        done = self.run_program("inspect", str(source), "--entry", "k", *shape, "--backend", "host")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--backend host", done.stderr)


if __name__ == "__main__":
    unittest.main()
