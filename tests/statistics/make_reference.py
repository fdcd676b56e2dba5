"""Writes reference.json: what scipy says about a few sets of samples.

The C++ tests compare the statistics library with the file; test_reference.py sees to it that the
file is still what scipy says. To write it anew, run this with the Python of the venv.
"""

from __future__ import annotations

import json
from collections.abc import Callable
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


PAIRS = [("five", "twelve"), ("twelve", "skewed"), ("tied", "few_ticks"), ("large", "large_tied")]


def distributions() -> Case:
    t_points = [-8.0, -2.5, 0.0, 0.3, 1.96, 30.0]
    t_dfs = [1.0, 2.5, 9.0, 400.0]
    shapes = [(0.5, 0.5), (2.0, 3.0), (50.5, 0.7), (300.0, 301.0)]
    f_cases = [(0.5, 1.0, 8.0), (4.2, 3.0, 20.0), (30.0, 2.0, 12.5)]
    b_cases = [(0, 5, 0.5), (3, 10, 0.25), (40, 100, 0.5), (960, 1000, 0.95)]
    return {
        "normal_cdf": [[z, stats.norm.cdf(z)] for z in (-9.0, -1.0, 0.0, 0.5, 3.0)],
        "normal_quantile": [[p, stats.norm.ppf(p)] for p in (1e-10, 0.025, 0.5, 0.8, 0.999)],
        "student_t_cdf": [[t, df, stats.t.cdf(t, df)] for t in t_points for df in t_dfs],
        "student_t_upper_tail": [[t, df, stats.t.sf(t, df)] for t in t_points for df in t_dfs],
        "student_t_quantile": [
            [p, df, stats.t.ppf(p, df)] for p in (0.001, 0.3, 0.975) for df in t_dfs
        ],
        "beta_cdf": [
            [x, a, b, special.betainc(a, b, x)] for x in (0.01, 0.4, 0.98) for a, b in shapes
        ],
        "f_upper_tail": [[f, a, b, stats.f.sf(f, a, b)] for f, a, b in f_cases],
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
    intervals = []
    for p in (0.25, 0.5, 0.9):
        range95 = stats.quantile_test(x, p=p).confidence_interval(0.95)
        intervals.append([p, range95.low, range95.high])
    return {
        "samples": name,
        "type7": [[p, np.quantile(x, p)] for p in levels],
        "harrell_davis": [[p, stats.mstats.hdquantiles(x, [p])[0]] for p in levels],
        "intervals": intervals,
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
        # Where neither is possible, the approximation is all that there is to compare with.
        "signed_rank_tolerance": 5e-3 if method == "approx" and len(nonzero) <= 50 else 1e-10,
        "signed_rank": {s: signed_rank_p(nonzero, s, method) for s in SIDES},
        "sign": {s: sign_p(nonzero, s) for s in SIDES},
        "t": {s: stats.ttest_1samp(x, 0, alternative=s).pvalue for s in SIDES},
        "t_interval": [t_range.low, t_range.high],
        "tost": tost_p(x, -0.5, 1.5),
        "lag_1": np.dot(x[1:] - x.mean(), x[:-1] - x.mean()) / np.sum((x - x.mean()) ** 2),
        "trend": trend(x),
    }


def signed_rank_p(nonzero: Samples, side: str, method: Any) -> float:
    correction = method == "approx"
    tested = stats.wilcoxon(nonzero, alternative=side, method=method, correction=correction)
    return float(tested.pvalue)


def sign_p(nonzero: Samples, side: str) -> float:
    positive = int(np.sum(nonzero > 0))
    return float(stats.binomtest(positive, len(nonzero), 0.5, alternative=side).pvalue)


def tost_p(x: Samples, low: float, high: float) -> float:
    above = stats.ttest_1samp(x, low, alternative="greater").pvalue
    below = stats.ttest_1samp(x, high, alternative="less").pvalue
    return float(max(above, below))


def trend(x: Samples) -> Case:
    s = sum(np.sign(b - a) for i, a in enumerate(x) for b in x[i + 1 :])
    n = len(x)
    ties = np.unique(x, return_counts=True)[1]
    variance = (n * (n - 1) * (2 * n + 5) - np.sum(ties * (ties - 1) * (2 * ties + 5))) / 18
    z = (s - np.sign(s)) / np.sqrt(variance)
    return {"s": s, "p": 2 * stats.norm.sf(abs(z)), "slope": stats.theilslopes(x).slope}


def two_samples(first: str, second: str, x: Samples, y: Samples) -> Case:
    differences = np.sort(np.subtract.outer(x, y).ravel())
    tied = len(np.unique(np.concatenate([x, y]))) < len(x) + len(y)
    exact = len(x) + len(y) <= 50 and not tied
    return {
        "first": first,
        "second": second,
        "shift": np.median(differences),
        "u": stats.mannwhitneyu(x, y).statistic,
        "rank_sum_tolerance": 5e-3 if tied and len(x) + len(y) <= 50 else 1e-10,
        "rank_sum": {s: rank_sum_p(x, y, s, exact) for s in SIDES},
        "welch": {s: stats.ttest_ind(x, y, equal_var=False, alternative=s).pvalue for s in SIDES},
        "welch_df": stats.ttest_ind(x, y, equal_var=False).df,
    }


def rank_sum_p(x: Samples, y: Samples, side: str, exact: bool) -> float:
    method = "exact" if exact else "asymptotic"
    return float(stats.mannwhitneyu(x, y, alternative=side, method=method).pvalue)


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


def philox_words(counter: list[int], key: list[int]) -> list[int]:
    """Philox4x32-10 written from the paper's figures, apart from the C++ one."""
    for _ in range(10):
        a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [
            (b >> 32) ^ counter[1] ^ key[0],
            b & 0xFFFFFFFF,
            (a >> 32) ^ counter[3] ^ key[1],
            a & 0xFFFFFFFF,
        ]
        key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
    return counter


def resample(x: Samples, seed: int, stream: int) -> Samples:
    picks = []
    for draw in range(len(x)):
        words = philox_words([draw // 2, 0, stream, 0], [seed, 0])
        half = 2 * (draw % 2)
        picks.append((words[half + 1] << 32 | words[half]) * len(x) >> 64)
    return x[picks]


def bootstrap(name: str, x: Samples, statistic: str, estimate: Callable[..., Any]) -> Case:
    """The replicates of the C++ generator, given to scipy for the intervals."""
    replicates = np.array([estimate(resample(x, 9, r)) for r in range(500)])
    ranges = {}
    for method in ("percentile", "BCa"):
        made = stats.bootstrap((x,), estimate, n_resamples=20, vectorized=False, rng=1)
        made.bootstrap_distribution = replicates
        again = stats.bootstrap(
            (x,),
            estimate,
            n_resamples=0,
            bootstrap_result=made,
            method=method,
            vectorized=False,
        )
        ranges[method] = [again.confidence_interval.low, again.confidence_interval.high]
    return {"samples": name, "statistic": statistic, "seed": 9, "resamples": 500, **ranges}


def plain(value: Any) -> Any:
    """The same of Python's own types, which json knows; a NaN is null."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return None if value != value else value  # An end that too few samples leave open is a NaN.


def reference() -> dict[str, Any]:
    sets = sample_sets()
    effects = [
        (0.01, 4, 0.05, 0.8),
        (1.0, 9, 5e-3, 0.9),
        (0.3, 14, 5e-5, 0.8),
        (2.0, 300, 0.05, 0.5),
    ]
    resampled = [("five", "mean", np.mean), ("skewed", "mean", np.mean)]
    made = {
        "samples": sets,
        "distributions": distributions(),
        "quantiles": [quantiles(name, x) for name, x in sets.items() if len(x) >= 12],
        "one_sample": [one_sample(name, x) for name, x in sets.items()],
        "two_samples": [two_samples(a, b, sets[a], sets[b]) for a, b in PAIRS],
        "rank_intervals": rank_intervals(),
        "adjusted": adjusted(),
        "moderated_t": moderated_t(),
        "detectable_effect": [[*row, detectable_effect(*row)] for row in effects],
        "bootstrap": [bootstrap(name, sets[name], what, f) for name, what, f in resampled],
    }
    result: dict[str, Any] = plain(made)
    return result


if __name__ == "__main__":
    REFERENCE.write_text(json.dumps(reference(), allow_nan=False) + "\n")
