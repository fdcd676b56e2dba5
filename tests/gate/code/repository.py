"""A scratch git repository, and the gate run in it."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.cli.program import SOURCE, Program

# Names and dates from outside would make the tests depend on who runs them.
IDENTITY = {
    "GIT_AUTHOR_NAME": "Test",
    "GIT_AUTHOR_EMAIL": "test@example.org",
    "GIT_COMMITTER_NAME": "Test",
    "GIT_COMMITTER_EMAIL": "test@example.org",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
}


class Repository(Program):
    """The program in a folder that is a repository with a branch `main`."""

    def begin(self) -> None:
        """Makes the folder a repository."""
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words],
            cwd=self.folder,
            env={**os.environ, **IDENTITY},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def commit(self, message: str = "a change") -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def edit(self, name: str, old: str, new: str) -> int:
        """Replaces a text that occurs once; returns the number of its line."""
        text = (self.folder / name).read_text()
        assert text.count(old) == 1, f"{old} in {name}"
        self.write(name, text.replace(old, new))
        return text[: text.index(old)].count("\n") + 1

    def gate(self, *words: str, status: int) -> str:
        """What the gate prints, after it has ended with that status."""
        done = self.run("gate", "--cache", os.environ["WARPMARK_TEST_CACHE"], *words)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stderr + done.stdout  # The verdict comes last.

    def last_line(self, printed: str) -> str:
        return printed.strip().splitlines()[-1]


def copy_kernels(to: Path) -> None:
    shutil.copytree(SOURCE / "kernels", to / "kernels")
