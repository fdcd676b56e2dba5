"""Sections of a report that compare times: of cards, commits, or journals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd

from ..analysis import choose
from ..analysis.card_kinds import card_kinds
from ..analysis.journal_comparison import FASTER, SLOWER, JournalComparison
from ..analysis.ratios import MARGIN
from ..analysis.views import View
from ..base import units
from ..figures import Figure
from ..figures.comparison import ALL, MANY, PAIRED
from ..figures.figure_names import OF_ALL, OF_FAMILIES, OF_PAIRS, Candidate, candidates
from ..tables.cards import cards
from ..tables.changes import changes
from ..tables.table import Table
from ..tables.terminal import ratio_bar, shows_bars, table_lines
from .figure_selection import FigureSelection
from .figure_tasks import FigureTask, collect_figures, run_tasks
from .headline import Headline
from .html_page import PageFigure, Section
from .page_table import page_table
from .provenance import all_facts, origin
from .report_files import ReportFiles, write_table
from .tiles import Tile

Functions = tuple[Callable[[Any], list[Figure]], ...]


def comparisons(
    pairs: Sequence[JournalComparison],
    views: Sequence[View],
    report_files: ReportFiles,
    selection: FigureSelection,
) -> list[Section]:
    """A section for each pair of sides, one per family for all views together, and one for all."""
    sections = []
    for number, pair in enumerate(pairs, start=1):
        sections.append(_of_pair(pair, _pair_prefix(number, len(pairs)), report_files, selection))
    for family, prefix in _families(views).items():
        members = [view for view in views if view.family == family]
        figures = _write(MANY, members, members, prefix, report_files, selection)
        if figures:
            title = f"{family}: all journals together"
            section = _section(f"together_{family}", title, members)
            sections.append(replace(section, figures=figures))
    return sections + _of_all(views, report_files, selection)


def candidates_of(pairs: Sequence[JournalComparison], views: Sequence[View]) -> list[Candidate]:
    """The figures that `comparisons` may draw."""
    count = max(1, len(pairs))
    found = [
        each
        for number in range(1, count + 1)
        for each in candidates(OF_PAIRS, _pair_prefix(number, count), [""])
    ]
    for prefix in _families(views).values():
        found += candidates(OF_FAMILIES, prefix, [""])
    return found + candidates(OF_ALL, "", [""])


def _pair_prefix(number: int, count: int) -> str:
    return f"compared_{number}_" if count > 1 else "compared_"


def _families(views: Sequence[View]) -> dict[str, str]:
    """Each family with the prefix of its figures."""
    names = dict.fromkeys(view.family for view in views)
    return {name: f"{name}_" if len(names) > 1 else "" for name in names}


def headlines_of(pair: JournalComparison) -> list[Headline]:
    """How many points became significantly faster or slower."""
    counts = pair.pairs["verdict"].value_counts()
    second, first = pair.names[1], pair.names[0]
    faster, slower = int(counts.get(FASTER, 0)), int(counts.get(SLOWER, 0))
    middle = float(pair.pairs["ratio"].median())
    text = (
        f"Of {len(pair.pairs)} points timed in both, {second} is significantly faster than {first} "
        f"by more than {units.percent(MARGIN)} at {faster} and significantly slower at {slower}; "
        f"the median ratio of times is {middle:.3f}."
    )
    return [Headline(text, "bad" if slower else "good" if faster else "plain")]


def tiles_of(pair: JournalComparison) -> list[Tile]:
    """The same as labels and numbers."""
    second, first = pair.names[1], pair.names[0]
    made = [Tile("Median ratio of times", f"{pair.pairs['ratio'].median():.3f}", pair.ratio)]
    counts = pair.pairs["verdict"].value_counts()
    for verdict, tone in ((FASTER, "good"), (SLOWER, "bad")):
        count = int(counts.get(verdict, 0))
        value = f"{units.grouped(count)} of {units.grouped(len(pair.pairs))} points"
        detail = f"{second} against {first}, by more than {units.percent(MARGIN)}"
        made.append(Tile(f"Significantly {verdict}", value, detail, tone if count else "plain"))
    return made


def _of_all(
    views: Sequence[View], report_files: ReportFiles, selection: FigureSelection
) -> list[Section]:
    kinds = card_kinds(views)
    if len(kinds) < 2:
        return []
    figures = _write(ALL, views, views, "", report_files, selection)
    table = cards(kinds, selection.costs)
    if table is None:
        return []
    write_table(table, table.name, report_files)
    title = "Which card for which work"
    found = headlines_of_cards(table.frame)
    report_files.headlines.append((title, found))
    section = _section("cards", title, [view for kind in kinds for view in kind.views])
    shown = [page_table(table.name, table, {})]
    return [replace(section, headlines=found, figures=figures, tables=shown)]


def headlines_of_cards(best: pd.DataFrame) -> list[Headline]:
    """At how many problems each card is the fastest, or not told apart from it."""
    count = best["problem_text"].nunique()
    wins = best[best["is_best"]].groupby("card", sort=False)["problem_text"].nunique()
    listed = ", ".join(f"{card} at {wins.get(card, 0)}" for card in best["card"].drop_duplicates())
    text = f"Of {count} problems timed on several kinds of cards the fastest card is {listed} "
    return [Headline(f"{text}(more than one where intervals overlap).", "plain")]


def _of_pair(
    pair: JournalComparison, prefix: str, report_files: ReportFiles, selection: FigureSelection
) -> Section:
    figures = _write(PAIRED, pair, pair.views, prefix, report_files, selection)
    table = changes(pair)
    name = f"{prefix}{table.name}"
    write_table(table, name, report_files)
    title = f"{pair.family}: {pair.names[1]} against {pair.names[0]}"
    found = headlines_of(pair)
    report_files.headlines.append((title, found))
    report_files.compact[title] = _compact(table)
    section = _section(prefix.rstrip("_"), title, pair.views)
    shown = [page_table(name, table, {})]
    return replace(section, tiles=tiles_of(pair), headlines=found, figures=figures, tables=shown)


def _compact(table: Table) -> list[str]:
    """The variants' mean ratios as a terminal shows them, slower to the right."""
    ratios = [float(ratio) for ratio in table.frame["ratio"]]
    max_ratio = max([1 + MARGIN, *(max(ratio, 1 / ratio) for ratio in ratios)])
    bars = [ratio_bar(ratio, max_ratio) for ratio in ratios] if shows_bars() else None
    return table_lines(table, bars)


def _section(anchor: str, title: str, views: Sequence[View]) -> Section:
    """What all sections say of the views they are made of."""
    return Section(
        anchor=anchor,
        title=title,
        family=views[0].family,
        variants=list(dict.fromkeys(n for view in views for n in choose.variants(view.frame))),
        types=list(dict.fromkeys(name for view in views for name in choose.types(view.frame))),
        origin=list(dict.fromkeys(part for view in views for part in origin(view))),
        tiles=[],
        headlines=[],
        summary=[],
        figures=[],
        tables=[],
        provenance=[facts for view in views for facts in all_facts(view)],
    )


def _write(
    functions: Functions,
    subject: Any,
    views: Sequence[View],
    prefix: str,
    report_files: ReportFiles,
    selection: FigureSelection,
) -> list[PageFigure]:
    title = " and ".join(dict.fromkeys(view.title for view in views))
    figure_tasks = [FigureTask(draw, (subject,), views, title, prefix) for draw in functions]
    tasks = [partial(task.write, report_files.directory, selection) for task in figure_tasks]
    return collect_figures(report_files, list(run_tasks(tasks)))
