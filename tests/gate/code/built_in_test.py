"""The gate on the project's own kernels: planted slow-downs are found, with their lines."""

import re
import unittest

from repository import RepositoryTest, copy_kernels

TREE = "kernels/reduce/tree_sequential.cuh"
SMALL = ("reduce/tree_sequential", "-p", "n=1000", "-c", "block=256", "-c", "items=4")


class BuiltIn(RepositoryTest):
    def setUp(self) -> None:
        super().setUp()
        copy_kernels(self.folder)
        self.commit("kernels")

    def test_a_bank_conflict_is_a_regression_at_its_line(self) -> None:
        line = self.edit(
            TREE,
            "value[t] = common::reduce_tile",
            "value[t % (block / 32) * 32 + t / (block / 32)] = common::reduce_tile",
        )
        printed = self.gate(*SMALL, "--base", "main", "--stages", "counting", status=1)
        self.assertIn("REGRESSION (counting) reduce/tree_sequential[", printed)
        self.assertRegex(
            printed, r"! shared_store_wavefronts \d+ -> \d+ \(x[\d.]+\): bank conflicts"
        )
        self.assertIn(f"at {TREE}:{line}\n", printed)
        self.assertRegex(self.last_line(printed), "^1 REGRESSION: reduce/tree_sequential")

    def test_an_uncoalesced_load_of_a_header_is_a_regression_at_its_line(self) -> None:
        line = self.edit(
            "kernels/common/reduce_tile.cuh",
            "first + size_t(item) * block",
            "first + size_t(threadIdx.x) * (items - 1) + item",
        )
        self.commit("in the wrong order")
        words = (*SMALL, "--base", "HEAD~1", "--head", "HEAD", "--stages", "counting")
        printed = self.gate(*words, status=1)
        self.assertRegex(printed, r"! global_load_sectors .*: uncoalesced: 1\d\.\d")
        # The place of the load, which uses the result of the changed line.
        self.assertIn(f"at kernels/common/reduce_tile.cuh:{line + 1}\n", printed)

    def test_a_spill_is_a_regression_of_the_static_stage(self) -> None:
        line = self.edit(
            "kernels/merge/thread_network.cuh",
            "__launch_bounds__(block) thread_network",
            "__maxnreg__(24) thread_network",
        )
        # 16 keys of two registers each do not fit into 24 registers.
        problem = ("-p", "n=1024", "-p", "type=u64", "-p", "run=1", "-p", "ways=16")
        words = ("merge/thread_network", *problem, "-c", "block=256")
        printed = self.gate(*words, "--base", "main", "--stages", "static", status=1)
        self.assertIn(
            "REGRESSION (static) merge/thread_network.cuh: merge::thread_network<", printed
        )
        self.assertRegex(printed, r"! spill_store_bytes 0 -> \d+ B: spills")
        self.assertIn(f"at kernels/merge/thread_network.cuh:{line}\n", printed)
        self.assertRegex(printed, r"  registers \d+ -> 24 ")

    def test_a_barrier_is_a_regression_at_its_line(self) -> None:
        line = self.edit(TREE, "__syncthreads();\n\n", "__syncthreads();\n  __syncthreads();\n\n")
        words = (*SMALL, "--base", "main...", "--stages", "counting")
        printed = self.gate(*words, status=1)
        self.assertRegex(printed, r"! barriers \d+ -> \d+ \(\+[\d.]+ %\): more barriers")
        self.assertIn(f"at {TREE}:{line + 1}\n", printed)

    def test_comments_are_no_change(self) -> None:
        self.edit("kernels/common/reduce_tile.cuh", "#pragma once\n", "#pragma once\n// More.\n\n")
        self.edit(TREE, "  Op op;\n", "  // Of the elements.\n  Op op;\n")
        self.commit("comments")
        words = (*SMALL, "--base", "HEAD~1", "--head", "HEAD", "--arch", "sm_80,sm_90")
        printed = self.gate(*words, "--stages", "static,counting", status=0)
        self.assertEqual(self.last_line(printed), "pass: 3 subjects compared: 3 UNCHANGED")

    def test_wrong_results_of_the_head_are_invalid(self) -> None:
        self.edit(TREE, "value[t + d]", "value[t + d - 1]")
        printed = self.gate(*SMALL, "--base", "main", "--stages", "counting", status=4)
        self.assertIn("INVALID (counting) reduce/tree_sequential[", printed)
        self.assertIn("the head is wrong: ", printed)
        self.assertRegex(self.last_line(printed), "^no verdict on all points: 1 INVALID")
        # The other way round it is no reason to fail.
        self.commit("wrong")
        words = (*SMALL, "--base", "HEAD", "--head", "HEAD~1", "--stages", "counting")
        self.assertIn("right in the head; the base is wrong: ", self.gate(*words, status=0))

    def test_a_faster_kernel_is_an_improvement(self) -> None:
        self.edit(TREE, "__syncthreads();\n\n", "__syncthreads();\n  __syncthreads();\n\n")
        self.commit("slow")
        self.edit(TREE, "__syncthreads();\n  __syncthreads();\n\n", "__syncthreads();\n\n")
        printed = self.gate(*SMALL, "--base", "HEAD", "--stages", "counting", status=0)
        self.assertIn("IMPROVEMENT (counting)", printed)

    def test_a_kernel_file_that_is_gone_is_missing(self) -> None:
        (self.folder / TREE).unlink()
        printed = self.gate(*SMALL, "--base", "main", "--stages", "static", status=5)
        self.assertIn("MISSING (counting) reduce/tree_sequential[", printed)
        self.assertIn(f"not in the head: there is no {TREE}", printed)

    def test_host_code_that_differs_is_told_and_nothing_is_left_behind(self) -> None:
        for folder in ("variants/reduce", "bench"):
            self.write(f"{folder}/strided.cpp", "int a;\n")
        self.write("variants/scan/chained.cpp", "int a;\n")
        self.commit("host code")
        self.write("variants/reduce/strided.cpp", "int b;\n")
        (self.folder / "variants/scan/chained.cpp").unlink()
        before = self.git("status", "--porcelain")
        printed = self.gate(*SMALL, "--base", "main", "--stages", "static", status=0)
        self.assertIn("the host code of reduce/strided differs", printed)
        printed = self.gate(
            "scan/chained", "-p", "n=100", "--base", "main", "--stages", "static", status=5
        )
        self.assertIn("MISSING (counting) scan/chained", printed)
        self.assertEqual(self.git("status", "--porcelain"), before)
        self.assertTrue(re.search(r"with local changes", printed))


if __name__ == "__main__":
    unittest.main()
