"""Inputs of Rodinia's kernels: graphs, grids, trees, codes."""

import random
import struct

from inputs import Values, below, maker, real


@maker
def breadth_first(source: random.Random) -> dict[str, tuple[str, Values]]:
    """4096 nodes with 4 edges each; the search starts at node 0."""
    nodes: list[int] = []
    for node in range(4096):
        nodes += [4 * node, 4]
    edges = [below(source, 4096) for _ in range(16384)]
    return {
        "bfs_nodes": ("i4", nodes),
        "bfs_edges": ("i4", edges),
        "bfs_first": ("u1", [1] + [0] * 4095),
        "bfs_cost": ("i4", [0] + [-1] * 4095),
    }


@maker
def alignment(_: random.Random) -> dict[str, tuple[str, Values]]:
    """The first row and column of an alignment with a penalty of 10 for each gap."""
    cells = [0] * (129 * 129)
    for i in range(129):
        cells[i] = cells[129 * i] = -10 * i
    return {"nw_matrix": ("i4", cells)}


@maker
def neighbours(_: random.Random) -> dict[str, tuple[str, Values]]:
    """The neighbours of rows and columns of an image of 64 x 64, held at its borders."""
    before: Values = [max(i - 1, 0) for i in range(64)]
    after: Values = [min(i + 1, 63) for i in range(64)]
    return {
        "srad_iN": ("i4", before),
        "srad_iS": ("i4", after),
        "srad_jW": ("i4", before),
        "srad_jE": ("i4", after),
    }


@maker
def flow(source: random.Random) -> dict[str, tuple[str, Values]]:
    """768 cells of a gas that flows along x; -1 marks a wall and -2 the far field."""
    n = 768
    variables: list[float] = []
    for low, high in ((1.3, 1.5), (1.5, 1.8), (-0.1, 0.1), (-0.1, 0.1), (3.4, 3.7)):
        variables += [real(source, low, high) for _ in range(n)]
    around = [below(source, n + 2) - 2 for _ in range(4 * n)]
    return {
        "cfd_variables": ("f4", variables),
        "cfd_neighbours": ("i4", around),
        "cfd_ff": ("f4", [1.4, 1.68, 0.0, 0.0, 3.508]),
        "cfd_fx": ("f4", [3.016, 0.0, 0.0]),
        "cfd_fy": ("f4", [0.0, 1.0, 0.0]),
        "cfd_fz": ("f4", [0.0, 0.0, 1.0]),
        "cfd_fe": ("f4", [5.4096, 0.0, 0.0]),
    }


@maker
def boxes(_: random.Random) -> dict[str, tuple[str, Values]]:
    """2 x 2 x 2 boxes of 100 particles; each is a neighbour of all others."""
    data = b""
    for box in range(8):
        data += struct.pack("<4iq", box & 1, box >> 1 & 1, box >> 2, box, 100 * box)
        others = [other for other in range(8) if other != box]
        data += struct.pack("<i4x", len(others))
        for other in others + [0] * (26 - len(others)):
            place = (other & 1, other >> 1 & 1, other >> 2)
            data += struct.pack("<4iq", *place, other, 100 * other)
    return {"lavamd_boxes": ("u1", list(data))}


@maker
def cluster_points(source: random.Random) -> dict[str, tuple[str, Values]]:
    """4096 points: weight, address of coordinates (unused), centre, cost."""
    data = b""
    for _ in range(4096):
        weight, cost = real(source, 0.5, 1.5), real(source, 0, 5)
        data += struct.pack("<f4xQqf4x", weight, 0, below(source, 4096), cost)
    return {"streamcluster_points": ("u1", list(data))}


@maker
def codes(source: random.Random) -> dict[str, tuple[str, Values]]:
    """A code word of 2 to 8 bits for each byte (no prefix code: nothing is decoded)."""
    lengths = [2 + below(source, 7) for _ in range(256)]
    return {
        "huffman_lengths": ("u4", lengths),
        "huffman_codes": ("u4", [below(source, 1 << length) for length in lengths]),
    }


@maker
def tree(source: random.Random) -> dict[str, tuple[str, Values]]:
    """A root and 32 leaves of 32 keys each, which hold the keys 0 to 1023."""
    order, last = 64, 0x7FFFFFFF
    nodes: list[int] = []

    def add(keys: list[int], indices: list[int], leaf: int) -> None:
        nodes.append(0)
        nodes.extend(indices + [0] * (order + 1 - len(indices)))
        nodes.extend(keys + [last] * (order + 1 - len(keys)))
        nodes.extend([leaf, len(keys)])

    add([32 * leaf for leaf in range(32)], [1 + leaf for leaf in range(32)], 0)
    for leaf in range(32):
        held = list(range(32 * leaf, 32 * leaf + 32))
        add(held, held, 1)
    return {
        "btree_nodes": ("i4", nodes),
        "btree_records": ("i4", [below(source, 1 << 30) for _ in range(1024)]),
        "btree_empty": ("i4", [-1] * 256),
    }
