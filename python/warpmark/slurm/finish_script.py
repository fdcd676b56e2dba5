"""The sbatch script of the job that merges the journals and draws their report."""

from __future__ import annotations

import shlex

from .script_text import environment_lines, output_pattern, sbatch_line
from .sweep_folder import Sweep, SweepFolder

# Options of the array that say who pays, and where; memory, cards and time are those of its tasks.
CARRIED = ("account", "partition", "qos", "reservation")
SHORT = {"-A": "account", "-p": "partition", "-q": "qos"}

MERGE = """\
"$warpmark" merge "$folder"/shards/shard-*-of-*.jsonl -o "$folder/merged.jsonl" --replace
merged=$?  # 1: something is missing, or is contradictory
[ "$merged" -le 1 ] || exit "$merged"
"""

PROFILE = """\
"$warpmark" export --format profile "$folder/merged.jsonl" -o "$folder/profile.json"
profile=$?
"""

REPORT = """\
"$warpmark" report "$folder/merged.jsonl" -o "$folder/report" --quiet || exit
"""


def carried_options(words: tuple[str, ...]) -> list[str]:
    """Those of the array's options for sbatch that its finishing job needs, too."""
    carried = []
    for i, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name.startswith("--") and name[2:] in CARRIED:
            name = name[2:]
        elif word[:2] in SHORT:
            name, equals, value = SHORT[word[:2]], word[2:], word[2:]
        else:
            continue
        if not equals:
            value = words[i + 1] if i + 1 < len(words) else ""
        carried.append(f"--{name}={value}")
    return carried


def finish_script(sweep: Sweep, folder: SweepFolder) -> str:
    """The script; `bash finish.sh` does the same. Raises SlurmError as array_script."""
    options = [*carried_options(sweep.sbatch), *sweep.finish]
    log = output_pattern(str(folder.logs / "finish.log"))
    lines = [
        "#!/bin/bash",
        "# Merges the journals of the shards and draws their report, when all tasks have ended.",
        f"# Written by `warpmark slurm {sweep.verb}`; by hand: bash {folder.finish_script.name}",
        sbatch_line([f"--job-name=warpmark-{folder.path.name}-finish"]),
        sbatch_line([f"--chdir={sweep.directory}"]),
        sbatch_line([f"--output={log}", "--open-mode=append"]),
        *([sbatch_line(options)] if options else []),
        "",
        "set -u",
        *environment_lines(),
        f"warpmark={shlex.quote(sweep.program)}",
        f"folder={shlex.quote(str(folder.path))}",
        "",
    ]
    parts = ["\n".join(lines), MERGE]
    if sweep.verb == "tune":
        parts += [PROFILE, REPORT, '[ "$profile" -eq 0 ] || exit "$profile"']
    else:
        parts.append(REPORT)
    return "\n".join([*parts, 'exit "$merged"\n'])
