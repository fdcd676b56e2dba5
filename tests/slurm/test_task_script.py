"""The script of a task, executed without Slurm, for what a cluster does seldom."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from warpmark.slurm.array_script import array_script
from warpmark.slurm.errors import SlurmError
from warpmark.slurm.finish_script import carried_options, finish_script
from warpmark.slurm.script_text import environment_lines, sbatch_line
from warpmark.slurm.sweep_folder import Sweep, SweepFolder

HANG_S = 30  # below the limit of tools/mutate, so that what never happens is a failure
MANIFEST = '{"event":"manifest"}\n'
# Prints its words; exits 2 if told to continue what is `foreign`. If there is a file `hang`, notes
# each SIGTERM, and ends with status 5 when that file is removed.
PROGRAM = """\
#!/bin/bash
echo "called: $*"
for word; do
  [ "${before:-}" = -o ] || [ "${before:-}" = --journal ] && journal=$word
  before=$word
done
case " $* " in *" --resume "*) grep -q foreign "$journal" && exit 2 ;; esac
if [ -e hang ]; then
  trap 'echo stopped >> "$journal"' TERM
  touch begun
  while [ -e hang ]; do sleep 0.02; done
  exit 5
fi
echo '{"event":"manifest"}' >> "$journal"
exit "$(cat status 2>/dev/null || echo 0)"
"""


class Task:
    """Task 3 of 16, job 77, in a folder with a program and Slurm's commands that only print."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sweep_folder = SweepFolder(folder / "the sweep's")
        self.sweep_folder.make()
        self.kept = self.sweep_folder.journal(3, 16)
        self.variables = {
            "SLURM_ARRAY_TASK_ID": "3",
            "SLURM_ARRAY_JOB_ID": "77",
            "TMPDIR": str(folder / "node"),
        }
        self.sweep = Sweep(
            verb="run",
            words=("reduce", "-p", "n=1 2"),
            shards=16,
            directory=str(folder),
            program=str(self.makes("warpmark", PROGRAM)),
        )
        self.makes("scontrol", '#!/bin/bash\necho "scontrol $*"\n')
        self.time_left("")

    def makes(self, name: str, text: str) -> Path:
        """A program."""
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    def time_left(self, text: str) -> None:
        """What squeue prints for it."""
        self.makes("squeue", f'#!/bin/bash\n[[ "$*" == *--jobs=77_3* ]] && echo "{text}"\n')

    def start(self, **changes: object) -> subprocess.Popen[bytes]:
        """Starts the script of the sweep with changes."""
        sweep = replace(self.sweep, **changes)  # type: ignore[arg-type]
        path = self.folder / "array.sh"
        path.write_text(array_script(sweep, [3], self.sweep_folder))
        environment = {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "HOME": os.environ.get("HOME", "/"),
            **self.variables,
        }
        with (self.folder / "log").open("w") as log:
            return subprocess.Popen(
                ["bash", path], cwd=self.folder, env=environment, stdout=log, stderr=log
            )

    def printed(self) -> str:
        """What the latest start printed."""
        return (self.folder / "log").read_text()

    def run(self, status: int = 0, **changes: object) -> str:
        """What the script printed, which must end with the status."""
        found = self.start(**changes).wait(HANG_S)
        assert found == status, self.printed()
        return self.printed()


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return Task(tmp_path)


def words_of(printed: str) -> list[str]:
    """The words of each call of the program."""
    return [line for line in printed.splitlines() if line.startswith("called: ")]


def test_a_task_executes_its_shard_with_the_words_of_the_user(task: Task) -> None:
    (called,) = words_of(task.run())
    assert called == f"called: run reduce -p n=1 2 --shard auto/16 -o {task.kept}"
    assert task.kept.read_text() == MANIFEST


@pytest.mark.parametrize("scratch", ["none", "auto"])
def test_a_journal_is_continued(task: Task, scratch: str) -> None:
    task.kept.write_text(f'{MANIFEST}{{"event":"meas')
    (called,) = words_of(task.run(scratch=scratch))
    assert called.endswith(" --resume")
    assert task.kept.read_text() == f'{MANIFEST}{{"event":"meas{MANIFEST}'


