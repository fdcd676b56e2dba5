"""warpmark export and import: profiles, headers that compile, matrices, other tools' records."""

import json
import os
import subprocess
from typing import Any

import pytest
from tests.cli.program import Program

from warpmark.profiles import best_config

CARD = "NVIDIA Test Card"
FLAGS = [
    "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror",
    "-fsyntax-only",
]  # fmt: skip

# Median ns by variant and config, then n. Fastest: small blocks up to 1024, merge=flag from 4096
# on; at 2048, between them, both are 10 % and 50 % slower than the best there.
TIMES = {
    ("tiles", (("block", 256),)): {256: 200, 1024: 200, 2048: 250, 4096: 300, 16384: 900},
    ("tiles", (("block", 32),)): {256: 100, 1024: 101, 2048: 150, 4096: 400, 16384: 2000},
    ("packed", (("block", 64), ("merge", "flag"))): {1024: 110, 2048: 110, 4096: 200, 16384: 600},
    ("packed", (("block", 64), ("merge", "default"))): {1024: 110, 2048: 100, 4096: 250},
}


def lines(
    card: str = CARD, dtype: str = "i32", op: str = "sum", scale: float = 1
) -> list[dict[str, Any]]:
    """A journal of TIMES; one point is wrong."""
    manifest = {
        "event": "manifest",
        "schema": "warpmark/1",
        "tool": {"version": "0", "commit": "0123abc"},
        "started_at": "2026-01-31T00:00:00Z",
        "backend": "cuda",
        "card": {"name": card, "uuid": "GPU-1", "compute_capability": "9.0"},
        "seed": 7,
        "contract": {"state": "cold"},
    }
    result: list[dict[str, Any]] = [manifest]
    for (variant, config), by_size in TIMES.items():
        for n, ns in by_size.items():
            times = {"median": ns * scale, "ci_lo": ns * scale - 1, "ci_hi": ns * scale + 1}
            point = {
                "event": "measurement",
                "family": "count",
                "variant": variant,
                "problem": {"type": dtype, "n": n, "op": op},
                "config": dict(config),
                "is_base": config == (("block", 256),),
                "status": "ok",
                "state": "cold",
                "times_ns": times,
                "wall_s": 0.25,
            }
            result.append(point)
    wrong = {**result[1], "config": {"block": 512}, "status": "wrong", "is_base": False}
    del wrong["times_ns"]
    return [*result, wrong, {"event": "end", "complete": True}]


def write_journal(program: Program, name: str, of: list[dict[str, Any]]) -> str:
    (program.folder / name).write_text("".join(json.dumps(line) + "\n" for line in of))
    return name


