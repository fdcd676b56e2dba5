"""tools/release_check refuses a version without an entry in the changelog, before it builds."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"
BUILDS = 3  # exit status of the build's stand-in


def check(folder: Path, version: str, changelog: str) -> subprocess.CompletedProcess[str]:
    (folder / "tools").mkdir()
    for name in ("release_check", "common.sh"):
        shutil.copy(TOOLS / name, folder / "tools")
    wheel = folder / "tools" / "wheel"
    wheel.write_text(f"#!/bin/sh\nexit {BUILDS}\n")
    wheel.chmod(0o755)
    (folder / "CMakeLists.txt").write_text(f"project(warpmark VERSION {version} LANGUAGES CXX)\n")
    (folder / "CHANGELOG.md").write_text(changelog)
    return subprocess.run(
        [folder / "tools" / "release_check"], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "changelog", ["", "## Unreleased\n", "## 0.2.0\n", "## 0.3.00\n", "text 0.3.0\n", "## 013.0\n"]
)
def test_a_version_without_an_entry_is_refused(tmp_path: Path, changelog: str) -> None:
    done = check(tmp_path, "0.3.0", changelog)
    assert done.returncode == 2
    assert "CHANGELOG.md: no entry for 0.3.0; expected '## 0.3.0'" in done.stderr


@pytest.mark.parametrize("changelog", ["## 0.3.0\n", "# Changelog\n\n## 0.3.0 (2026-12-01)\n"])
def test_a_version_with_an_entry_is_built(tmp_path: Path, changelog: str) -> None:
    done = check(tmp_path, "0.3.0", changelog)
    assert done.returncode == BUILDS, done.stderr
