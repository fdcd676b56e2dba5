"""Inputs of the kernels of the collection `repositories`."""

import random

from inputs import Values, below, maker


@maker
def sparse_matrix(source: random.Random) -> dict[str, tuple[str, Values]]:
    """512 rows of a sparse matrix (CSR) with 0 to 31 elements, 8192 at most."""
    rows: Values = [0]
    for _ in range(512):
        rows.append(min(int(rows[-1]) + below(source, 32), 8192))
    return {
        "csr_rows": ("i4", rows),
        "csr_columns": ("i4", [below(source, 512) for _ in range(8192)]),
    }


@maker
def tiles_of_clusters(_: random.Random) -> dict[str, tuple[str, Values]]:
    """The tiles (row << 16 | column) of two of four clusters, 128 places each; -1 ends a list."""
    places: Values = [-1] * 512
    places[0], places[128] = 0, 1
    return {"hilbert_tiles": ("i4", places)}
