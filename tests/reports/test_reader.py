from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import sample_journal
from warpmark_reports import JournalError, load


def one_point(backend: str = "cuda") -> list[sample_journal.Line]:
    point = sample_journal.measurement(backend, "chunked", "i32", 1024, 256)
    end = {"event": "end", "ended_at": "", "complete": True, "counts": {}}
    return [sample_journal.manifest(backend, 1), point, end]


def test_a_row_a_measurement(small: Path) -> None:
    frame = load(small).frame
    assert len(frame) == 11 * 2 * 3 * 2
    assert set(frame["problem_n"]) == {2**10, 2**20, 2**28}
    assert set(frame["config_block"]) == {64, 256}


def test_rates_and_intervals_agree_with_times(tmp_path: Path) -> None:
    row = load(sample_journal.write(tmp_path / "a.jsonl", one_point())).frame.iloc[0]
    assert row["throughput_bytes_per_s"] == pytest.approx(4096 / row["time_median_ns"] * 1e9)
    assert row["throughput_ci_lo_bytes_per_s"] < row["throughput_bytes_per_s"]
    assert row["throughput_ci_hi_bytes_per_s"] > row["throughput_bytes_per_s"]


def test_a_rate_is_compared_with_the_ceiling_of_its_traffic(tmp_path: Path) -> None:
    lines = one_point()
    lines[0]["ceilings"] = {"read_bytes_per_s": 4e12, "copy_bytes_per_s": 3e12}
    lines[1]["ceiling"] = "copy"
    del lines[1]["fraction_of_ceiling"]
    row = load(sample_journal.write(tmp_path / "a.jsonl", lines)).frame.iloc[0]
    assert row["fraction_of_ceiling"] == pytest.approx(row["throughput_bytes_per_s"] / 3e12)


def test_spills_are_stored_and_loaded_bytes_of_all_kernels(tmp_path: Path) -> None:
    lines = one_point()
    kernel = lines[1]["resources"][0]
    lines[1]["resources"] = [
        {**kernel, "spill_store_bytes": 8, "spill_load_bytes": 16},
        {**kernel, "spill_store_bytes": 32, "spill_load_bytes": 64},
    ]
    row = load(sample_journal.write(tmp_path / "a.jsonl", lines)).frame.iloc[0]
    assert row["spill_bytes"] == 8 + 16 + 32 + 64


def test_one_sample_has_no_interval(tmp_path: Path) -> None:
    lines = one_point()
    lines[1]["times_ns"]["n"] = 1
    row = load(sample_journal.write(tmp_path / "a.jsonl", lines)).frame.iloc[0]
    assert row["time_median_ns"] > 0
    assert row[["time_ci_lo_ns", "throughput_ci_hi_bytes_per_s"]].isna().all()


def test_a_compressed_journal_reads_the_same(small: Path, tmp_path: Path) -> None:
    packed = tmp_path / "small.jsonl.gz"
    packed.write_bytes(gzip.compress(small.read_bytes()))
    whole, unpacked = load(small).frame, load(packed).frame
    assert list(unpacked["key"]) == list(whole["key"])
    assert list(unpacked["wall_s"]) == list(whole["wall_s"])


def test_a_damaged_compressed_journal_is_named(tmp_path: Path) -> None:
    packed = tmp_path / "bad.jsonl.gz"
    packed.write_bytes(gzip.compress(b"{}" * 99)[:20])
    with pytest.raises(JournalError, match=r"bad\.jsonl\.gz: cannot be read: .* cut off"):
        load(packed)


def test_compression_is_known_by_content_not_by_name(small: Path, tmp_path: Path) -> None:
    plain, packed = tmp_path / "plain.jsonl.gz", tmp_path / "packed.jsonl"
    plain.write_bytes(small.read_bytes())
    packed.write_bytes(gzip.compress(small.read_bytes()))
    assert list(load(plain).frame["key"]) == list(load(packed).frame["key"])


def test_counts_per_element(tmp_path: Path) -> None:
    row = load(sample_journal.write(tmp_path / "a.jsonl", one_point("simt"))).frame.iloc[0]
    expected = row["counter_warp_instructions"] / 1024
    assert row["warp_instructions_per_element"] == pytest.approx(expected)
    assert row["time_kind"] == "none"


def test_a_time_on_simt_is_a_modelled_one(tmp_path: Path) -> None:
    lines = one_point("simt")
    lines[1]["times_ns"] = one_point()[1]["times_ns"]
    row = load(sample_journal.write(tmp_path / "a.jsonl", lines)).frame.iloc[0]
    assert row["time_kind"] == "modelled"


def test_unknown_keys_are_kept(tmp_path: Path) -> None:
    lines = one_point()
    lines[1]["novelty"] = 7
    assert load(sample_journal.write(tmp_path / "a.jsonl", lines)).frame["novelty"].iloc[0] == 7


def test_the_last_of_two_equal_keys_counts(tmp_path: Path) -> None:
    lines = one_point()
    again = {**lines[1], "status": "wrong", "reason": "second"}
    journal = load(sample_journal.write(tmp_path / "a.jsonl", [*lines[:2], again, lines[2]]))
    assert list(journal.frame["reason"]) == ["second"]
    assert "more than once: 1" in journal.warnings[0]


def test_a_torn_last_line_and_no_end(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    whole = [json.dumps(line) for line in one_point()[:2]]
    path.write_text("\n".join([*whole, whole[1][:40]]))
    journal = load(path)
    assert len(journal.frame) == 1
    assert journal.runs[0].torn
    assert journal.runs[0].cut_off


def test_a_resumed_run_is_whole_again(tmp_path: Path) -> None:
    lines = one_point()
    resume = {"event": "resume", "resumed_at": "2000-01-01T00:02:00Z", "argv": []}
    path = tmp_path / "a.jsonl"
    first = json.dumps(lines[0]) + '\n{"event": "measu\n'
    path.write_text(first + "".join(json.dumps(x) + "\n" for x in [resume, *lines[1:]]))
    run = load(path).runs[0]
    assert not run.cut_off
    assert len(run.resumes) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("hello\n", "'hello' is not a journal line"),
        ('{"event": "end"}\n', "event is 'end'; expected \"manifest\" in the first line"),
        (
            '{"event": "manifest", "schema": "warpmark/9"}\n',
            "schema is 'warpmark/9'; expected \"warpmark/1\"",
        ),
    ],
)
def test_what_is_not_a_journal_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(content)
    with pytest.raises(JournalError) as caught:
        load(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bad_status_names_its_line(tmp_path: Path) -> None:
    lines = one_point()
    lines[1]["status"] = "fine"
    with pytest.raises(JournalError, match=r"a\.jsonl:2: status is 'fine'; expected one of ok"):
        load(sample_journal.write(tmp_path / "a.jsonl", lines))


def test_the_level_of_older_journals_is_their_rung(tmp_path: Path) -> None:
    manifest, point, end = one_point()
    older = {**point, "key": point["key"] + "x", "rung": point["level"] + 1}
    del older["level"]
    frame = load(sample_journal.write(tmp_path / "a.jsonl", [manifest, point, older, end])).frame
    assert list(frame["level"]) == [point["level"], point["level"] + 1]
    assert "rung" not in frame.columns
