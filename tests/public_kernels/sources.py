"""The public sources: which files of which commits, and how they get into a folder."""

import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Source:
    """A repository at a commit, and the files of it that the specifications need."""

    name: str
    url: str
    commit: str
    licence: str
    files: list[str]  # of a name that ends in "/" all files in that folder and below


def read_sources(collection: Path) -> list[Source]:
    """What sources.toml of a collection lists."""
    text = (collection / "sources.toml").read_text(encoding="utf-8")
    return [Source(**each) for each in tomllib.loads(text)["source"]]


def fetch(collection: Path, folder: Path, local: dict[str, Path]) -> None:
    """Puts the files of every source into folder/<name>.

    `local` names git directories that are already here; the others are fetched, one commit each.
    """
    for source in read_sources(collection):
        git = local.get(source.name) or fetch_commit(source, folder / f".{source.name}.git")
        for file in files_of(source, git):
            target = folder / source.name / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(run_git(git, "show", f"{source.commit}:{file}"))
        shutil.rmtree(folder / f".{source.name}.git", ignore_errors=True)


def files_of(source: Source, git: Path) -> list[str]:
    """The files of a source, those of its folders included."""
    folders = [name for name in source.files if name.endswith("/")]
    names = [name for name in source.files if not name.endswith("/")]
    if folders:
        listed = run_git(git, "ls-tree", "-r", "-z", "--name-only", source.commit, *folders)
        names += [name for name in listed.decode().split("\0") if name]
    return names


def fetch_commit(source: Source, git: Path) -> Path:
    """Fetches one commit, without the contents of its files, into a new git directory."""
    shutil.rmtree(git, ignore_errors=True)
    subprocess.run(["git", "init", "--quiet", "--bare", str(git)], check=True)
    run_git(git, "remote", "add", "origin", source.url)
    run_git(git, "config", "remote.origin.promisor", "true")
    run_git(git, "fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", source.commit)
    return git


def run_git(git: Path, *arguments: str) -> bytes:
    """What git prints; its errors go to stderr."""
    command = ["git", f"--git-dir={git}", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
