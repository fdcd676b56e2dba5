"""The index of a history in SQLite; it can be rebuilt from the files at any time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple
from pathlib import Path

from ..base.errors import JournalError
from .store import Fact, Store
from .stored_values import values_of

VERSION = 2  # of the tables below: an index of another version is rebuilt
NAME = "index.sqlite"
TABLES = """
CREATE TABLE entries (journal TEXT PRIMARY KEY, commit_hash TEXT, date TEXT, name TEXT,
  named_card TEXT);
CREATE TABLE releases (commit_hash TEXT, tag TEXT, PRIMARY KEY (commit_hash, tag));
CREATE TABLE accepted (card TEXT, contract TEXT, point TEXT, commit_hash TEXT, reason TEXT,
  PRIMARY KEY (card, contract, point, commit_hash));
CREATE TABLE points (journal TEXT, card TEXT, contract TEXT, driver TEXT, point TEXT,
  median_ns REAL, low_ns REAL, high_ns REAL, PRIMARY KEY (journal, card, contract, point));
CREATE INDEX points_by_series ON points (point, card, contract);
"""
ORDERS = {"entries": 1, "releases": 2, "accepted": 4, "points": 5}  # columns of the primary keys


@contextmanager
def open_index(store: Store) -> Iterator[sqlite3.Connection]:
    """The index, built first if it is missing or of another version. Raises JournalError."""
    path = store.folder / NAME
    if not path.is_file() or _version(path) != VERSION:
        broken = rebuild(store)
        if broken:
            raise broken[0]
    with closing(sqlite3.connect(path)) as connection:
        yield connection


def rebuild(store: Store) -> list[JournalError]:
    """Makes the index anew from the files and puts it in its place at once; what is damaged is
    left out and returned.
    """
    store.folder.mkdir(parents=True, exist_ok=True)
    path, new = store.folder / NAME, store.folder / f".new-{NAME}"
    new.unlink(missing_ok=True)
    broken = []
    with closing(sqlite3.connect(new)) as connection, connection:
        connection.executescript(TABLES)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        for file, fact in store.facts():
            try:
                if fact is None:
                    problem = "is damaged: its content does not have the SHA-256 of its name"
                    raise JournalError(file, None, problem)
                enter(connection, store, fact)
            except JournalError as error:
                broken.append(error)
    new.replace(path)
    return broken


def enter(connection: sqlite3.Connection, store: Store, fact: Fact) -> None:
    """Adds what a fact says. Raises JournalError if it is about a journal that is not complete."""
    insert = "INSERT OR REPLACE INTO {} VALUES ({})"
    if fact["kind"] == "release":
        row = [fact["commit"], fact["tag"]]
        connection.execute(insert.format("releases", "?, ?"), row)
    elif fact["kind"] == "accepted":
        row = [fact[key] for key in ("card", "contract", "point", "commit", "reason")]
        connection.execute(insert.format("accepted", "?, ?, ?, ?, ?"), row)
    else:
        digest = fact["journal"]
        card = fact.get("card", "")
        values = values_of(store.require_complete(digest), card)
        rows = [(digest, *astuple(value)) for value in values]
        row = [digest, fact["commit"], fact["date"], fact["name"], card]
        connection.execute(insert.format("entries", "?, ?, ?, ?, ?"), row)
        connection.executemany(insert.format("points", "?, ?, ?, ?, ?, ?, ?, ?"), rows)


def contents(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables in a fixed order, to compare two indexes."""
    return {
        table: connection.execute(
            f"SELECT * FROM {table} ORDER BY {', '.join(map(str, range(1, count + 1)))}"
        ).fetchall()
        for table, count in ORDERS.items()
    }


def _version(path: Path) -> int:
    try:
        with closing(sqlite3.connect(path)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.DatabaseError as error:
        problem = f"is no index ({error}); `warpmark history reindex` makes it anew"
        raise JournalError(path, None, problem) from error
