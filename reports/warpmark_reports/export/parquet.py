"""Apache Parquet: typed columns, which databases and other languages read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pandas as pd

from ..base.errors import MissingPackageError
from ..base.files import new_file
from ..journal.column_units import unit_of
from ..journal.journal import Journal
from .points_table import points_table

ROWS_OF_A_GROUP = 100_000
COMPRESSION = "zstd"


def require_pyarrow() -> None:
    """Raises MissingPackageError."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise MissingPackageError(
            "export --format parquet needs the package pyarrow: `pip install pyarrow` "
            "or the extra warpmark[parquet]"
        ) from error


def write_parquet(journal: Journal, path: Path) -> int:
    """Writes `points_table`, a row per point, and returns how many there are.

    Texts are dictionaries, columns of numbers have their unit as metadata (`unit`). The file
    appears when it is whole. Raises OSError if it cannot be written, MissingPackageError.
    """
    require_pyarrow()
    import pyarrow.parquet

    table = points_table(journal)
    schema = _schema(table)
    part = path.with_name(f"{path.name}.part")
    try:
        with (
            new_file(part) as file,
            pyarrow.parquet.ParquetWriter(file, schema, compression=COMPRESSION) as writer,
        ):
            for rows in _groups(table):
                writer.write_table(
                    pyarrow.Table.from_pandas(rows, schema=schema, preserve_index=False)
                )
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        error.filename = str(path)
        raise
    return len(table)


def _groups(table: pd.DataFrame) -> Iterator[pd.DataFrame]:
    for first in range(0, max(1, len(table)), ROWS_OF_A_GROUP):
        yield table.iloc[first : first + ROWS_OF_A_GROUP]


def _schema(table: pd.DataFrame) -> Any:
    """The types of all rows, which the first ones need not show."""
    import pyarrow

    found = pyarrow.Schema.from_pandas(table.iloc[:0], preserve_index=False)
    lists = {
        "warnings": pyarrow.string(),
        "notes": pyarrow.string(),
        "time_samples_ns": pyarrow.float64(),
        "process_medians_ns": pyarrow.float64(),
    }
    fields = []
    for field in found:
        kind = field.type
        if field.name in lists:
            kind = pyarrow.list_(lists[field.name])
        elif isinstance(table[field.name].dtype, pd.CategoricalDtype):
            kind = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
        elif table[field.name].dtype == object:
            kind = pyarrow.string()
        unit = unit_of(field.name)
        fields.append(pyarrow.field(field.name, kind, metadata={"unit": unit} if unit else None))
    return pyarrow.schema(fields, metadata=found.metadata)
