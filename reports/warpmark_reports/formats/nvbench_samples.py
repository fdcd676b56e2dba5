"""The samples of nvbench's --jsonbin: files beside its JSON, or within it where one file is kept.

A sidecar is little-endian float32 seconds. `packed` copies each into its summary as base64, so that
the JSON has everything; a reader that does not know the added entry passes over it.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..base.errors import JournalError, shown
from ..base.inputs import read_input
from ..base.limits import Limits, size_text

SAMPLES = "nv/json/bin:nv/cold/sample_times"
PACKED = "float32_base64"  # the name of the added entry of data
FLOAT_BYTES = 4

Samples = npt.NDArray[np.float64]


def samples_of(path: Path, facts: Mapping[str, Any]) -> Samples | None:
    """The samples in seconds that a summary's data names or holds; None if it has neither.

    Raises JournalError if they cannot be read, or are not as many as it says.
    """
    if facts.get(PACKED) is not None:
        return _samples(path, f"{SAMPLES}.{PACKED}", _unpacked(path, facts[PACKED]), facts)
    name = facts.get("filename")
    if not name:
        return None
    return _samples(path, str(name), _sidecar(path, str(name), None), facts)


def packed(path: Path, content: bytes, limits: Limits | None) -> bytes:
    """The JSON with the content of its sidecars, or as it is where it names none.

    Raises JournalError if a sidecar is missing or is not what its summary says, or if all of it
    is beyond the limit of one document.
    """
    if SAMPLES.encode() not in content:
        return content
    limits = limits or Limits()
    document = json.loads(content)
    size = len(content)
    for summary in _summaries(document):
        facts = {str(each.get("name")): each.get("value") for each in summary["data"]}
        if summary.get("tag") != SAMPLES or PACKED in facts or not facts.get("filename"):
            continue
        raw = _sidecar(path, str(facts["filename"]), limits)
        _samples(path, str(facts["filename"]), raw, facts)
        text = base64.b64encode(raw).decode()
        size += len(text)
        if size > limits.max_document_bytes:
            problem = f"and its samples are more than {size_text(limits.max_document_bytes)}"
            raise JournalError(path, None, f"{problem} as one file; --max-input SIZE raises this")
        summary["data"].append({"name": PACKED, "type": "string", "value": text})
    return json.dumps(document, separators=(",", ":")).encode()


def _summaries(document: Any) -> Iterator[Any]:
    """Of a document that the reader has accepted."""
    for benchmark in document.get("benchmarks", []):
        for state in benchmark.get("states") or []:
            for summary in state.get("summaries") or []:
                summary["data"] = summary.get("data") or []
                yield summary


def _sidecar(path: Path, name: str, limits: Limits | None) -> bytes:
    """It is named relative to where nvbench ran, and was moved together with the JSON."""
    given = Path(name)
    for place in (path.parent / given, path.parent / given.parent.name / given.name):
        if place.is_file():
            return read_input(place, limits)
    problem = f"names the samples {name}, which are not there; expected them beside it"
    raise JournalError(path, None, problem)


def _unpacked(path: Path, text: Any) -> bytes:
    try:
        return base64.b64decode(str(text), validate=True)
    except binascii.Error as error:
        problem = f"{SAMPLES}.{PACKED} is {shown(text)}; expected base64 ({error})"
        raise JournalError(path, None, problem) from None


def _samples(path: Path, name: str, raw: bytes, facts: Mapping[str, Any]) -> Samples:
    count, rest = divmod(len(raw), FLOAT_BYTES)
    if rest or not count:
        problem = f"{name} has {len(raw)} bytes; expected float32 samples of {FLOAT_BYTES} each"
        raise JournalError(path, None, problem)
    stated = facts.get("size")
    if stated is not None and str(stated) != str(count):
        problem = f"{name} has {count} samples; expected {shown(stated)}, as the JSON says"
        raise JournalError(path, None, problem)
    samples = np.frombuffer(raw, dtype="<f4").astype("float64")
    wrong = samples[~(np.isfinite(samples) & (samples >= 0))]
    if len(wrong):
        problem = f"{name} has a sample of {wrong[0]:g} s; expected finite times"
        raise JournalError(path, None, problem)
    return samples
