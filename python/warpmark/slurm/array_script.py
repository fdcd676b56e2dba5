"""The sbatch script of the tasks: each executes one shard into a journal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from .errors import SlurmError
from .script_text import environment_lines, output_pattern, sbatch_line
from .sweep_folder import Sweep, SweepFolder
from .task_list import tasks_text

# A path, with variables that the task's node expands.
SCRATCH = re.compile(r"[\w@%+=:,./~ -]*(?:\$(?:\w+|\{\w+\})[\w@%+=:,./~ -]*)*", re.ASCII)
NODE_LOCAL = "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}"

SECONDS_LEFT = """\
# Seconds until the time limit of this task; nothing if there is no limit. squeue prints
# days-hours:minutes:seconds, without leading parts that are zero.
seconds_left() {
  if [ -n "${SLURM_JOB_END_TIME:-}" ]; then
    echo $((SLURM_JOB_END_TIME - $(date +%s)))
  else
    squeue --noheader --array --jobs="$job" --format=%L |
      awk -F '[-:]' '/^[0-9:-]+$/ {
        seconds = $NF + 60 * $(NF - 1)
        if (NF > 2) seconds += 3600 * $(NF - 2)
        if (NF > 3) seconds += 86400 * $(NF - 3)
        print seconds
      }'
  fi
}
left=$(seconds_left)
if [ -n "$left" ] && [ "$left" -le "$margin_s" ]; then
  echo "error: task $task: $left s until the time limit; expected more than $margin_s s" >&2
  exit 2
fi
"""

EXECUTE = """\
# Slurm sends SIGTERM to every process of a task that it cancels or requeues, and SIGUSR1 to this
# shell alone when the time limit is near. The program ends at SIGTERM, with a journal to continue.
child= stopped=
trap 'stopped=1; echo "task $task: SIGTERM"' TERM
trap '[ -z "$child" ] || kill -TERM "$child"' USR1
execute() {
  echo "task $task on ${SLURMD_NODENAME:-$(hostname)}, start $((${SLURM_RESTART_COUNT:-0} + 1)): $*"
  "$@" &
  child=$!
  while kill -0 "$child" 2>/dev/null; do wait "$child"; done  # a signal ends wait, too
  wait "$child"
  status=$?
}
"""

CONTINUE = """\
# A task that was preempted or ran out of time continues its journal, unless that is of another
# card or has no complete first line.
if [ "$(head -n 1 "$kept" 2>/dev/null | wc -l)" -eq 1 ]; then
  @FETCH@execute "${command[@]}" --resume
  if [ "$status" -eq 2 ]; then
    refused=1
    while [ -e "$kept.refused-$refused" ]; do refused=$((refused + 1)); done
    echo "task $task: starts again; what cannot be continued here is $kept.refused-$refused"
    mv "$kept" "$kept.refused-$refused"
    @CLEAR@execute "${command[@]}"
  fi
else
  rm -f "$kept"@AND_JOURNAL@
  execute "${command[@]}"
fi
"""

START_AGAIN = """\
# A search cannot be continued: one that did not end starts again. Its compiled kernels are cached.
if tail -n 1 "$kept" 2>/dev/null | grep -q '"event":"end".*"complete":true'; then
  echo "task $task: $kept is complete"
  exit 0
fi
rm -f "$kept"@AND_JOURNAL@
execute "${command[@]}"
"""

COPY = """\
# Readers of the folder see the earlier copy or this one.
if [ -s "$journal" ]; then
  cp "$journal" "$kept.part" && mv "$kept.part" "$kept" || {
    echo "error: $journal: cannot be copied to $kept" >&2
    exit 2
  }
  rm "$journal"
fi
"""

REQUEUE = """\
# Out of time (5: points are missing): back into the queue.
if [ "$status" -eq 5 ] && [ -z "$stopped" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt "$requeues" ]; then
  exec scontrol requeue "$job"
