"""--max-input: how much of each file is read."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

from .limits import Limits, parse_size, size_text


def add_limit_option(parser: ArgumentParser) -> None:
    """--max-input, as `limits`."""
    usual = Limits()
    parser.add_argument(
        "--max-input",
        dest="limits",
        type=_limits,
        default=usual,
        metavar="SIZE",
        help=f"the most that a file may hold, decompressed, as in 4GiB; default: "
        f"{size_text(usual.max_bytes)}, and {usual.max_ratio:g} times its compressed size",
    )


def _limits(text: str) -> Limits:
    try:
        return Limits.up_to(parse_size(text))
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None
