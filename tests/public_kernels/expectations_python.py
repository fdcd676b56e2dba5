"""What kernels of Triton and numba in the collection `repositories` must compute, with NumPy."""

import math

import numpy as np

from comparison import from_bf16
from expectations import Array, Buffers, check, close, same
from expectations_repositories import product


def softmax(x: Array) -> Array:
    """Softmax of each row, in double precision."""
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    rows: Array = powers / powers.sum(axis=1, keepdims=True)
    return rows


def rows_of(b: Buffers, name: str = "x") -> Array:
    """A buffer as rows of 200 in double precision."""
    return b[name].astype(np.float64).reshape(-1, 200)


@check("liger-softmax", "fla-softmax")
def _softmax(b: Buffers) -> list[bool]:
    return [close(b["y"] if "y" in b else b["p"], softmax(rows_of(b)).reshape(-1))]


@check("liger-softmax_backward_sm80")
def _softmax_gradient(b: Buffers) -> list[bool]:
    dy, y = rows_of(b, "dy"), rows_of(b, "y")
    expected = y * (dy - (dy * y).sum(axis=1, keepdims=True))
    return [close(b["dx"], expected.reshape(-1), 1e-4, 1e-6)]


@check("liger-rms_norm")
def _rms_norm_in_half(b: Buffers) -> list[bool]:
    x = rows_of(b)
    rstd = 1 / np.sqrt((x * x).mean(axis=1) + 1e-5)
    y = x * rstd[:, None] * b["w"].astype(np.float64)
    return [close(b["rstd"], rstd), close(b["y"], y.reshape(-1), 3e-3, 1e-3)]


@check("unsloth-rms_layernorm")
def _rms_norm(b: Buffers) -> list[bool]:
    x = rows_of(b)
    rstd = 1 / np.sqrt((x * x).mean(axis=1) + 1e-5)
    return [close(b["r"], rstd), close(b["y"], (x * rstd[:, None] * b["w"]).reshape(-1))]


@check("liger-layer_norm", "unsloth-layernorm_sm80")
def _layer_norm(b: Buffers) -> list[bool]:
    x = rows_of(b)
    mean, rstd = x.mean(axis=1), 1 / np.sqrt(x.var(axis=1) + 1e-5)
    y = (x - mean[:, None]) * rstd[:, None] * b["w"].astype(float) + b["b"].astype(float)
    coarse = b["y"].dtype == np.float16
    return [
        close(b["mean"] if "mean" in b else b["mu"], mean),
        close(b["rstd"] if "rstd" in b else b["r"], rstd),
        close(b["y"], y.reshape(-1), *((3e-3, 3e-3) if coarse else (1e-4, 1e-5))),
    ]


@check("liger-swiglu")
def _swiglu_in_bf16(b: Buffers) -> list[bool]:
    a = from_bf16(b["a"]).astype(np.float64)
    return [close(from_bf16(b["c"]), a / (1 + np.exp(-a)) * from_bf16(b["b"]), 0.02, 0.01)]


@check("unsloth-swiglu")
def _swiglu(b: Buffers) -> list[bool]:
    e = b["e"].astype(np.float64)
    return [close(b["h"], e / (1 + np.exp(-e)) * b["g"])]


@check("unsloth-geglu_exact")
def _geglu(b: Buffers) -> list[bool]:
    e = b["e"].astype(np.float64)
    erf = np.array([math.erf(value / math.sqrt(2)) for value in e])
    return [close(b["h"], 0.5 * e * (1 + erf) * b["g"])]


@check("flash_triton-rotary")
def _rotated(b: Buffers) -> list[bool]:
    x = b["x"].astype(np.float64).reshape(2, 64, 4, 2, 32)
    cos, sin = (b[name].reshape(1, 64, 1, 32) for name in ("cos", "sin"))
    first, second = x[..., 0, :], x[..., 1, :]
    out = np.stack([first * cos - second * sin, first * sin + second * cos], axis=3)
    return [close(b["out"], out.reshape(-1))]


@check("flash_triton-cross_entropy")
def _cross_entropy(b: Buffers) -> list[bool]:
    logits = b["logits"].astype(np.float64).reshape(32, 1000)
    sums = np.log(np.exp(logits).sum(axis=1))
    return [close(b["lse"], sums), close(b["loss"], sums - logits[np.arange(32), b["labels"]])]


@check("fla-matmul_sm80", "fla-matmul_sm90", "fla-matmul_tf32")
def _matrix_product(b: Buffers) -> list[bool]:
    return [close(b["c"], product(b, 128, 128, 64).reshape(-1), 2e-3, 0.02)]


@check("fla-attention_sm80", "fla-attention_sm90")
def _causal_attention(b: Buffers) -> list[bool]:
    t = len(b["k"]) // 128
    q = b["q"].astype(np.float64).reshape(2, t, 2, 64)
    k, v = (b[name].astype(np.float64).reshape(2, t, 64) for name in "kv")
    scores = np.einsum("btgd,bsd->bgts", q, k) * 0.125
    scores[:, :, ~np.tri(t, dtype=bool)] = -np.inf
    weights = softmax(scores.reshape(-1, t)).reshape(scores.shape)
    out = np.einsum("bgts,bsd->btgd", weights, v)
    return [close(b["o"], out.reshape(-1), 5e-3, 2e-3)]


@check("fla-cumsum")
def _sums_of_chunks(b: Buffers) -> list[bool]:
    s = b["s"].astype(np.float64).reshape(2, 200, 4)
    chunks = [s[:, first : first + 64].cumsum(axis=1) for first in range(0, 200, 64)]
    return [close(b["o"], np.concatenate(chunks, axis=1).reshape(-1))]


@check("numba-vecadd")
def _vector_sum(b: Buffers) -> list[bool]:
    return [same(b["c"], b["a"] + b["b"])]


@check("numba-matmul", "numba-fast_matmul")
def _rectangular_product(b: Buffers) -> list[bool]:
    return [close(b["c"], product(b, 48, 56, 40).reshape(-1))]
