"""Arrays as .npy files, with the standard library alone: the machine with the card has no NumPy."""

import array
import struct
import sys
from pathlib import Path

_CODES = {"u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}
_CODES |= {"f4": "f", "f8": "d"}


def write(path: Path, kind: str, values: list[int] | list[float]) -> None:
    """Writes `values` as a vector of `kind`: NumPy's letter and bytes, such as "u4" or "f8"."""
    elements = array.array(_CODES[kind], values)
    if elements.itemsize != int(kind[1]):
        raise OverflowError(f"this machine's array('{elements.typecode}') is not {kind}")
    if sys.byteorder == "big":
        elements.byteswap()
    order = "|" if kind == "u1" else "<"
    header = f"{{'descr': '{order}{kind}', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    with path.open("wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(elements.tobytes())
