#!/usr/bin/env python3
"""Public CUDA kernels, unmodified, through `warpmark inspect`: see README.md."""

import argparse
import os
import sys
from pathlib import Path

import execution
import sources


def main() -> int:
    """Runs the command line."""
    options = parsed(sys.argv[1:])
    return int(options.do(options))


def parsed(words: list[str]) -> argparse.Namespace:
    """The command line's options; `do` is what to do with them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collection", default="samples", help="samples (default) or repositories")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    fetch = verbs.add_parser("fetch", help="get the sources")
    fetch.add_argument("--sources", type=Path, required=True, help="the folder to fill")
    fetch.add_argument("--git", action="append", default=[], metavar="NAME=DIR")
    fetch.set_defaults(do=do_fetch)
    run = verbs.add_parser("run", help="run the specifications")
    run.add_argument("--warpmark", type=Path, required=True, help="the program")
    run.add_argument("--sources", type=Path, required=True)
    run.add_argument("--out", type=Path, required=True, help="the folder for results")
    run.add_argument("--backend", default="simt", choices=["simt", "cuda"])
    run.add_argument("--only", default="*", help="a pattern of names, such as 'rodinia-*'")
    run.add_argument("--include", action="append", type=Path, help="headers of the CUDA toolkit")
    run.add_argument("--nvrtc", action="append", default=[], help="option of the compiler")
    run.add_argument("--jobs", type=int, default=1, help="how many at a time")
    run.add_argument("--timeout", type=float, default=300, help="seconds for each")
    run.set_defaults(do=do_run)
    compare = verbs.add_parser("compare", help="compare two folders of results; print the table")
    compare.add_argument("first", type=Path, help="of simt")
    compare.add_argument("second", type=Path, help="of a card")
    compare.set_defaults(do=do_compare)
    check = verbs.add_parser("check", help="compare results with independent expectations")
    check.add_argument("out", type=Path)
    check.set_defaults(do=do_check)
    return parser.parse_args(words)


def collection_of(options: argparse.Namespace) -> Path:
    """The folder of the collection that the command line names."""
    folder = Path(__file__).resolve().parent / str(options.collection)
    if not (folder / "specs").is_dir():
        sys.exit(f"--collection {options.collection}: expected samples or repositories")
    return folder


def do_fetch(options: argparse.Namespace) -> int:
    """Puts the sources into a folder."""
    local = dict(each.split("=", 1) for each in options.git)
    sources.fetch(
        collection_of(options), options.sources, {name: Path(path) for name, path in local.items()}
    )
    return 0


def do_run(options: argparse.Namespace) -> int:
    """Runs the specifications; 1 if one could not run."""
    setting = execution.Setting(
        collection_of(options),
        options.warpmark.resolve(),
        options.sources.resolve(),
        options.out.resolve(),
        options.backend,
        options.timeout,
        options.include or toolkit_headers(),
        options.nvrtc,
    )
    failed = execution.run_all(setting, options.only, options.jobs)
    print(f"{len(failed)} failed: {' '.join(failed)}" if failed else "all ran")
    return 1 if failed else 0


def toolkit_headers() -> list[Path]:
    """Where the headers of the CUDA toolkit are, as far as the usual places tell."""
    homes = [Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))]
    homes += sorted(Path("/usr/local").glob("cuda-*"), reverse=True)
    for folder in (home / "include" for home in homes):
        if (folder / "cooperative_groups.h").is_file():
            return [each for each in (folder, folder / "cccl") if each.is_dir()]
    return []


def do_compare(options: argparse.Namespace) -> int:
    """Prints the table; 1 if results differ by more than they may."""
    import table  # NumPy is only needed here

    return table.print_comparison(collection_of(options), options.first, options.second)


def do_check(options: argparse.Namespace) -> int:
    """Prints what was expected and did not come; 1 if anything."""
    import expectations
    import expectations_benchmarks  # noqa: F401 (registers its checks)
    import expectations_repositories  # noqa: F401

    return expectations.print_checks(options.out)


if __name__ == "__main__":
    sys.exit(main())
