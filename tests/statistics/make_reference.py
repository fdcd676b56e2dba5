"""Writes reference.json: what scipy says about a few sets of samples.

The C++ tests compare the statistics library with the file; test_reference.py sees to it that the
file is still what scipy says. To write it anew, run this with the Python of the venv.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special, stats

Samples = NDArray[np.float64]
Case = dict[str, Any]

REFERENCE = Path(__file__).with_name("reference.json")
SIDES = ("less", "greater", "two-sided")


def uniforms(count: int, seed: int) -> Samples:
    """A congruential generator, so that the samples do not depend on numpy's."""
    state = seed
    values = []
    for _ in range(count):
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        values.append(((state >> 11) + 0.5) / 2**53)
    return np.array(values)


def sample_sets() -> dict[str, Samples]:
    normal = stats.norm.ppf
    return {
        "five": np.array([10.2, 9.8, 10.5, 10.1, 11.9]),
        "twelve": np.round(normal(uniforms(12, 1)), 4) + 0.6,
        "skewed": np.round(np.exp(normal(uniforms(40, 2))), 4),
        "tied": np.round(2 * normal(uniforms(30, 3))) + 1.0,
        "few_ticks": np.round(2 * normal(uniforms(11, 4))) + 2.0,
        "large": np.round(normal(uniforms(150, 5)), 4) + 0.1,
        "large_tied": np.round(5 * normal(uniforms(200, 6))) + 1.0,
        "drifting": np.round(normal(uniforms(25, 7)) + np.arange(25) / 8, 4),
    }


def distributions() -> Case:
    t_points = [-8.0, -2.5, 0.0, 0.3, 1.96, 30.0]
    t_dfs = [1.0, 2.5, 9.0, 400.0]
    b_cases = [(0, 5, 0.5), (3, 10, 0.25), (40, 100, 0.5), (960, 1000, 0.95)]
    return {
        "normal_cdf": [[z, stats.norm.cdf(z)] for z in (-9.0, -1.0, 0.0, 0.5, 3.0)],
        "normal_quantile": [[p, stats.norm.ppf(p)] for p in (1e-10, 0.025, 0.5, 0.8, 0.999)],
        "student_t_cdf": [[t, df, stats.t.cdf(t, df)] for t in t_points for df in t_dfs],
        "student_t_upper_tail": [[t, df, stats.t.sf(t, df)] for t in t_points for df in t_dfs],
        "student_t_quantile": [
            [p, df, stats.t.ppf(p, df)] for p in (0.001, 0.3, 0.975) for df in t_dfs
        ],
        "binomial_cdf": [[k, n, p, stats.binom.cdf(k, n, p)] for k, n, p in b_cases],
        "binomial_upper_tail": [[k, n, p, stats.binom.sf(k - 1, n, p)] for k, n, p in b_cases],
        "digamma": [[x, special.digamma(x)] for x in (0.1, 1.0, 2.5, 60.0)],
        "trigamma": [[x, special.polygamma(1, x)] for x in (0.1, 1.0, 2.5, 60.0)],
        "trigamma_inverse": [[x, inverse_trigamma(x)] for x in (1e-4, 0.05, 0.9, 3.0, 400.0)],
    }


def inverse_trigamma(x: float) -> float:
    def miss(log_y: float) -> float:
        return float(np.log(special.polygamma(1, np.exp(log_y))) - np.log(x))

    return float(np.exp(optimize.brentq(miss, -20, 20, xtol=1e-15, rtol=1e-15)))


def quantiles(name: str, x: Samples) -> Case:
    levels = (0.05, 0.25, 0.5, 0.9)
    return {
        "samples": name,
        "type7": [[p, np.quantile(x, p)] for p in levels],
    }


