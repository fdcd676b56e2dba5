from __future__ import annotations

import json
from pathlib import Path

import jsonschema

import key_journals
import sample_journal

SCHEMA = Path(__file__).parents[2] / "bench" / "journal" / "journal.schema.json"


def test_every_line_follows_the_schema(backend: str) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    for line in sample_journal.lines(backend, sizes=(2**10, 2**28), blocks=(256,)):
        validator.validate(line)


def test_every_line_about_keys_follows_the_schema(backend: str) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    for family, points in key_journals.POINTS.items():
        for line in key_journals.journal(family, points()[:4], backend):
            validator.validate(line)
