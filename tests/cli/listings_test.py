"""Output of list, explain, doctor and --dry-run."""

import json
import unittest

from program import ProgramTest


class Listings(ProgramTest):
    def test_list_names_every_variant(self) -> None:
        done = self.run_program("list", "--json")
        listed = json.loads(done.stdout)
        text = self.run_program("list").stdout
        self.assertGreaterEqual(len(listed["variants"]), 11)
        for variant in listed["variants"]:
            self.assertIn(variant["path"], text)

    def test_list_counts_what_a_run_would_measure(self) -> None:
        words = ["reduce/tree_*", "-p", "n=2^10..2^12", "-c", "block=64,128"]
        listed = json.loads(self.run_program("list", "--json", *words).stdout)
        planned = json.loads(self.run_program("run", "--dry-run", "--json", *words).stdout)
        self.assertEqual(listed["points"], len(planned["points"]))
        self.assertEqual(listed["points"], len(listed["variants"]) * 3 * 2)

    def test_explain_shows_source_costs_and_kernel(self) -> None:
        text = self.run_program("explain", "reduce/tree_sequential").stdout
        for part in ("lecture-2019", "barriers", "block", "__global__", "B/32 + 4"):
            self.assertIn(part, text)

    def test_explain_shows_predicted_values(self) -> None:
        words = ["explain", "reduce/tree_interleaved_compact", "--no-kernel"]
        self.assertIn("87 at n=256", self.run_program(*words).stdout)
        predictions = json.loads(self.run_program(*words, "--json").stdout)["predictions"]
        values = {each["metric"]: each["values"] for each in predictions}
        self.assertIn({"n": 256, "value": 87}, values["shared_load_wavefronts"])
        self.assertIn({"n": 1 << 22, "value": 3}, values["launches"])

    def test_mutants_are_listed_and_run_only_when_requested(self) -> None:
        path = "count/mutants/zero_taken_for_known"
        self.assertNotIn("mutants", self.run_program("list").stdout)
        self.assertIn(path, self.run_program("list", "--mutants").stdout)
        alone = self.run_program("list", "--mutants", "*/mutants/*").stdout
        self.assertIn("\n0 variants, 0 points in a default sweep on a card, ", alone)
        refused = self.run_program("run", "--dry-run", path)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("add --mutants", refused.stderr)
        planned = self.run_program("run", "--dry-run", "--json", "--mutants", path)
        self.assertEqual(len(json.loads(planned.stdout)["points"]), 1)

    def test_explain_shows_the_fault_of_a_mutant_and_what_catches_it(self) -> None:
        text = self.run_program("explain", "count/mutants/zero_taken_for_known").stdout
        for part in ("caught by  wrong", "FAULT", "mutants::list_chunk", "--mutants"):
            self.assertIn(part, text)

    def test_explain_says_that_a_variant_comes_from_a_patent_publication(self) -> None:
        done = self.run_program("explain", "deinterleave/patent_two_phase", "--no-kernel")
        text = " ".join(done.stdout.split())
        for part in (
            "patent publication of 2022",
            "gives no publication number",
            "here only to be measured",
            "the forms to use are shuffle2 between lanes",
            "byte_permute",
            "vector_load",
        ):
            self.assertIn(part, text)

    def test_dry_run_writes_nothing(self) -> None:
        done = self.run_program("run", "--dry-run", "-p", "n=1024")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_doctor_lists_its_checks(self) -> None:
        done = self.run_program("doctor")
        self.assertEqual(done.returncode, 0, done.stdout)
        for part in ("NVRTC", "card", "kernel cache", "Python"):
            self.assertIn(part, done.stdout)

    def test_what_several_variants_lack_is_said_once(self) -> None:
        lacking: dict[str, list[str]] = {}
        for variant in json.loads(self.run_program("list", "--json").stdout)["variants"]:
            if variant["unavailable"]:
                lacking.setdefault(variant["unavailable"], []).append(variant["path"])
        text = self.run_program("list").stdout
        for reason, paths in lacking.items():
            self.assertEqual(text.count(reason), 1)
            listed = text.partition(reason)[2].partition("\n\n")[0]
            self.assertEqual(listed.replace(",", "").split(), paths)

    def test_every_verb_has_help_with_an_example(self) -> None:
        for verb in ("list", "explain", "run", "report"):
            done = self.run_program(verb, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("Example", done.stdout)

    def test_the_help_of_tune_offers_what_tune_accepts(self) -> None:
        help_text = self.run_program("tune", "--help").stdout
        self.assertIn("may be omitted with --from", help_text)
        self.assertNotIn("all if none is given", help_text)
        self.assertNotIn("--mutants", help_text)
        self.assertIn("--mutants", self.run_program("run", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
