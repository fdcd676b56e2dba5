"""A Slurm of a test's own: its daemons, in a folder, on ports that are free."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HANG_S = 240  # Ends what hangs; nothing takes as long, even on a busy machine.
NODES = 4
DAEMONS = "/usr/sbin"  # which is not on everybody's PATH
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
# Jobs start at once.
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1,bf_interval=1
ReturnToService=2
PartitionName=test Nodes=ALL Default=YES MaxTime=60 State=UP
{nodes}
"""
NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory=100"


def free_ports(count: int) -> list[int]:
    """Ports that nothing listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Cluster:
    """A controller, nodes of one CPU each, and the environment in which its commands find it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "PATH": f"{os.environ['PATH']}:{DAEMONS}",
            "SLURM_CONF": str(folder / "slurm.conf"),
        }

    def command(self, *words: str, status: int | None = 0) -> str:
        """What a command of Slurm prints; with a status that is not None, it must end with it."""
        done = subprocess.run(
            words, env=self.environment, capture_output=True, text=True, timeout=HANG_S, check=False
        )
        assert status is None or done.returncode == status, f"{words}: {done.stderr}{self.logs()}"
        return done.stdout

    def logs(self) -> str:
        """The ends of the daemons' logs, for messages."""
        texts = [path.read_text(errors="replace")[-2000:] for path in self.folder.glob("*.log")]
        return "\n".join(texts)

    def state(self, job: str) -> str:
        """PENDING, RUNNING, …"""
        text = self.command("scontrol", "--oneliner", "show", "job", job)
        return text.partition("JobState=")[2].partition(" ")[0]

    def wait_until(self, holds: Callable[[], bool], what: str) -> None:
        """Looks again and again; fails only if it never holds. Its pauses decide nothing."""
        deadline = time.monotonic() + HANG_S
        while not holds():
            queue = "" if time.monotonic() < deadline else self.command("squeue", "--array")
            assert time.monotonic() < deadline, f"never: {what}\n{queue}{self.logs()}"
            time.sleep(0.1)

    def wait_for_end(self, job: str) -> str:
        """Waits until a job has ended; returns its state."""
        ended = ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL")
        self.wait_until(lambda: self.state(job) in ended, f"the end of job {job}")
        return self.state(job)

    def requeue(self, task: str) -> None:
        """Kills a task as a preemption does, and starts it again soon."""
        self.command("scontrol", "requeue", task)
        self.start_soon(task)

    def start_soon(self, task: str) -> None:
        """Shortens the two minutes that a task waits which went back into the queue.

        Within the second of its end its node would refuse it as one whose credential is revoked.
        """
        self.wait_until(lambda: self.state(task) == "PENDING", f"{task} in the queue")
        self.command("scontrol", "update", f"JobId={task}", "StartTime=now+2seconds")


def _start(cluster: Cluster) -> None:
    folder, host = cluster.folder, socket.gethostname().partition(".")[0]
    names = [f"n{i}" for i in range(1, NODES + 1)]
    ports = free_ports(NODES + 1)
    nodes = [
        NODE.format(name=name, host=host, port=port)
        for name, port in zip(names, ports[1:], strict=True)
    ]
    text = CONFIGURATION.format(folder=folder, host=host, ports=ports, nodes="\n".join(nodes))
    (folder / "slurm.conf").write_text(text)
    (folder / "state").mkdir()
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    cluster.command(
        "munged",
        f"--key-file={key}",
        f"--socket={folder}/munge.socket",
        f"--pid-file={folder}/munged.pid",
        f"--log-file={folder}/munged.log",
        f"--seed-file={folder}/munged.seed",
    )
    cluster.command("slurmctld")
    for name in names:
        cluster.command("slurmd", "-N", name)
    idle = f"{NODES} idle"
    nodes_up = ("sinfo", "--noheader", "--format=%D %T")
    cluster.wait_until(lambda: cluster.command(*nodes_up, status=None).strip() == idle, idle)


def _stop(cluster: Cluster) -> None:
    """Cancels what a failed test left, then kills the daemons by the ids in their files; nothing of
    them is kept, and an orderly end takes the controller ten seconds.
    """
    files = sorted(cluster.folder.glob("*.pid"))
    if (cluster.folder / "slurmctld.pid").exists():
        cluster.command("scancel", "--user=root", status=None)
        queue = ("squeue", "--noheader")
        cluster.wait_until(lambda: not cluster.command(*queue, status=None), "an empty queue")
    for file in files:
        os.kill(int(file.read_text()), signal.SIGKILL)


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster that is stopped in the end. Its folder must have a short path, for its socket."""
    missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not which(name)]
    assert not missing, f"{missing}: not installed; tools/setup --dev installs them"
    cluster = Cluster(folder)
    try:
        _start(cluster)
        yield cluster
    finally:
        _stop(cluster)


def which(name: str) -> str | None:
    """Where a program is."""
    return shutil.which(name, path=f"{os.environ['PATH']}:{DAEMONS}")
