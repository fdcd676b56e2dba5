"""A program in place of warpmark, which executes it, and does what tests need at certain starts."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

PROGRAM = os.environ.get("WARPMARK_PROGRAM", "")

SCRIPT = """\
#!/bin/bash
# Called as the program. $journal is the file of -o or --journal.
program={program}
folder={folder}
journal= before=
for word; do
  case $before in -o | --journal) journal=$word ;; esac
  before=$word
done
# Ends only when it is killed, as something that takes long.
hang() {{
  touch "$folder/hanging-$1"
  exec sleep 3600
}}
case "$1 ${{SLURM_ARRAY_TASK_ID:-}}.${{SLURM_RESTART_COUNT:-0}}" in
{cases}
esac
exec "$program" "$@"
"""


class StandIn:
    """Its cases are commands of bash by patterns such as "run 3.0": task 3 at its first start."""

    def __init__(self, folder: Path) -> None:
        assert PROGRAM, "WARPMARK_PROGRAM: expected the path of the program"
        self.folder, self.program = folder, PROGRAM
        self.path = folder / "warpmark"
        self.does({})

    def does(self, cases: dict[str, str]) -> None:
        """Writes the script, with commands by pattern."""
        text = "\n".join(f"{pattern.replace(' ', chr(92) + ' ')})\n{commands}\n;;"
                         for pattern, commands in cases.items())  # fmt: skip
        program, folder = shlex.quote(PROGRAM), shlex.quote(str(self.folder))
        self.path.write_text(SCRIPT.format(program=program, folder=folder, cases=text))
        self.path.chmod(0o755)

    def is_hanging(self, name: str) -> bool:
        """Whether `hang NAME` was called."""
        return (self.folder / f"hanging-{name}").exists()
