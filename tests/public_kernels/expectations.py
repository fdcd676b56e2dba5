"""What results must be, computed apart from any kernel with NumPy: no card is needed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Buffers = dict[str, Array]
Check = Callable[[Buffers], list[bool]]
CHECKS: dict[str, Check] = {}


def check(*names: str) -> Callable[[Check], Check]:
    """Registers a function that says, of the buffers of a specification, what holds."""

    def register(function: Check) -> Check:
        CHECKS.update(dict.fromkeys(names, function))
        return function

    return register


def print_checks(out: Path) -> int:
    """Prints how many results are as expected; 1 if one is not."""
    seen = wrong = 0
    for name, function in sorted(CHECKS.items()):
        files = list((out / name).glob("*.npy"))
        if not files:
            continue
        holds = function({file.stem: np.load(file).reshape(-1) for file in files})
        seen += len(holds)
        wrong += holds.count(False)
        if not all(holds):
            print(f"{name}: {holds.count(False)} of {len(holds)} checks fail: {holds}")
    print(f"{seen - wrong} of {seen} checks hold")
    return 1 if wrong or not seen else 0


def close(a: Array, b: Any, relative: float = 1e-5, absolute: float = 1e-5) -> bool:
    """Whether all elements agree to `relative` or `absolute`."""
    return bool(np.allclose(a.astype(np.float64), b, rtol=relative, atol=absolute))


def same(a: Array, b: Any) -> bool:
    """Whether all elements are equal."""
    return bool(np.array_equal(a, b))


def exclusive(values: Array) -> Array:
    """Sums before each element."""
    return np.cumsum(values) - values


@check("samples-vectorAdd", "samples-HSOpticalFlow-add")
def _sum(b: Buffers) -> list[bool]:
    return [same(b["c"] if "c" in b else b["sum"], b["a"] + b["b"])]


@check("samples-matrixMul")
def _matrix_product(b: Buffers) -> list[bool]:
    product = b["a"].reshape(128, 192).astype(float) @ b["b"].reshape(192, 256)
    return [close(b[name], product.reshape(-1)) for name in ("c16", "c32")]


@check("samples-UnifiedMemoryPerf")
def _square_product(b: Buffers) -> list[bool]:
    return [close(b["c"], square_product(b))]


@check("samples-globalToShmemAsyncCopy-naive")
def _product_without_copies(b: Buffers) -> list[bool]:
    return [close(b["c0"], square_product(b)), close(b["c1"], large_chunks(b))]


@check("samples-globalToShmemAsyncCopy-groups")
def _product_with_copies(b: Buffers) -> list[bool]:
    plain = [close(b[c], square_product(b)) for c in ("c0", "c1")]
    return plain + [close(b[c], large_chunks(b)) for c in ("c2", "c3")]


@check("samples-globalToShmemAsyncCopy-barriers")
def _product_with_barriers(b: Buffers) -> list[bool]:
    return [close(b["c0"], large_chunks(b)), close(b["c1"], square_product(b))]


def square_product(b: Buffers) -> Array:
    """The product of two matrices of 128 x 128."""
    product: Array = b["a"].reshape(128, 128).astype(float) @ b["b"].reshape(128, 128)
    return product.reshape(-1)


def large_chunks(b: Buffers) -> Array:
    """What the kernels named LargeChunk compute: they take B's tiles from A's positions.

    The sample checks them with a B whose elements are all equal, where this is the product.
    """
    tiles = [b[x].reshape(8, 16, 8, 16).swapaxes(1, 2).astype(float) for x in ("a", "b")]
    rows = np.einsum("rkij,rkjl->ril", *tiles)
    return np.tile(rows, (1, 1, 8)).reshape(-1)


def sorted_pairs(b: Buffers, keys: str, values: str, tile: int, ascending: bool) -> list[bool]:
    """Whether tiles of keys are sorted, and each value still belongs to its key."""
    got, n = b[keys], b[keys].size
    wanted = np.sort(b["srcKey"][:n].reshape(-1, tile), axis=1)
    wanted = wanted if ascending else wanted[:, ::-1]
    kept = np.sort(b[values].reshape(-1, tile), axis=1)
    return [
        same(got, wanted.reshape(-1)),
        same(b["srcKey"][b[values]], got),
        same(kept, np.sort(b["srcVal"][:n].reshape(-1, tile), axis=1)),
    ]


@check("samples-mergeSort", "samples-oddEvenMergeSort")
def _sorted(b: Buffers) -> list[bool]:
    return sorted_pairs(b, "dstKey", "dstVal", b["dstKey"].size, True)


@check("samples-bitonicSort")
def _bitonic(b: Buffers) -> list[bool]:
    whole = sorted_pairs(b, "dstKey", "dstVal", b["dstKey"].size, True)
    return whole + sorted_pairs(b, "tileKey", "tileVal", 256, False)


@check("samples-mergeSort-bitonic")
def _bitonic_tiles(b: Buffers) -> list[bool]:
    return sorted_pairs(b, "dstKey", "dstVal", 1024, True)


@check("samples-reduction-i32", "samples-reduction-f32", "samples-reduction-f64")
def _reduction(b: Buffers) -> list[bool]:
    total = b["in"].astype(np.float64).sum()
    return [close(b[f"out{k}"].astype(np.float64).sum(), total) for k in range(9)]


@check("samples-reduction-multi-warp")
def _reduction_of_groups(b: Buffers) -> list[bool]:
    total = b["fi"].astype(float).sum()
    return [same(b["io"].sum(), b["ii"].sum()), close(b["fo"].astype(float).sum(), total)]


@check("samples-threadFenceReduction")
def _last_block(b: Buffers) -> list[bool]:
    total = b["in"].astype(float).sum()
    return [close(b["multi"].sum(), total), close(b["single"][0], total)]


@check("samples-reductionMultiBlockCG")
def _grid_sum(b: Buffers) -> list[bool]:
    return [close(b["out"][0], b["in"].astype(float).sum())]


@check("samples-scan")
def _scan(b: Buffers) -> list[bool]:
    rows = b["src"].reshape(256, 256)
    short = np.cumsum(rows, axis=1) - rows
    return [same(b["dst"], exclusive(b["src"])), same(b["short"], short.reshape(-1))]


@check("samples-scalarProd")
def _dot_products(b: Buffers) -> list[bool]:
    rows = (b["a"].astype(float) * b["b"]).reshape(64, 4096)
    return [close(b["c"], rows.sum(axis=1))]


@check("samples-fp16ScalarProduct")
def _half_product(b: Buffers) -> list[bool]:
    return [close(b["intrinsics"], b["native"], 1e-2)]


@check("samples-shfl_integral_image")
def _integral_image(b: Buffers) -> list[bool]:
    image = b["image"].reshape(1080, 1920).astype(np.uint32)
    return [same(b["integral"], image.cumsum(0, np.uint32).cumsum(1, np.uint32).reshape(-1))]


@check("samples-histogram256")
def _histogram(b: Buffers) -> list[bool]:
    return [same(b["histogram"], np.bincount(b["data"].view(np.uint8), minlength=256))]


@check("samples-histogram64")
def _histogram_64(b: Buffers) -> list[bool]:
    return [same(b["histogram"], np.bincount(b["data"].view(np.uint8) >> 2, minlength=64))]


@check("samples-transpose")
def _transpose(b: Buffers) -> list[bool]:
    turned = b["in"].reshape(256, 256).T.reshape(-1)
    names = ("Naive", "Coalesced", "NoBankConflicts", "Diagonal")
    result = [same(b[f"transpose{name}"], turned) for name in names]
    return [*result, same(b["copy"], b["in"]), same(b["copySharedMem"], b["in"])]


@check("samples-alignedTypes")
def _copies(b: Buffers) -> list[bool]:
    whole = [name for name in b if name.startswith("out_") and not name.startswith("out_RGB32")]
    return [same(b[name], b["in"]) for name in whole]


@check("samples-convolutionSeparable")
def _separable(b: Buffers) -> list[bool]:
    return [bool(np.all(np.isfinite(b["dst"])) and b["dst"].mean() > 0)]


@check("samples-dct8x8-float")
def _there_and_back(b: Buffers) -> list[bool]:
    return [close(b["back"], b["src"], 1e-4, 1e-3)]


@check("samples-eigenvalues")
def _eigenvalues(b: Buffers) -> list[bool]:
    matrix = np.diag(b["d"].astype(float))
    off = b["s"][1:256].astype(float)
    matrix += np.diag(off, 1) + np.diag(off, -1)
    found = np.sort(b["left"][:256])
    return [close(found, np.linalg.eigvalsh(matrix), 1e-3, 1e-3)]


@check("samples-inlinePTX")
def _lanes(b: Buffers) -> list[bool]:
    return [same(b["out"], np.arange(1000) % 32)]


@check("samples-binaryPartitionCG")
def _odd_and_even(b: Buffers) -> list[bool]:
    odd = b["in"] % 2 == 1
    sums = [b["in"][odd].sum(), b["in"][~odd].sum()]
    return [same(b["odds"], [odd.sum()]), same(b["sums"], sums)]


@check("samples-warpAggregatedAtomicsCG")
def _aggregated(b: Buffers) -> list[bool]:
    positive = b["src"][b["src"] > 0]
    biggest = [b["value"][b["bucket"] == bucket].max() for bucket in range(5)]
    return [
        same(b["count"], [positive.size]),
        same(np.sort(b["filtered"][: positive.size]), np.sort(positive)),
        same(b["max"], biggest),
    ]


@check("samples-conjugateGradient")
def _residual(b: Buffers) -> list[bool]:
    product = np.zeros(2048)
    for row in range(2048):
        span = slice(b["rows"][row], b["rows"][row + 1])
        product[row] = b["val"][span].astype(float) @ b["x"][b["cols"][span]]
    return [close(product, np.ones(2048), 1e-4, 1e-4)]


@check("samples-marchingCubes")
def _compacted(b: Buffers) -> list[bool]:
    places = np.flatnonzero(b["occupied"])
    return [same(b["compacted"][: places.size], places)]


@check("samples-BlackScholes")
def _parity(b: Buffers) -> list[bool]:
    forward = b["price"] - b["strike"] * np.exp(-0.02 * b["years"].astype(float))
    return [close(b["call"].astype(float) - b["put"], forward, 1e-4, 1e-3)]


@check("samples-saxpy")
def _saxpy(b: Buffers) -> list[bool]:
    return [close(b["z"], 1.5 * b["x"].astype(float) + b["y"], 1e-6, 1e-6)]


@check("samples-FDTD3d")
def _stencil(b: Buffers) -> list[bool]:
    inner = b["out"].reshape(40, 40, 72)[4:36, 4:36, 4:68]
    return [bool(np.all(inner > 0))]
