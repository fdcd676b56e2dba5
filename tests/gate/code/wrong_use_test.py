"""What the gate refuses, with which exit status, and what it says."""

import json
import unittest

from program import SOURCE
from repository import RepositoryTest, copy_kernels

SMALL = ("reduce/tree_sequential", "-p", "n=1000", "-c", "block=256", "-c", "items=4")


class WrongUse(RepositoryTest):
    def setUp(self) -> None:
        super().setUp()
        copy_kernels(self.folder)
        self.commit("one")
        self.write("note.txt", "two\n")
        self.commit("two")

    def refused(self, *words: str) -> str:
        printed = self.gate(*words, status=2)
        self.assertEqual(len(printed.strip().splitlines()), 1, printed)
        return printed

    def test_no_such_revision(self) -> None:
        printed = self.refused(*SMALL, "--base", "mian")
        self.assertIn("--base mian: no such revision (did you mean 'main'?)", printed)
        printed = self.refused(*SMALL, "--base", "0123456789abcdef")
        self.assertIn("`git branch --all`", printed)

    def test_folders(self) -> None:
        (self.folder / "empty").mkdir()
        printed = self.refused(*SMALL, "--base", "./empty")
        self.assertIn("--base ./empty: the folder has no folder kernels/", printed)
        printed = self.refused(*SMALL, "--base", "main", "--head", "empty")
        self.assertIn("--head empty: the folder has no folder kernels/", printed)
        self.git("rm", "-r", "--quiet", "kernels")
        self.commit("no kernels")
        printed = self.refused(*SMALL, "--base", "HEAD~1", "--head", "HEAD")
        self.assertIn("--head HEAD: the revision has no folder kernels/", printed)

    def test_shallow_clones(self) -> None:
        source = self.folder
        self.git("clone", "--quiet", "--depth", "1", f"file://{source}", "shallow")
        first = self.git("rev-parse", "HEAD~1")
        self.folder = source / "shallow"
        printed = self.refused(*SMALL, "--base", first)
        self.assertIn(f"--base {first}: no such revision; this clone is shallow", printed)
        self.assertIn("`git fetch --unshallow`", printed)

    def test_no_commit_in_common(self) -> None:
        self.git("checkout", "--quiet", "--orphan", "other")
        self.commit("of another history")
        printed = self.refused(*SMALL, "--base", "main...")
        self.assertIn("have no commit in common", printed)

    def test_equal_commits_pass(self) -> None:
        printed = self.gate(*SMALL, "--base", "HEAD", "--head", "HEAD", status=0)
        self.assertIn("2 UNCHANGED", self.last_line(printed))

    def test_selections(self) -> None:
        printed = self.refused("reduce/tree_seqential", "--base", "main")
        self.assertIn("did you mean 'reduce/tree_sequential'", printed)
        words = ("reduce/tree_sequential", "-c", "block=64", "-p", "op=recurrence")
        printed = self.gate(*words, "--base", "main", status=5)
        self.assertIn("nothing was compared", self.last_line(printed))

    def test_options(self) -> None:
        self.assertIn("--base is missing", self.refused(*SMALL))
        printed = self.refused(*SMALL, "--base", "main", "--golden", "golden")
        self.assertIn("--golden and --base are two comparisons", printed)
        printed = self.refused(*SMALL, "--base", "main", "--arch", "sm_91")
        self.assertIn("--arch sm_91: unknown architecture (did you mean 'sm_90'", printed)
        printed = self.refused(*SMALL, "--base", "main", "--stages", "statics")
        self.assertIn("--stages statics: unknown stage (did you mean 'static'?)", printed)
        self.assertIn("no golden counters", self.refused("--golden", "kernels"))
        self.assertIn("--golden nowhere: no such folder", self.refused("--golden", "nowhere"))

    def test_golden_counters_that_are_exceeded(self) -> None:
        golden = json.loads((SOURCE / "ci/golden/copy.json").read_text())
        point = next(iter(golden["points"]))
        sectors = golden["points"][point]["global_load_sectors"]
        golden["points"][point]["global_load_sectors"] = sectors - 1
        self.write("golden/copy.json", json.dumps(golden))
        printed = self.gate("copy", "--golden", "golden", status=1)
        self.assertIn(f"REGRESSION (counting) {point}\n", printed)
        self.assertIn(f"! global_load_sectors {sectors - 1} -> {sectors} ", printed)
        self.assertIn("at kernels/copy/vectorised.cuh:", printed)
        golden["points"][point]["global_load_sectors"] = sectors + 1
        self.write("golden/copy.json", json.dumps(golden))
        self.assertIn("IMPROVEMENT", self.gate("copy", "--golden", "golden", status=0))


if __name__ == "__main__":
    unittest.main()
