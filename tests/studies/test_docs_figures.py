"""The figures of the documents come out of this generator from journals that are kept here."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import docs_figures
import published_journals
from warpmark_reports.base.limits import Limits
from warpmark_reports.base.progress import Progress
from warpmark_reports.formats import reader
from warpmark_reports.formats.reader import parts_of
from warpmark_reports.journal.journal_file import Part
from warpmark_reports.page.document_figures import Published, read_list

DOCS = docs_figures.LIST.parent
ENTRIES = read_list(docs_figures.LIST)


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals that stay where they are have been read by other tests, or will be."""

    def parts(path: Path, limits: Limits | None, progress: Progress | None) -> list[Part]:
        stays = path.is_relative_to(DOCS)
        return published_journals.parts(path) if stays else parts_of(path, limits, progress)

    monkeypatch.setattr(reader, "parts_of", parts)


def test_every_image_of_the_documents_is_listed_once_and_every_listed_one_is_shown() -> None:
    elsewhere = tomllib.loads(docs_figures.LIST.read_text())["elsewhere"]
    listed = [entry.image for entry in ENTRIES] + [each["image"] for each in elsewhere]
    assert len(listed) == len(set(listed))
    assert {(DOCS / image).resolve() for image in listed} == docs_figures.shown_images()


def test_journals_are_there_and_images_hold_digests() -> None:
    for entry in ENTRIES:
        assert docs_figures.stored_digest(DOCS / entry.image), entry.image
        for name in entry.journals:
            assert (DOCS / name.partition(":")[0]).is_file(), name


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: Path(e.image).stem)
def test_the_journals_still_give_the_numbers_of_the_image(entry: Published) -> None:
    assert docs_figures.is_current(entry)


def test_other_numbers_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    (entry,) = (e for e in ENTRIES if e.image.endswith("h200/figures/reduce_ladder.png"))
    monkeypatch.setattr(docs_figures, "stored_digest", lambda _: "0" * 16)
    assert not docs_figures.is_current(entry)
