"""The golden outputs of the gate, which the C++ tests compare by bytes, against schemas."""

from __future__ import annotations

import copy
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/gate/formats/golden"
SCHEMA: dict[str, Any] = json.loads((ROOT / "ci/gate/formats/gate.schema.json").read_text())


def golden(name: str) -> Any:
    """A golden file that is JSON."""
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


def test_the_result_is_as_its_schema_says() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(golden("gate.json"), SCHEMA)


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (["schema"], "warpmark/gate-2"),
        (["ending", "code"], 6),
        (["counts", "WORSE"], 1),
        (["base", "commit"], "main"),
        (["findings", 0, "verdict"], "SLOWER"),
        (["findings", 0, "effect", "ratio"], "1.05"),
        (["findings", 0, "place", "line"], -1),
        (["stages", 0, "stage"], "linking"),
        (["controls", "negative"], 1.5),
    ],
)
def test_what_is_wrong_is_refused(path: list[Any], wrong: Any) -> None:
    changed = copy.deepcopy(golden("gate.json"))
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = wrong
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed, SCHEMA)


def parts(schema: dict[str, Any], value: Any, where: str = "") -> list[str]:
    """The keys of a value that its schema does not name, with their places."""
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    if "anyOf" in schema and value is not None:
        schema = schema["anyOf"][1]
        return parts(schema, value, where)
    if isinstance(value, list):
        return [
            key
            for number, each in enumerate(value)
            for key in parts(schema["items"], each, f"{where}[{number}]")
        ]
    if not isinstance(value, dict) or "properties" not in schema:
        return []
    unknown = [f"{where}.{key}" for key in value if key not in schema["properties"]]
    return unknown + [
        key
        for name, each in value.items()
        if name in schema["properties"]
        for key in parts(schema["properties"][name], each, f"{where}.{name}")
    ]


def test_the_schema_names_every_key() -> None:
    assert parts(SCHEMA, golden("gate.json")) == []


def test_the_code_quality_report_has_what_gitlab_wants() -> None:
    issue = {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^[^./]"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    }
    report = golden("quality.json")
    jsonschema.validate(report, {"type": "array", "minItems": 1, "items": issue})
    prints = [each["fingerprint"] for each in report]
    assert len(set(prints)) == len(prints)


def test_sarif_has_what_code_scanning_wants() -> None:
    log = golden("gate.sarif")
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        [location] = result["locations"]
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        assert not uri.startswith("/")
        assert " " not in uri
        assert location["physicalLocation"]["region"]["startLine"] >= 1


def test_junit_counts_what_is_in_it() -> None:
    root = ElementTree.parse(GOLDEN / "junit.xml").getroot()
    suites = root.findall("testsuite")
    for node, cases in [
        (root, root.findall(".//testcase")),
        *((suite, suite.findall("testcase")) for suite in suites),
    ]:
        assert int(node.attrib["tests"]) == len(cases)
        for plural, element in (("failures", "failure"), ("errors", "error")):
            assert int(node.attrib[plural]) == sum(len(case.findall(element)) for case in cases)
