"""Hostile and huge inputs end with one error: memory and work are bounded."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import sample_journal
from sample_journal import Line
from warpmark_reports import JournalError, load
from warpmark_reports.base.decompression import CHUNK_BYTES, ZSTD_MAGIC
from warpmark_reports.base.inputs import Input, open_input, read_input
from warpmark_reports.base.limits import (
    FREE_BYTES,
    GIB,
    KIB,
    MAX_COLUMNS,
    MAX_LINE_BYTES,
    MAX_NAME_CHARACTERS,
    MAX_TEXT_CHARACTERS,
    MIB,
    Limits,
    parse_size,
    size_text,
)
from warpmark_reports.base.progress import PLAIN_PERIOD_S, Progress
from warpmark_reports.cli import main
from warpmark_reports.formats import reader
from warpmark_reports.formats.nvbench import _samples
from warpmark_reports.journal import blocks
from warpmark_reports.journal.lines import read_blocks


def zstd(content: bytes) -> bytes:
    """A frame that does not say how long its content is, as of a stream."""
    zstandard = pytest.importorskip("zstandard")
    packer = zstandard.ZstdCompressor().compressobj()
    packed: bytes = packer.compress(content) + packer.flush()
    return packed


COMPRESSED: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "zst": zstd,
}
PACKERS = COMPRESSED | {"plain": bytes}


def bomb(size: int) -> bytes:
    """A gzip file of zeros, without holding them."""
    packer = zlib.compressobj(9, wbits=31)
    parts = [packer.compress(bytes(MIB)) for _ in range(size // MIB)]
    return b"".join([*parts, packer.flush()])


def drain(source: Input) -> None:
    while source.read(CHUNK_BYTES):
        pass


def text(lines: list[Line]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


@pytest.fixture
def some() -> list[Line]:
    return sample_journal.lines("cuda", types=("i32",), sizes=(2**10,), blocks=(64, 256))


@pytest.mark.parametrize("kind", PACKERS)
def test_a_compressed_journal_reads_as_a_plain_one(
    tmp_path: Path, some: list[Line], kind: str
) -> None:
    path = tmp_path / "journal"  # told by its content, not its name
    path.write_bytes(PACKERS[kind](text(some)))
    assert len(load(path).frame) == len(some) - 2


@pytest.mark.parametrize("kind", COMPRESSED)
def test_members_that_follow_each_other_are_one_file(tmp_path: Path, kind: str) -> None:
    pack, path = COMPRESSED[kind], tmp_path / "two"
    path.write_bytes(pack(b"one\n") + pack(b"two\n"))
    assert read_input(path) == b"one\ntwo\n"


@pytest.mark.parametrize("kind", COMPRESSED)
@pytest.mark.parametrize("left", [200, -1])
def test_a_cut_off_file_says_so(tmp_path: Path, some: list[Line], kind: str, left: int) -> None:
    path = tmp_path / "cut"
    path.write_bytes(COMPRESSED[kind](text(some))[:left])
    with pytest.raises(JournalError, match="it was cut off"):
        load(path)


def test_a_damaged_zstd_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(zstd(b"one\n" * 1000)[:12] + b"\xff" * 100)
    with pytest.raises(JournalError, match="cannot be read: zstd"):
        read_input(path)


def test_a_zstd_bomb_is_refused_before_it_is_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zst"
    path.write_bytes(zstd(bytes(64 * MIB)))
    assert path.stat().st_size < 16 * KIB
    tracemalloc.start()
    with open_input(path) as source, pytest.raises(JournalError, match="200 times"):
        drain(source)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert source.count <= FREE_BYTES + CHUNK_BYTES
    assert peak < 48 * MIB  # a piece becomes 32 MiB at most


def test_a_window_of_zstd_has_a_limit(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    parameters = zstandard.ZstdCompressionParameters(window_log=28, enable_ldm=True)
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    path = tmp_path / "wide.zst"
    path.write_bytes(packer.compress(b"one\n") + packer.flush())
    with pytest.raises(JournalError, match="memory"):
        read_input(path)


def test_without_its_package_zstd_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(ZSTD_MAGIC + bytes(10))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    assert main([str(path), "-o", str(tmp_path / "report")]) == 2
    assert "pip install zstandard" in capsys.readouterr().err


def test_a_bomb_is_refused_by_its_ratio(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(bomb(64 * MIB))
    assert path.stat().st_size < MIB
    with pytest.raises(JournalError, match="more than 200 times its compressed size") as error:
        load(path)
    assert "--max-input" in str(error.value)


def test_no_more_is_read_than_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(bomb(64 * MIB))
    with open_input(path) as source:
        with pytest.raises(JournalError, match="200 times"):
            drain(source)
        assert source.count <= FREE_BYTES + CHUNK_BYTES
    with open_input(path, Limits.up_to(4 * MIB)) as source:
        with pytest.raises(JournalError, match="holds more than 4 MiB"):
            drain(source)
        assert source.count <= 4 * MIB + CHUNK_BYTES
    with pytest.raises(JournalError, match="holds more than 1 MiB"):
        read_input(path, Limits.up_to(MIB))


def test_a_limit_can_be_raised_and_lowered(
    tmp_path: Path, some: list[Line], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jsonl.gz"
    blank = (b" " * (64 * KIB - 1) + b"\n") * 512  # 32 MiB in few lines, which are soon read
    path.write_bytes(gzip.compress(text(some) + blank, 6))
    words = [str(path), "--only", "ladder", "-o", str(tmp_path / "out")]
    assert main(words) == 2
    assert "200 times its compressed size" in capsys.readouterr().err
    assert main([*words, "--max-input", "64MiB"]) == 0
    assert main([*words, "--max-input", "1MiB"]) == 2
    assert "holds more than 1 MiB" in capsys.readouterr().err


def test_an_xz_file_cannot_ask_for_any_memory(tmp_path: Path, some: list[Line]) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 * GIB}]
    buffer = io.BytesIO()
    with lzma.LZMAFile(buffer, "wb", filters=filters) as file:
        file.write(text(some))
    path = tmp_path / "a.xz"
    path.write_bytes(buffer.getvalue())
    with pytest.raises(JournalError, match=r"[Mm]emory"):
        load(path)


def test_a_document_is_limited_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "cache.json"
    path.write_bytes(b'{\n"cache": [\n' + b"[],\n" * 1000 + b"[]]}")
    with pytest.raises(JournalError, match="more than 2 KiB"):
        load(path, limits=Limits(GIB, None, 2 * KIB))
    path.write_bytes(b'{"cache": [' + b"[]," * 1000 + b"[]]}")
    with pytest.raises(JournalError, match="more than 2 KiB"):
        list(read_blocks(path, KIB, Limits(GIB, None, 2 * KIB)))  # while the line is gathered


def test_a_line_is_limited(tmp_path: Path, some: list[Line]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(text(some[:2]) + b'{"event": "' + b"a" * MAX_LINE_BYTES + b'"}\n')
    with pytest.raises(JournalError, match=r"a\.jsonl:3: a line of more than 16 MiB"):
        load(path)


@pytest.mark.parametrize("place", ["key", "variant", "family", "problem", "config"])
def test_a_name_is_limited(tmp_path: Path, some: list[Line], place: str) -> None:
    name = "n" * (MAX_NAME_CHARACTERS + 1)
    value = {**some[1][place], "axis": name} if place in ("problem", "config") else name
    path = sample_journal.write(tmp_path / "a.jsonl", [some[0], {**some[1], place: value}])
    with pytest.raises(JournalError, match=rf":2: {place}(.axis)? has 'nnn.*expected at most 1024"):
        load(path)


def test_other_texts_are_cut(tmp_path: Path, some: list[Line]) -> None:
    long = "x" * MIB
    lines = [
        {**some[0], "card": {**some[0]["card"], "name": long}},
        {**some[1], "status": "failed", "reason": long, "findings": [{"message": long}]},
    ]
    found = load(sample_journal.write(tmp_path / "a.jsonl", lines))
    assert len(found.frame["reason"].iloc[0]) == MAX_TEXT_CHARACTERS
    assert len(found.frame["findings"].iloc[0][0]["message"]) == MAX_TEXT_CHARACTERS
    assert len(found.manifest["card"]["name"]) == MAX_TEXT_CHARACTERS


@pytest.mark.parametrize("block_bytes", [GIB, 4 * KIB])
def test_columns_are_limited_over_all_lines(
    tmp_path: Path, some: list[Line], block_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every line has a few counters, and no two lines the same."""

    def no_frame(_: object) -> None:
        raise AssertionError("a frame of so many columns takes all memory")

    if block_bytes == GIB:  # refused before it is made
        monkeypatch.setattr(blocks, "chunk", no_frame)
    monkeypatch.setattr(reader, "read_blocks", partial(read_blocks, size=block_bytes))
    lines = [
        {**some[1], "key": f"k{i}", "counters": {f"c{i}_{j}": 1 for j in range(100)}}
        for i in range(MAX_COLUMNS // 100 + 1)
    ]
    with pytest.raises(JournalError, match="more than 4096 different keys"):
        load(sample_journal.write(tmp_path / "a.jsonl", [some[0], *lines]))


def test_samples_beside_a_document_are_files_of_a_size(tmp_path: Path) -> None:
    facts = {"nv/json/bin:nv/cold/sample_times": {"filename": "/dev/zero"}}
    missing: list[str] = []
    assert _samples(tmp_path / "a.json", facts, missing) is None
    assert missing == ["/dev/zero"]


@pytest.mark.parametrize(
    ("word", "size"),
    [("4GiB", 4 * GIB), ("500 MB", 500_000_000), ("1.5mib", 3 * MIB // 2), ("1048576", MIB)],
)
def test_sizes_are_read(word: str, size: int) -> None:
    assert parse_size(word) == size


@pytest.mark.parametrize("word", ["", "-1", "0", "4 apples", "1e300", "GiB", "9" * 40])
def test_other_sizes_are_refused(word: str) -> None:
    with pytest.raises(ValueError, match="expected a size above zero"):
        parse_size(word)


def test_sizes_are_told() -> None:
    told = [size_text(size) for size in (2 * GIB, 3 * MIB // 2, 17)]
    assert told == ["2 GiB", "1.5 MiB", "17 bytes"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_progress_is_sparse(stream: type[io.StringIO]) -> None:
    now = [0.0]
    out = stream()
    progress = Progress(out, lambda: now[0])
    for step in range(1, 81):  # two periods
        now[0] = step / 8  # exact in binary
        progress.show(lambda step=step: f"step {step}")  # type: ignore[misc]
    told = out.getvalue()
    progress.clear()
    if stream is Terminal:
        assert told.count("\r\x1b[Kstep") == 80
        assert out.getvalue() == told + "\r\x1b[K"
    else:
        assert told == "step 40\nstep 80\n"
        assert out.getvalue() == told


def test_reading_says_how_far_it_is(tmp_path: Path, some: list[Line]) -> None:
    path = sample_journal.write(tmp_path / "a.jsonl", some)
    now = [0.0]

    def clock() -> float:
        now[0] += PLAIN_PERIOD_S
        return now[0]

    out = io.StringIO()
    load(path, progress=Progress(out, clock))
    assert out.getvalue().startswith("reading a.jsonl: ")
