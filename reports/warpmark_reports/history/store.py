"""Files of a history, named by the SHA-256 of their content and never overwritten."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..base.decompression import CHUNK_BYTES
from ..base.errors import JournalError
from ..base.inputs import open_input
from ..base.limits import UNLIMITED

Fact = dict[str, Any]
JOURNALS, FACTS = "journals", "facts"


class Store:
    """A folder with journals (compressed) and facts about them (JSON). The index is made of both.

    Facts: entry {journal, commit, date, name, card where it was named}, release {commit, tag},
    accepted {card, contract, point, commit, reason}.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put_journal(self, content: bytes) -> str:
        """Keeps the bytes of a journal, decompressed; returns their digest."""
        digest = hashlib.sha256(content).hexdigest()
        self._put(self.journal(digest), gzip.compress(content, mtime=0))
        return digest

    def put_fact(self, fact: Fact) -> bool:
        """Keeps a fact; False if it was known."""
        content = json.dumps(fact, sort_keys=True, ensure_ascii=False).encode() + b"\n"
        return self._put(self._place(FACTS, hashlib.sha256(content).hexdigest(), "json"), content)

    def journal(self, digest: str) -> Path:
        """Where the journal of that digest is stored."""
        return self._place(JOURNALS, digest, "jsonl.gz")

    def facts(self) -> Iterator[tuple[Path, Fact | None]]:
        """Each fact in a fixed order; None where the file is damaged."""
        for path in sorted((self.folder / FACTS).glob("*/*.json")):
            content = path.read_bytes()
            is_intact = hashlib.sha256(content).hexdigest() == path.name.partition(".")[0]
            yield path, json.loads(content) if is_intact else None

    def require_complete(self, digest: str) -> Path:
        """The path of a journal whose content is what its name says. Raises JournalError."""
        path = self.journal(digest)
        found = hashlib.sha256()
        try:
            with open_input(path, UNLIMITED) as source:
                while content := source.read(CHUNK_BYTES):
                    found.update(content)
        except JournalError as error:
            problem = f"{error.problem}; restore the file and reindex"
            raise JournalError(path, None, problem) from error
        if found.hexdigest() != digest:
            problem = "is damaged: its content does not have the SHA-256 of its name"
            raise JournalError(path, None, f"{problem}; restore the file and reindex")
        return path

    def _place(self, kind: str, digest: str, ending: str) -> Path:
        return self.folder / kind / digest[:2] / f"{digest}.{ending}"

    def _put(self, path: Path, content: bytes) -> bool:
        """Whole or not at all: a link to a finished file fails where there is one."""
        if path.exists():
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.link(name, path)
        except FileExistsError:  # another process was faster with the same content
            return False
        finally:
            Path(name).unlink()
        return True
