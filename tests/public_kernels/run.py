#!/usr/bin/env python3
"""Public CUDA kernels, unmodified, through `warpmark inspect`: see README.md."""

import argparse
import os
import shutil
import sys
from pathlib import Path

import execution
import packing
import python_kernels
import sources


def main() -> int:
    """Runs the command line."""
    options = parsed(sys.argv[1:])
    return int(options.do(options))


def parsed(words: list[str]) -> argparse.Namespace:
    """The command line's options; `do` is what to do with them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collection", default="samples", help="samples, repositories or packed")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    fetch = verbs.add_parser("fetch", help="get the sources")
    fetch.add_argument("--sources", type=Path, required=True, help="the folder to fill")
    fetch.add_argument("--git", action="append", default=[], metavar="NAME=DIR")
    fetch.set_defaults(do=do_fetch)
    build = verbs.add_parser("build", help="compile the kernels that are written in Python")
    build.add_argument("--sources", type=Path, required=True)
    build.add_argument("--ptx", type=Path, required=True, help="the folder to fill")
    build.add_argument("--compiler", default="all", choices=["all", *python_kernels.COMPILERS])
    build.set_defaults(do=do_build)
    run = verbs.add_parser("run", help="run the specifications")
    add_setting(run)
    run.add_argument("--backend", default="simt", choices=["simt", "cuda"])
    run.add_argument("--jobs", type=int, default=1, help="how many at a time")
    run.set_defaults(do=do_run)
    pack = verbs.add_parser("pack", help="put specifications and their PTX into a folder")
    add_setting(pack)
    pack.add_argument("folder", type=Path, help="the folder to fill, for a card's machine")
    pack.set_defaults(do=do_pack, backend="simt")
    profile = verbs.add_parser("profile", help="run the specifications under a card's profiler")
    add_setting(profile)
    profile.add_argument("--ncu", default="ncu", help="the profiler's command")
    profile.set_defaults(do=do_profile, backend="cuda")
    compare = verbs.add_parser("compare", help="compare two folders of results; print the table")
    compare.set_defaults(do=do_compare)
    overview = verbs.add_parser("overview", help="print the table of a collection")
    overview.add_argument("--ptx", type=Path, required=True, help="the PTX of a packed folder")
    overview.add_argument("first", type=Path, help="results of simt")
    overview.add_argument("second", type=Path, nargs="?", help="results of a card")
    overview.set_defaults(do=do_overview)
    counters = verbs.add_parser("counters", help="compare counters of simt with a profile")
    counters.set_defaults(do=do_counters)
    for each in (compare, counters):
        each.add_argument("first", type=Path, help="results of simt")
        each.add_argument("second", type=Path, help="results of a card")
    check = verbs.add_parser("check", help="compare results with independent expectations")
    check.add_argument("out", type=Path)
    check.set_defaults(do=do_check)
    return parser.parse_args(words)


def add_setting(verb: argparse.ArgumentParser) -> None:
    """Adds the options that say which specifications, and where things are."""
    verb.add_argument("--warpmark", type=Path, required=True, help="the program")
    verb.add_argument("--sources", type=Path, default=Path("sources"))
    verb.add_argument("--ptx", type=Path, default=Path("ptx"), help="what `build` wrote (./ptx)")
    verb.add_argument("--out", type=Path, required=True, help="the folder for results")
    verb.add_argument("--only", default="*", help="a pattern of names, such as 'rodinia-*'")
    verb.add_argument("--include", action="append", type=Path, help="headers of the CUDA toolkit")
    verb.add_argument("--nvrtc", action="append", default=[], help="option of the compiler")
    verb.add_argument(
        "--place", action="append", default=[], metavar="NAME=PATH", help="clang, clang_toolkit"
    )
    verb.add_argument("--timeout", type=float, default=300, help="seconds for each")


def collection_of(options: argparse.Namespace) -> Path:
    """The folder of the collection that the command line names."""
    folder = Path(__file__).resolve().parent / str(options.collection)
    if not (folder / "specs").is_dir():
        sys.exit(f"--collection {options.collection}: expected samples, repositories or packed")
    return folder


def do_fetch(options: argparse.Namespace) -> int:
    """Puts the sources into a folder."""
    local = dict(each.split("=", 1) for each in options.git)
    sources.fetch(
        collection_of(options), options.sources, {name: Path(path) for name, path in local.items()}
    )
    return 0


def do_build(options: argparse.Namespace) -> int:
    """Compiles the kernels that are written in Python to PTX; 1 if one could not be."""
    folders = (collection_of(options), options.sources.resolve(), options.ptx.resolve())
    failed = python_kernels.build(*folders, options.compiler)
    print(f"{len(failed)} failed: {' '.join(failed)}" if failed else "all built")
    return 1 if failed else 0


def do_run(options: argparse.Namespace) -> int:
    """Runs the specifications; 1 if one could not run."""
    failed = execution.run_all(setting_of(options), options.only, options.jobs)
    print(f"{len(failed)} failed: {' '.join(failed)}" if failed else "all ran")
    return 1 if failed else 0


def do_pack(options: argparse.Namespace) -> int:
    """Fills a folder for a card's machine; 1 if a source could not be compiled."""
    failed = packing.pack(setting_of(options), options.only, options.folder.resolve())
    print(f"{len(failed)} failed: {' '.join(failed)}" if failed else "all packed")
    return 1 if failed else 0


def do_profile(options: argparse.Namespace) -> int:
    """Profiles the specifications; 1 if one could not be profiled."""
    import counters  # where it finds the profiler's metrics depends on the folder

    if shutil.which(options.ncu) is None:
        sys.exit(f"--ncu {options.ncu}: no such program; expected Nsight Compute's ncu")
    failed = counters.profile_all(setting_of(options), options.only, options.ncu)
    print(f"{len(failed)} failed: {' '.join(failed)}" if failed else "all profiled")
    return 1 if failed else 0


def do_counters(options: argparse.Namespace) -> int:
    """Prints counters that differ and how many agree; 1 if too few do."""
    import counters

    return counters.print_counters(options.first, options.second)


def setting_of(options: argparse.Namespace) -> execution.Setting:
    """Where things are, as the command line says."""
    return execution.Setting(
        collection_of(options),
        options.warpmark.resolve(),
        options.sources.resolve(),
        options.out.resolve(),
        options.backend,
        options.timeout,
        options.include or toolkit_headers(),
        options.nvrtc,
        options.ptx.resolve(),
        dict(each.split("=", 1) for each in options.place),
    )


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


def do_overview(options: argparse.Namespace) -> int:
    """Prints the table of a collection; 1 if results of a card differ by more than they may."""
    import overview

    folders = (options.ptx, options.first, options.second)
    return overview.print_overview(collection_of(options), *folders)


def do_check(options: argparse.Namespace) -> int:
    """Prints what was expected and did not come; 1 if anything."""
    import expectations
    import expectations_benchmarks  # noqa: F401 (registers its checks)
    import expectations_python  # noqa: F401
    import expectations_repositories  # noqa: F401

    return expectations.print_checks(options.out)


if __name__ == "__main__":
    sys.exit(main())
