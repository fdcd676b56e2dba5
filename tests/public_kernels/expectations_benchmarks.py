"""What results of Rodinia's and HeCBench's kernels must be."""

import base64

import numpy as np

from expectations import Buffers, check, close, exclusive, same


@check("rodinia-huffman-scan")
def _balanced_scan(b: Buffers) -> list[bool]:
    return [same(b["out"], exclusive(b["in"]))]


@check("hecbench-scan2")
def _float_scan(b: Buffers) -> list[bool]:
    return [close(b["out"], exclusive(b["in"].astype(float)), 1e-4, 1e-2)]


@check("rodinia-huffman-histogram")
def _byte_histogram(b: Buffers) -> list[bool]:
    return [same(b["histogram"], np.bincount(b["data"], minlength=256))]


@check("rodinia-hybridsort-histogram")
def _bins(b: Buffers) -> list[bool]:
    return [same(b["histogram"], np.bincount((b["data"] * 1024).astype(int), minlength=1024))]


@check("rodinia-kmeans")
def _inverted(b: Buffers) -> list[bool]:
    return [same(b["out"], b["in"].reshape(4096, 17).T.reshape(-1))]


@check("rodinia-bfs")
def _levels(b: Buffers) -> list[bool]:
    cost = np.full(4096, -1)
    cost[0], level = 0, [0]
    for depth in range(1, 11):
        ahead = np.unique(b["edges"].reshape(4096, 4)[level].reshape(-1))
        level = list(ahead[cost[ahead] < 0])
        cost[level] = depth
    return [same(b["cost"], cost)]


@check("rodinia-nn")
def _distances(b: Buffers) -> list[bool]:
    places = b["locations"].reshape(-1, 2).astype(float)
    return [close(b["distances"], np.hypot(30 - places[:, 0], 60 - places[:, 1]))]


@check("rodinia-b+tree")
def _found(b: Buffers) -> list[bool]:
    return [same(b["answers"], b["records"][b["keys"]])]


@check("rodinia-particlefilter")
def _resampled(b: Buffers) -> list[bool]:
    index = np.searchsorted(b["cdf"], b["u"])
    return [same(b["xj"], b["x"][index]), same(b["yj"], b["y"][index])]


@check("rodinia-hybridsort-prefix")
def _bucket_totals(b: Buffers) -> list[bool]:
    return [bool(np.all(b["offsets"].reshape(8, 1024)[1:] >= b["offsets"].reshape(8, 1024)[:-1]))]


@check("hecbench-popcount")
def _popcount(b: Buffers) -> list[bool]:
    bits = np.unpackbits(b["data"].view(np.uint8)).reshape(-1, 64).sum(axis=1)
    return [same(b[f"r{k}"], bits) for k in range(1, 7)]


@check("hecbench-bsearch")
def _bsearch(b: Buffers) -> list[bool]:
    return [same(b[f"r{k}"], np.floor(b["z"]).astype(np.uint64)) for k in range(4)]


@check("hecbench-stencil1d")
def _window(b: Buffers) -> list[bool]:
    padded = np.concatenate([np.zeros(7, np.int64), b["in"].astype(np.int64)])
    return [same(b["out"], np.convolve(padded, np.ones(15, np.int64), "valid")[:4096])]


@check("hecbench-aes")
def _decrypted(b: Buffers) -> list[bool]:
    return [same(b["again"], b["plain"]), not same(b["cipher"], b["plain"])]


@check("hecbench-base64e")
def _base64(b: Buffers) -> list[bool]:
    return [b["out"].tobytes() == base64.b64encode(b["in"].tobytes())]


@check("hecbench-softmax")
def _softmax(b: Buffers) -> list[bool]:
    rows = np.exp(b["in"].reshape(512, 100).astype(float))
    wanted = (rows / rows.sum(axis=1, keepdims=True)).reshape(-1)
    return [close(b[name], wanted) for name in ("plain", "warp")]


@check("hecbench-haversine")
def _haversine(b: Buffers) -> list[bool]:
    a_lat, a_lon, b_lat, b_lon = np.radians(b["p"].reshape(-1, 4)).T
    inner = np.sin((b_lat - a_lat) / 2) ** 2
    inner += np.sin((b_lon - a_lon) / 2) ** 2 * np.cos(a_lat) * np.cos(b_lat)
    return [close(b["distance"], 2 * 6371 * np.arcsin(np.sqrt(inner)), 1e-9, 1e-9)]