fi
"""


def scratch_word(scratch: str) -> str:
    """The folder in which a task writes, as the script has it; empty for that of the sweep.

    `none`, `auto` (the first of $SLURM_TMPDIR, $TMPDIR, /tmp) or a path, which may have variables
    of the node. Raises SlurmError for what a shell would execute.
    """
    if scratch == "none":
        return ""
    if scratch == "auto":
        return f'"{NODE_LOCAL}"'
    if not SCRATCH.fullmatch(scratch) or scratch[:1] not in ("/", "$"):
        raise SlurmError(
            f"--scratch {scratch}: expected none, auto, or an absolute path such as /scratch/$USER"
        )
    return f'"{scratch}"'


def array_script(sweep: Sweep, tasks: Sequence[int], folder: SweepFolder) -> str:
    """The script. Raises SlurmError for words that no line of sbatch can have."""
    scratch = scratch_word(sweep.scratch)
    parts = ["\n".join(_head(sweep, tasks, folder, scratch)), SECONDS_LEFT]
    parts.append(_command(sweep))
    parts.append(EXECUTE)
    parts.append(_execution(sweep.verb, copies=bool(scratch)))
    parts += [COPY] if scratch else []
    parts += [REQUEUE] if sweep.requeues else []
    return "\n".join([*parts, 'exit "$status"\n'])


def _head(sweep: Sweep, tasks: Sequence[int], folder: SweepFolder, scratch: str) -> list[str]:
    """Options of sbatch, and variables."""
    running = f"%{sweep.max_running}" if sweep.max_running else ""
    shards, width = shlex.quote(str(folder.shards)), len(str(sweep.shards))
    log = output_pattern(str(folder.logs)) + f"/task-%{width}a.log"
    return [
        "#!/bin/bash",
        f"# One shard per task, written by `warpmark slurm {sweep.verb}`.",
        sbatch_line([f"--job-name=warpmark-{folder.path.name}"]),
        sbatch_line([f"--array={tasks_text(tasks)}{running}"]),
        *([sbatch_line([f"--gres={sweep.gres}"])] if sweep.gres else []),
        sbatch_line([f"--chdir={sweep.directory}"]),
        sbatch_line([f"--output={log}", "--open-mode=append"]),
        sbatch_line(["--requeue", f"--signal=B:USR1@{sweep.margin_s // 2}"]),
        *([sbatch_line(sweep.sbatch)] if sweep.sbatch else []),
        "",
        "set -u",
        *environment_lines(),
        f"shards={sweep.shards}",
        f"margin_s={sweep.margin_s}  # of the time limit, for the last point",
        *([f"max_budget_s={sweep.budget_s}"] if sweep.budget_s else []),
        *([f"requeues={sweep.requeues}"] if sweep.requeues else []),
        "task=$SLURM_ARRAY_TASK_ID",
        "job=${SLURM_ARRAY_JOB_ID}_$task",
        f'kept={shards}/shard-$(printf %0{width}d "$task")-of-{sweep.shards}.jsonl',
        *(_scratch_lines(scratch) if scratch else ["journal=$kept"]),
        "",
    ]


def _scratch_lines(scratch: str) -> list[str]:
    return [
        f"scratch={scratch}  # on the node",
        'mkdir -p "$scratch" || exit 2',
        "journal=$scratch/warpmark-$job.jsonl",
    ]


def _command(sweep: Sweep) -> str:
    """Sets `command`. A tuning has a budget of time only if the user gave one: it would fill it."""
    output = "-o" if sweep.verb == "run" else "--journal"
    words = shlex.join([sweep.program, sweep.verb, *sweep.words])
    text = f'command=({words} --shard "auto/$shards" {output} "$journal")\n'
    if sweep.verb == "tune" and not sweep.budget_s:
        return text
    text += "# No point starts that the time limit might cut off.\n"
    text += "budget_s=${left:+$((left - margin_s))}\n"
    if sweep.budget_s:
        text += (
            '[ -n "$budget_s" ] && [ "$budget_s" -lt "$max_budget_s" ] || budget_s=$max_budget_s\n'
        )
    return text + '[ -z "$budget_s" ] || command+=(--budget "${budget_s}s")\n'


def _execution(verb: str, *, copies: bool) -> str:
    """Executes the command, for a journal in the folder or one that is copied to it afterwards."""
    text = CONTINUE if verb == "run" else START_AGAIN
    changes = {
        "@FETCH@": 'cp "$kept" "$journal" || exit 2\n  ' if copies else "",
        "@CLEAR@": 'rm -f "$journal"\n    ' if copies else "",
        "@AND_JOURNAL@": ' "$journal"' if copies else "",
    }
    for mark, lines in changes.items():
        text = text.replace(mark, lines)
    return text