@pytest.mark.parametrize("scratch", ["none", "auto"])
@pytest.mark.parametrize("text", ["", '{"event":"manif'])
def test_what_has_no_first_line_is_no_journal(task: Task, scratch: str, text: str) -> None:
    task.kept.write_text(text)
    (called,) = words_of(task.run(scratch=scratch))
    assert "--resume" not in called
    assert task.kept.read_text() == MANIFEST


@pytest.mark.parametrize("scratch", ["none", "auto"])
def test_a_journal_of_another_card_is_set_aside(task: Task, scratch: str) -> None:
    task.kept.write_text('{"event":"foreign"}\n')
    printed = task.run(scratch=scratch)
    first, second = words_of(printed)
    assert first == f"{second} --resume"
    assert "starts again; what cannot be continued here is" in printed
    assert task.kept.read_text() == MANIFEST
    refused = [Path(f"{task.kept}.refused-{i}") for i in (1, 2)]
    assert refused[0].read_text() == '{"event":"foreign"}\n'
    task.kept.write_text('{"event":"foreign again"}\n')
    task.run(scratch=scratch)
    assert [path.read_text() for path in refused] == [
        '{"event":"foreign"}\n',
        '{"event":"foreign again"}\n',
    ]


def test_a_journal_on_the_node_is_moved_when_the_task_ends(task: Task) -> None:
    (task.folder / "status").write_text("1")
    (called,) = words_of(task.run(status=1, scratch="auto"))
    assert called.endswith(f"-o {task.folder}/node/warpmark-77_3.jsonl")
    assert task.kept.read_text() == MANIFEST
    assert list((task.folder / "node").iterdir()) == []
    assert [path.name for path in task.sweep_folder.shards.iterdir()] == [task.kept.name]
    task.variables["SLURM_TMPDIR"] = str(task.folder / "own")
    (called,) = words_of(task.run(status=1, scratch="auto"))
    assert called.endswith(f"-o {task.folder}/own/warpmark-77_3.jsonl --resume")
    (called,) = words_of(task.run(status=1, scratch="$TMPDIR/a b"))
    assert called.endswith(f"-o {task.folder}/node/a b/warpmark-77_3.jsonl --resume")


@pytest.mark.parametrize(
    ("left", "seconds"),
    [("1:30", 90), ("5:00", 300), ("1:02:03", 3723), ("2-01:02:03", 176523), ("08:09", 489)],
)
def test_the_budget_ends_before_the_time_limit(task: Task, left: str, seconds: int) -> None:
    task.time_left(left)
    (called,) = words_of(task.run(margin_s=60))
    assert called.endswith(f"--budget {seconds - 60}s")


@pytest.mark.parametrize("left", ["UNLIMITED", "NOT_SET", ""])
def test_without_a_limit_the_budget_is_that_of_the_user(task: Task, left: str) -> None:
    task.time_left(left)
    assert "--budget" not in task.run()
    (called,) = words_of(task.run(budget_s=7))
    assert " --budget 7s" in called


def test_the_smaller_budget_counts(task: Task) -> None:
    task.time_left("10:00")
    for budget_s, used in ((100, 100), (1000, 480)):
        assert f" --budget {used}s" in task.run(budget_s=budget_s, margin_s=120)


def test_the_end_of_the_job_may_be_a_variable(task: Task) -> None:
    task.variables["SLURM_JOB_END_TIME"] = str(int(time.time()) + 1_000_000)
    called = words_of(task.run(margin_s=60))[0]
    assert 900_000 < int(called.rpartition(" --budget ")[2].rstrip("s")) <= 999_940


def test_a_task_with_less_time_than_the_margin_is_an_error(task: Task) -> None:
    task.time_left("2:00")
    printed = task.run(status=2, margin_s=120)
    assert printed == "error: task 3: 120 s until the time limit; expected more than 120 s\n"


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Looks again and again; fails only if it never holds."""
    deadline = time.monotonic() + HANG_S
    while not holds():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.01)


def hanging(task: Task) -> subprocess.Popen[bytes]:
    """The script with a program that works."""
    (task.folder / "hang").touch()
    process = task.start(scratch="auto", requeues=1)
    wait_until((task.folder / "begun").exists, "the program")
    return process


def ended(task: Task, process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Status and last line of the script when the program ends."""
    (task.folder / "hang").unlink()
    status = process.wait(HANG_S)
    return status, task.printed().splitlines()[-1]


