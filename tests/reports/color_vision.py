"""How colours look to people who lack a kind of cone, and how far apart they then are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based Model for Simulation of
# Color Vision Deficiency, IEEE TVCG 15(6), 2009: severity 1.0, on linear RGB.
VISIONS: dict[str, Array] = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ: Array = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE: Array = TO_XYZ.sum(axis=1)


def linear(color: str) -> Array:
    """Linear RGB, 0..1, of #rrggbb."""
    value = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.asarray(np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4))


def luminance(color: str) -> float:
    """Relative luminance, as WCAG 2 has it."""
    return float(TO_XYZ[1] @ linear(color))


def contrast(one: str, two: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: Array) -> Array:
    """CIELAB (D65) of linear RGB in the last axis."""
    xyz = np.clip(rgb, 0, 1) @ TO_XYZ.T / WHITE
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def difference(one: Array, two: Array) -> Array:
    """CIEDE2000 of CIELAB colours (CIE 142-2001; G. Sharma et al., Color Res. Appl. 30, 2005)."""
    mean_c = (np.hypot(one[..., 1], one[..., 2]) + np.hypot(two[..., 1], two[..., 2])) / 2
    g = 0.5 * (1 - np.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    a1, a2 = one[..., 1] * (1 + g), two[..., 1] * (1 + g)
    c1, c2 = np.hypot(a1, one[..., 2]), np.hypot(a2, two[..., 2])
    h1 = np.degrees(np.arctan2(one[..., 2], a1)) % 360
    h2 = np.degrees(np.arctan2(two[..., 2], a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    turn = np.where(c1 * c2 == 0, 0, turn)
    d_l, d_c = two[..., 0] - one[..., 0], c2 - c1
    d_h = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    mean_l, mean_c = (one[..., 0] + two[..., 0]) / 2, (c1 + c2) / 2
    mean_h = np.where(c1 * c2 == 0, h1 + h2, (h1 + turn / 2) % 360)
    t = (
        1
        - 0.17 * np.cos(np.radians(mean_h - 30))
        + 0.24 * np.cos(np.radians(2 * mean_h))
        + 0.32 * np.cos(np.radians(3 * mean_h + 6))
        - 0.20 * np.cos(np.radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / np.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    turning = 60 * np.exp(-(((mean_h - 275) / 25) ** 2))
    r_c = 2 * np.sqrt(mean_c**7 / (mean_c**7 + 25.0**7))
    r_t = -np.sin(np.radians(turning)) * r_c
    l_part, c_part, h_part = d_l / s_l, d_c / s_c, d_h / s_h
    return np.asarray(np.sqrt(l_part**2 + c_part**2 + h_part**2 + r_t * c_part * h_part))


def min_difference(colors: list[str], vision: str) -> tuple[float, str, str]:
    """The two colours that come nearest for that vision, and their distance."""
    seen = lab(np.stack([linear(color) for color in colors]) @ VISIONS[vision].T)
    distances = difference(seen[:, None, :], seen[None, :, :])
    np.fill_diagonal(distances, np.inf)
    i, j = np.unravel_index(int(distances.argmin()), distances.shape)
    return float(distances[i, j]), colors[int(i)], colors[int(j)]