def exported(program: Program, *words: str) -> str:
    done = program.run("export", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def profile_of(program: Program, name: str, *words: str) -> dict[str, Any]:
    exported(program, "--format", "profile", *words, "-o", name)
    made: dict[str, Any] = json.loads((program.folder / name).read_text())
    return made


def compiled(program: Program, source: str) -> subprocess.CompletedProcess[str]:
    (program.folder / "use.cpp").write_text(source)
    return subprocess.run(
        [os.environ["WARPMARK_CXX"], *FLAGS, "use.cpp"],
        cwd=program.folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_profile_tells_thresholds_gains_and_losses_where_nothing_was_tuned(
    program: Program,
) -> None:
    journal = write_journal(program, "a.jsonl", lines())
    made = profile_of(program, "p.json", journal, "--hold-out", "2048")
    assert made["card"]["uuids"] == ["GPU-1"]
    assert [source["file"] for source in made["sources"]] == ["a.jsonl"]
    entry = made["entries"][0]
    assert entry["base"]["config"] == {"block": 256}
    assert [step["from"] for step in entry["thresholds"]] == [0, 2048]
    assert entry["thresholds"][1]["use"]["config"] == {"block": 64, "merge": "flag"}
    assert [size["n"] for size in entry["sizes"]] == [256, 1024, 4096, 16384]
    assert entry["sizes"][0]["gain"]["value"] == 2
    assert entry["held_out"]["worst_loss"] == pytest.approx(0.1, abs=5e-8, rel=0)


def test_the_bound_decides_how_many_configs_there_are(program: Program) -> None:
    journal = write_journal(program, "a.jsonl", lines())
    one = profile_of(program, "p.json", journal, "--hold-out", "256,2048", "--bound", "10")
    assert len(one["entries"][0]["thresholds"]) == 1


def test_final_rounds_of_a_tuning_decide_the_winner_and_its_time(program: Program) -> None:
    search = lines()
    for each in search[1:]:
        each["tuning"] = {"phase": "search"}
    # The search saw block=32 win by 2x at 256; three rounds of the finals saw 1.25x.
    final = [each for each in search if each.get("problem", {}).get("n") == 256][:2]
    again = []
    for number in range(3):
        for each, ns in zip(final, (150, 120), strict=True):
            times = {"median": ns + number, "ci_lo": ns - 1, "ci_hi": ns + 5}
            phase = {"phase": "final", "round": number + 1}
            again.append({**each, "times_ns": times, "tuning": phase})
    journal = write_journal(program, "a.jsonl", [*search[:-1], *again, search[-1]])
    sizes = profile_of(program, "p.json", journal)["entries"][0]["sizes"]
    assert [size["confirmed"] for size in sizes] == [True, *([False] * 4)]
    assert sizes[0]["time_ns"]["median"] == 121
    assert sizes[0]["time_ns"]["rounds"] == 3
    assert sizes[0]["gain"]["value"] == pytest.approx(151 / 121, abs=5e-8, rel=0)


def test_a_pilot_says_nothing_of_what_is_best(program: Program) -> None:
    journal = lines()
    for each in journal[1:-1]:
        each["tuning"] = {"phase": "pilot" if each["problem"]["n"] == 256 else "search"}
    sizes = profile_of(program, "p.json", write_journal(program, "a.jsonl", journal))["entries"][0][
        "sizes"
    ]
    assert [size["n"] for size in sizes] == [1024, 2048, 4096, 16384]


def merged(*parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Journals of several cards as one, in which every line names its card."""
    cards, points = [], []
    for number, part in enumerate(parts, start=1):
        uuid = f"GPU-{number}"
        cards.append({**part[0]["card"], "uuid": uuid})
        points += [{**each, "card_uuid": uuid} for each in part if "times_ns" in each]
    return [{**parts[0][0], "card": cards[0], "cards": cards}, *points, parts[0][-1]]


def reversed_times(card: str) -> list[dict[str, Any]]:
    """A card on which the slowest config of each size is the fastest."""
    journal = lines(card)
    for each in journal:
        if "times_ns" in each:
            median = 1e6 / each["times_ns"]["median"]
            each["times_ns"] = {"median": median, "ci_lo": median, "ci_hi": median}
    return journal


def test_a_journal_of_several_cards_gives_a_profile_of_each(program: Program) -> None:
    apart = [
        write_journal(program, "a.jsonl", lines()),
        write_journal(program, "b.jsonl", reversed_times("Other Card")),
    ]
    both = write_journal(program, "all.jsonl", merged(lines(), reversed_times("Other Card")))
    made = profile_of(program, "p.json", both)
    assert made["schema"] == "warpmark-profiles/1"
    assert [each["card"]["name"] for each in made["profiles"]] == [CARD, "Other Card"]
    assert [each["card"]["uuids"] for each in made["profiles"]] == [["GPU-1"], ["GPU-2"]]
    for journal, of_card in zip(apart, made["profiles"], strict=True):
        assert profile_of(program, "one.json", journal)["entries"] == of_card["entries"]
    # What parts of a merged journal say of themselves is not that of the others.
    both_lines = merged(lines(), reversed_times("Other Card"))
    parts = [{**both_lines[0], "card": card, "cards": [card]} for card in both_lines[0]["cards"]]
    both_lines[0]["parts"] = [parts[0], {**parts[1], "nvrtc_version": "12.9", "seed": 8}]
    made = profile_of(program, "m.json", write_journal(program, "m.jsonl", both_lines))
    assert [each["card"]["nvrtc_versions"] for each in made["profiles"]] == [[], ["12.9"]]
    assert [each["seed"] for each in made["profiles"]] == [7, 8]
    # Two cards of one kind have one profile, with the points of both.
    one_kind = merged(lines(), lines(dtype="f32"))
    made = profile_of(program, "q.json", write_journal(program, "two.jsonl", one_kind))
    assert made["card"]["uuids"] == ["GPU-1", "GPU-2"]
    assert [entry["type"] for entry in made["entries"]] == ["f32", "i32"]


def test_profiles_are_joined_and_selected_by_card(program: Program) -> None:
    old = write_journal(program, "a.jsonl", lines(scale=2))
    profile_of(program, "a.json", old)
    both = write_journal(program, "all.jsonl", merged(lines(), reversed_times("Other Card")))
    profile_of(program, "all.json", both)
    done = program.run("export", "--format", "profile", "all.json", "a.json")
    joined = json.loads(done.stdout)["profiles"]
    medians = [each["entries"][0]["sizes"][0]["time_ns"]["median"] for each in joined]
    assert medians == [200, 1e6 / 200], "the later file's"
    assert f"the profile of '{CARD}', compute capability 9.0 is that of a.json" in done.stderr
    one = json.loads(exported(program, "--format", "profile", "all.json", "--card", "Other*"))
    assert one == joined[1]
    failed = program.run("export", "--format", "profile", "all.json", "--card", "H100")
    assert f"--card 'H100' matches none of the cards; expected a pattern for '{CARD}', " in (
        failed.stderr
    )


def test_a_header_of_several_cards_tells_which_is_there(program: Program) -> None:
    journal = merged(lines(), lines("Other Card"))
    journal[0]["cards"][1]["multiprocessors"] = 78
    profile_of(program, "p.json", write_journal(program, "a.jsonl", journal))
    exported(program, "--format", "header", "p.json", "-o", "p.hpp")
    done = compiled(
        program,
        """
        #include "p.hpp"
        namespace tuned = warpmark_policies;
        using tuned::card_kind;
        static_assert(tuned::kind_of("NVIDIA Test Card", 132) == card_kind::nvidia_test_card);
        static_assert(tuned::kind_of("Other Card", 78) == card_kind::other_card);
        static_assert(tuned::kind_of("Other Card", 77) == card_kind::unknown);
        static_assert(tuned::kind_of("Other", 78) == card_kind::unknown);
        static_assert(tuned::other_card::count::select<std::int32_t>(1).block == 32);
        """,
    )
    assert done.returncode == 0, done.stderr


def test_the_matrix_of_a_journal_of_several_cards(program: Program) -> None:
    # The first two cards have one name, and differ in their multiprocessors.
    journal = merged(lines(), reversed_times(CARD), lines("Other Card", scale=3))
    for card, count in zip(journal[0]["cards"], (132, 66, 132), strict=True):
        card["multiprocessors"] = count
    path = write_journal(program, "all.jsonl", journal)
    cells = json.loads(exported(program, "--format", "matrix", path, "--json"))
    losses = {(cell["profile_of"], cell["used_on"]): cell["worst_loss"] for cell in cells}
    names = [f"{CARD} (132 multiprocessors)", f"{CARD} (66 multiprocessors)", "Other Card"]
    assert {pair[0] for pair in losses} == {pair[1] for pair in losses} == set(names)
    assert losses[names[0], names[2]] == losses[names[2], names[0]] < 0.02
    assert losses[names[0], names[1]] > 1


def test_a_point_of_a_card_that_the_manifest_lacks_is_refused(program: Program) -> None:
    journal = merged(lines(), lines("Other Card"))
    journal[3]["card_uuid"] = "GPU-3"
    path = write_journal(program, "a.jsonl", journal)
    failed = program.run("export", "--format", "profile", path)
    assert failed.returncode == 2
    assert "a.jsonl: count/tiles was measured on the card 'GPU-3', which" in failed.stderr


def test_what_cannot_be_done_is_said(program: Program) -> None:
    journal = write_journal(program, "a.jsonl", lines())
    for words, part in (
        (["--format", "profil"], "did you mean 'profile'?"),
        (["--format", "profile", "--base", "count/tile"], "did you mean 'count/tiles'?"),
        (["--format", "profile", "--bound", "-1"], "--bound -1: expected a percentage"),
        (["--format", "profile", "--select", "sort/*"], "no cold times"),
        (["--format", "profile", "-p", "type=f32"], "no cold times"),
        (["--format", "profile", "-p", "type"], "-p type"),
        (["--format", "header"], "expected a profile"),
        (["--format", "matrix"], "--on JOURNAL"),
        (["--format", "profile", "--card", "A100"], "--card 'A100' matches none of the cards"),
        (["--format", "t4"], "variants and problems match"),
    ):
        failed = program.run("export", journal, *words)
        assert failed.returncode == 2, words
        assert part in failed.stderr


def test_a_header_compiles_and_selects_at_its_thresholds(program: Program) -> None:
    journals = [
        write_journal(program, "a.jsonl", lines()),
        write_journal(program, "h.jsonl", lines(dtype="f16")),
    ]
    profile_of(program, "p.json", *journals, "--hold-out", "2048")
    exported(program, "--format", "header", "p.json", "-o", "p.hpp")
    done = compiled(
        program,
        """
        #include "p.hpp"
        namespace tuned = warpmark_policies::nvidia_test_card;
        using tuned::count::variant_name;
        constexpr const auto& below = tuned::count::select<std::int32_t>(2047);
        constexpr const auto& above = tuned::count::select<std::int32_t>(2048);
        static_assert(below.variant == variant_name::tiles && below.block == 32);
        static_assert(below.merge == tuned::count::merge_value::not_an_axis);
        static_assert(above.variant == variant_name::packed && above.block == 64);
        static_assert(above.merge == tuned::count::merge_value::flag);
        static_assert(tuned::count::select<tuned::f16>(0).from == 0);
        static_assert(tuned::count::select<std::int32_t>(~std::size_t{0}).from == 2048);
        static_assert(tuned::count::policies<std::int32_t>::greatest_tuned == 16384);
        static_assert(tuned::card[0] == 'N' && sizeof(tuned::commit) > 1);
        template <int block> constexpr int threads() { return block; }
        constexpr int chosen(std::size_t n) {
          return tuned::count::dispatch<std::int32_t>(n, [](auto policy) {
            return threads<decltype(policy)::value.block>();
          });
        }
        static_assert(chosen(2047) == 32 && chosen(2048) == 64);
        """,
    )
    assert done.returncode == 0, done.stderr
    refused = compiled(
        program,
        """
        #include "p.hpp"
        int block = warpmark_policies::nvidia_test_card::count::select<double>(1).block;
        """,
    )
    assert refused.returncode != 0, "nothing was tuned for double"


def test_problems_of_one_type_have_namespaces(program: Program) -> None:
    both = [
        write_journal(program, "a.jsonl", lines()),
        write_journal(program, "b.jsonl", lines(op="max")),
    ]
    profile_of(program, "p.json", *both)
    exported(program, "--format", "header", "p.json", "-o", "p.hpp")
    done = compiled(
        program,
        """
        #include "p.hpp"
        namespace count = warpmark_policies::nvidia_test_card::count;
        static_assert(count::op_max::select<std::int32_t>(1).block ==
                      count::op_sum::select<std::int32_t>(1).block);
        """,
    )
    assert done.returncode == 0, done.stderr


def test_losses_on_another_card_are_known_only_where_it_measured(program: Program) -> None:
    here = write_journal(program, "a.jsonl", lines())
    other = lines("Other Card")
    # There the threshold's second config was never measured, and big blocks are fast.
    other = [each for each in other if each.get("config", {}).get("merge") != "flag"]
    for each in other:
        if each.get("config") == {"block": 256}:
            each["times_ns"]["median"] = 50
            each["times_ns"]["ci_lo"] = 49
    there = write_journal(program, "b.jsonl", other)
    profile_of(program, "p.json", here, "--hold-out", "2048")
    cells = json.loads(
        exported(program, "--format", "matrix", "p.json", "--on", here, there, "--json")
    )
    by_card = {cell["used_on"]: cell for cell in cells}
    assert by_card[CARD]["profile_of"] == CARD
    assert by_card[CARD]["worst_loss"] == pytest.approx(0.1, abs=5e-8, rel=0)
    losses = {size["n"]: size["loss"] for size in by_card["Other Card"]["sizes"]}
    assert losses[256] == 1
    assert losses[4096] is None
    table = exported(program, "--format", "matrix", "p.json", "--on", there)
    assert "2 of 5" in table


def test_a_cache_comes_back_as_a_journal(program: Program) -> None:
    journal = write_journal(program, "a.jsonl", lines())
    choice = ["--variant", "count/tiles", "--problem", "type=i32,n=256,op=sum"]
    exported(program, "--format", "kernel-tuner", journal, *choice, "-o", "cache.json")
    cache = json.loads((program.folder / "cache.json").read_text())
    assert cache["cache"]["32"]["time"] == 100 / 1000000.0
    assert cache["cache"]["512"]["time"] == "RuntimeFailedConfig"
    assert program.run("import", "cache.json", "-o", "b.jsonl").returncode == 0
    again = [json.loads(line) for line in (program.folder / "b.jsonl").read_text().splitlines()]
    found = {line["config"]["block"]: line for line in again if line["event"] == "measurement"}
    assert found[32]["times_ns"]["median"] == pytest.approx(100, abs=5e-8, rel=0)
    assert found[512]["status"] == "failed"
    tuned = program.run("tune", "--from", "b.jsonl", "--budget", "9", "--json")
    assert json.loads(tuned.stdout)["best"] == "block=32"


def test_a_wrong_answer_stays_one(program: Program) -> None:
    journal = write_journal(program, "a.jsonl", lines())
    choice = ["--variant", "count/tiles", "--problem", "type=i32,n=256,op=sum"]
    results = json.loads(exported(program, "--format", "t4", journal, *choice))["results"]
    by_block = {result["configuration"]["block"]: result for result in results}
    assert by_block[512]["invalidity"] == "correctness"
    assert by_block[512]["correctness"] == 0
    assert by_block[32]["times"]["runtimes"] == [100 / 1000000.0]
    assert by_block[32]["objectives"] == ["time"]


MODELLED = "NVIDIA L4 (modelled)"


def modelled_lines() -> list[dict[str, Any]]:
    """The same journal, as if the interpreter had modelled it for a card."""
    result = lines()
    result[0]["backend"] = "simt"
    result[0]["contract"] = {"state": "exact"}
    result[0]["card"] = {
        "name": "simt (NVIDIA L4 model)",
        "compute_capability": "8.9",
        "modelled_card": "NVIDIA L4",
        "calibration": "none",
    }
    for each in result:
        if each["event"] == "measurement":
            each["state"] = "exact"
            if "times_ns" in each:
                each["modelled_time_ns"] = each.pop("times_ns")["median"]
    return result


def modelled_profile(program: Program) -> dict[str, Any]:
    write_journal(program, "modelled.jsonl", modelled_lines())
    done = program.run(
        "export", "--format", "profile", "modelled.jsonl", "--base", "count/tiles", "-o", "m.json"
    )
    assert done.returncode == 0, done.stderr
    content: dict[str, Any] = json.loads((program.folder / "m.json").read_text())
    return content


def test_a_profile_of_modelled_times_is_marked_and_otherwise_the_same(program: Program) -> None:
    card = modelled_profile(program)["card"]
    assert card["name"] == MODELLED
    assert card["modelled"] == {"card": "NVIDIA L4", "calibration": "none"}
    write_journal(program, "measured.jsonl", lines())
    words = ("export", "--format", "profile", "measured.jsonl", "--base", "count/tiles")
    measured = json.loads(program.run(*words).stdout)
    assert "modelled" not in measured["card"]
    (entry,) = json.loads((program.folder / "m.json").read_text())["entries"]
    assert entry["thresholds"] == measured["entries"][0]["thresholds"]


def test_a_modelled_and_a_measured_profile_of_one_card_stay_apart(program: Program) -> None:
    modelled_profile(program)
    write_journal(program, "measured.jsonl", lines(card="NVIDIA L4"))
    words = ("export", "--format", "profile", "m.json", "measured.jsonl", "--base", "count/tiles")
    done = program.run(*words, "-o", "both.json")
    assert done.returncode == 0, done.stderr
    both = json.loads((program.folder / "both.json").read_text())
    assert [each["card"]["name"] for each in both["profiles"]] == [MODELLED, "NVIDIA L4"]
    assert best_config(both, PROBLEM, "NVIDIA L4").family == "count"
    with pytest.raises(LookupError, match="was not measured"):
        best_config(both, PROBLEM, MODELLED)
    assert best_config(both, PROBLEM, MODELLED, modelled=True).family == "count"


PROBLEM: dict[str, int | str] = {"family": "count", "type": "i32", "n": 1024}


def test_a_header_of_modelled_times_says_so_and_compiles(program: Program) -> None:
    modelled_profile(program)
    done = program.run("export", "--format", "header", "m.json", "-o", "m.hpp")
    assert done.returncode == 0, done.stderr
    text = (program.folder / "m.hpp").read_text()
    assert "modelled times of NVIDIA L4 (calibration none), not measured" in text.replace(
        "\n//", ""
    )
    source = (
        '#include "m.hpp"\n'
        "namespace tuned = warpmark_policies::nvidia_l4_modelled;\n"
        "static_assert(tuned::is_modelled);\n"
        "static_assert(tuned::calibration[0] == 'n');\n"
    )
    done = compiled(program, source)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("form", ["kernel-tuner", "t4"])
def test_records_for_other_tools_are_marked(program: Program, form: str) -> None:
    write_journal(program, "modelled.jsonl", modelled_lines())
    words = ("--variant", "count/tiles", "--problem", "type=i32,n=1024,op=sum")
    done = program.run("export", "--format", form, "modelled.jsonl", *words)
    assert done.returncode == 0, done.stderr
    content = json.loads(done.stdout)
    where = content["metadata"] if form == "t4" else content
    assert where["warpmark_modelled"] == {"card": "NVIDIA L4", "calibration": "none"}
    assert where["device" if form == "t4" else "device_name"] == MODELLED
    if form == "t4":
        return
    (program.folder / "cache.json").write_text(done.stdout)
    assert program.run("import", "cache.json", "-o", "again.jsonl").returncode == 0
    manifest = json.loads((program.folder / "again.jsonl").read_text().splitlines()[0])
    assert manifest["card"]["name"] == MODELLED


def test_a_check_refuses_a_profile_of_modelled_times(program: Program) -> None:
    modelled_profile(program)
    done = program.run("tune", "--check", "m.json", "--backend", "host")
    assert done.returncode == 2
    assert "--check m.json: it is of modelled times of NVIDIA L4 (calibration none)" in done.stderr


@pytest.mark.parametrize("form", ["profile", "kernel-tuner"])
def test_times_of_no_named_card_are_refused(program: Program, form: str) -> None:
    journal = modelled_lines()
    del journal[0]["card"]["modelled_card"]
    write_journal(program, "modelled.jsonl", journal)
    words = ("--variant", "count/tiles", "--problem", "type=i32,n=1024,op=sum")
    done = program.run("export", "--format", form, "modelled.jsonl", *words)
    assert done.returncode == 2
    assert "--card names" in done.stderr