def one_sample(name: str, x: Samples) -> Case:
    nonzero = x[x != 0]
    walsh = np.sort([(a + b) / 2 for i, a in enumerate(x) for b in x[i:]])
    exact = len(nonzero) <= 13  # All 2^n signs, which also answers for ties.
    method: Any = stats.PermutationMethod(n_resamples=2**14) if exact else "approx"
    if not exact and len(nonzero) <= 50 and len(np.unique(np.abs(nonzero))) == len(nonzero):
        method = "exact"
    t_range = stats.ttest_1samp(x, 0).confidence_interval(0.95)
    return {
        "samples": name,
        "hodges_lehmann": np.median(walsh),
        "walsh": [[k, walsh[k - 1]] for k in (1, len(walsh) // 3, len(walsh))],
        # If neither is possible, only the approximation is available.
        "signed_rank_tolerance": 5e-3 if method == "approx" and len(nonzero) <= 50 else 1e-10,
        "signed_rank": {s: signed_rank_p(nonzero, s, method) for s in SIDES},
        "t": {s: stats.ttest_1samp(x, 0, alternative=s).pvalue for s in SIDES},
        "t_interval": [t_range.low, t_range.high],
        "trend": trend(x),
    }


def signed_rank_p(nonzero: Samples, side: str, method: Any) -> float:
    correction = method == "approx"
    tested = stats.wilcoxon(nonzero, alternative=side, method=method, correction=correction)
    return float(tested.pvalue)


def trend(x: Samples) -> Case:
    s = sum(np.sign(b - a) for i, a in enumerate(x) for b in x[i + 1 :])
    n = len(x)
    ties = np.unique(x, return_counts=True)[1]
    variance = (n * (n - 1) * (2 * n + 5) - np.sum(ties * (ties - 1) * (2 * ties + 5))) / 18
    z = (s - np.sign(s)) / np.sqrt(variance)
    return {"s": s, "p": 2 * stats.norm.sf(abs(z)), "slope": stats.theilslopes(x).slope}


def rank_intervals() -> Case:
    """Pairwise values left out at each end, by counting the null distributions."""
    left_out = []
    for n in (6, 10, 15, 20, 40):
        ways = np.ones(1)
        for rank in range(1, n + 1):
            ways = np.convolve(ways, [1.0] + [0.0] * (rank - 1) + [1.0])
        below = np.cumsum(ways) / 2.0**n
        left_out.append([n, int(np.sum(below <= 0.025)) - 1])
    return {"signed_rank": left_out}


def adjusted() -> Case:
    p = [0.01, 0.04, 0.03, 0.005, 0.5, 0.02, 0.9, 0.03]
    order = np.argsort(p, kind="stable")
    steps = np.minimum(1, np.array(p)[order] * np.arange(len(p), 0, -1))
    holm = np.empty(len(p))
    holm[order] = np.maximum.accumulate(steps)
    return {"p": p, "holm": holm, "benjamini_hochberg": stats.false_discovery_control(p)}


def moderated_t() -> Case:
    """Section 6.2 of Smyth (2004), with scipy's root finder in place of his iteration."""
    means = np.round(stats.norm.ppf(uniforms(20, 11)), 4)
    dfs = np.array([4.0, 4.0, 6.0, 9.0] * 5)
    scales = np.exp(0.8 * stats.norm.ppf(uniforms(20, 12)))
    variances = np.round(scales * stats.chi2.ppf(uniforms(20, 13), dfs) / dfs, 4)
    prior_df, prior_variance = fit_prior(variances, dfs)
    posterior = (prior_df * prior_variance + dfs * variances) / (prior_df + dfs)
    t = (means - 0.25) / np.sqrt(posterior / (dfs + 1))
    return {
        "means": means,
        "dfs": dfs,
        "variances": variances,
        "shift": 0.25,
        "prior_df": prior_df,
        "prior_variance": prior_variance,
        "t": t,
        "p_greater": stats.t.sf(t, np.minimum(prior_df + dfs, dfs.sum())),
    }


def fit_prior(variances: Samples, dfs: Samples) -> tuple[float, float]:
    e = np.log(variances) - special.digamma(dfs / 2) + np.log(dfs / 2)
    excess = np.var(e, ddof=1) - np.mean(special.polygamma(1, dfs / 2))
    half = inverse_trigamma(float(excess))
    return 2 * half, float(np.exp(np.mean(e) + special.digamma(half) - np.log(half)))


def detectable_effect(error: float, df: float, alpha: float, power: float) -> float:
    critical = stats.t.ppf(1 - alpha, df)
    shift = optimize.brentq(lambda d: stats.nct.sf(critical, df, d) - power, 1e-6, 50, xtol=1e-13)
    return float(error * shift)


def plain(value: Any) -> Any:
    """The same of Python's own types, which json knows; a NaN is null."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return None if value != value else value  # An end that is open for lack of samples is NaN.


def reference() -> dict[str, Any]:
    sets = sample_sets()
    effects = [
        (0.01, 4, 0.05, 0.8),
        (1.0, 9, 5e-3, 0.9),
        (0.3, 14, 5e-5, 0.8),
        (2.0, 300, 0.05, 0.5),
    ]
    made = {
        "samples": sets,
        "distributions": distributions(),
        "quantiles": [quantiles(name, x) for name, x in sets.items() if len(x) >= 12],
        "one_sample": [one_sample(name, x) for name, x in sets.items()],
        "rank_intervals": rank_intervals(),
        "adjusted": adjusted(),
        "moderated_t": moderated_t(),
        "detectable_effect": [[*row, detectable_effect(*row)] for row in effects],
    }
    result: dict[str, Any] = plain(made)
    return result


if __name__ == "__main__":
    REFERENCE.write_text(json.dumps(reference(), allow_nan=False) + "\n")