def test_near_the_time_limit_the_program_is_stopped_and_the_task_requeued(task: Task) -> None:
    process = hanging(task)
    journal = task.folder / "node/warpmark-77_3.jsonl"

    def is_noted() -> bool:  # a shell that just begins to wait may miss the first one
        process.send_signal(signal.SIGUSR1)
        time.sleep(0.1)
        return journal.exists()

    wait_until(is_noted, "SIGTERM in the program")
    assert ended(task, process) == (0, "scontrol requeue 77_3")
    assert set(task.kept.read_text().splitlines()) == {"stopped"}


def test_sigterm_is_not_passed_on_and_ends_the_requeues(task: Task) -> None:
    # Slurm sends it to the program, too, which would end at once at a second one.
    process = hanging(task)
    process.send_signal(signal.SIGTERM)
    wait_until(lambda: task.printed().endswith("task 3: SIGTERM\n"), "SIGTERM in the script")
    assert ended(task, process) == (5, "task 3: SIGTERM")
    assert not task.kept.exists()  # where the program would note a signal


def test_a_task_goes_back_into_the_queue_only_if_points_are_missing(task: Task) -> None:
    for status, starts, is_requeued in ((5, 0, True), (5, 2, False), (1, 0, False), (2, 0, False)):
        task.kept.unlink(missing_ok=True)
        (task.folder / "status").write_text(str(status))
        task.variables["SLURM_RESTART_COUNT"] = str(starts)
        printed = task.run(status=0 if is_requeued else status, requeues=2)
        assert ("scontrol requeue 77_3" in printed) == is_requeued


def test_a_tuning_that_did_not_end_starts_again(task: Task) -> None:
    task.time_left("5:00")
    task.sweep = replace(task.sweep, verb="tune", words=("reduce", "--budget", "50"))
    task.kept.write_text(f"{MANIFEST}half of a sea")
    (called,) = words_of(task.run())
    assert called == f"called: tune reduce --budget 50 --shard auto/16 --journal {task.kept}"
    assert task.kept.read_text() == MANIFEST
    with task.kept.open("a") as file:
        file.write('{"event":"end","ended_at":"now","complete":true}\n')
    assert task.run() == f"task 3: {task.kept} is complete\n"


@pytest.mark.parametrize("verb", ["run", "tune"])
def test_scripts_are_what_bash_and_sbatch_read(task: Task, verb: str) -> None:
    sweep = replace(task.sweep, verb=verb, gres="gpu:1", sbatch=("-p", "a b"), requeues=2)
    text = array_script(sweep, [1, 2, 3, 7], task.sweep_folder)
    assert "#SBATCH --array=1-3,7\n#SBATCH --gres=gpu:1\n" in text
    assert '#SBATCH -p "a b"\n' in text
    assert f'--output="{task.sweep_folder.logs}/task-%2a.log"' in text
    for script in (text, finish_script(sweep, task.sweep_folder)):
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_lines_of_sbatch_are_quoted() -> None:
    line = sbatch_line(['--comment=it\'s # "x" \\', "-J", "é f", "--mem=1G"])
    assert line == '#SBATCH --comment="it\'s # \\"x\\" \\\\" -J "é f" --mem=1G'
    with pytest.raises(SlurmError, match="expected printable characters"):
        sbatch_line(["--comment=a\nb"])


def test_the_finishing_job_runs_where_the_array_does() -> None:
    words = ("-pgpu", "--account", "a", "-A", "b", "--mem=8G", "--qos=high", "--time", "5")
    assert carried_options(words) == [
        "--partition=gpu",
        "--account=a",
        "--account=b",
        "--qos=high",
    ]


def test_variables_of_the_program_are_those_of_its_tasks() -> None:
    given = {"WARPMARK_NVRTC": "/a b", "WARPMARK_PROGRAM": "x", "PATH": "y"}
    assert environment_lines(given) == ["export WARPMARK_NVRTC='/a b'"]


@pytest.mark.parametrize("scratch", ["relative", "$(id)", "/a`id`", '/a"b', "/a\\b", ""])
def test_a_scratch_folder_executes_nothing(task: Task, scratch: str) -> None:
    with pytest.raises(SlurmError, match="expected none, auto, or an absolute path"):
        array_script(replace(task.sweep, scratch=scratch), [1], task.sweep_folder)
