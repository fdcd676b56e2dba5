"""Journals of several kinds of cards: how they are divided, compared, and what they cost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import card_journals
import sample_journal
import tune_journals
from card_journals import A100, COSTS, H100, H200, Card, journal, merged, write
from drawn_sheets import texts_of
from warpmark_reports import load
from warpmark_reports.analysis.best_by_card import best_by_card, is_best
from warpmark_reports.analysis.card_costs import CardCost, CardCosts, read_card_costs, with_costs
from warpmark_reports.analysis.card_kinds import CardKind, card_kinds
from warpmark_reports.analysis.card_quantities import THROUGHPUT, cost_in, worse_than_best
from warpmark_reports.analysis.views import View, views_of
from warpmark_reports.base.errors import CardCostError, JournalError
from warpmark_reports.cli import main
from warpmark_reports.figures.comparison.card_choice import card_choice
from warpmark_reports.figures.comparison.throughput_by_card import throughput_by_card

PROBLEM = "dist=uniform,n=268435456,payload=none,type=u32"
NO_COSTS = CardCosts()


def kinds_of(path: Path, *parts: list[dict[str, Any]], one: bool = True) -> list[CardKind]:
    """Of the journals merged into one, or apart."""
    journals = [merged(parts)] if one else parts
    files = [write(path / f"{number}.jsonl", lines) for number, lines in enumerate(journals)]
    return card_kinds(views_of(load(*files)))


def best_of(kinds: list[CardKind], costs: CardCosts = NO_COSTS) -> pd.DataFrame:
    """At the largest sort, by card."""
    table = best_by_card(kinds, "sort", costs)
    return table[table["problem"] == PROBLEM].set_index("card")


def test_a_journal_of_several_kinds_is_as_many_journals(tmp_path: Path) -> None:
    parts = [journal(H200, "GPU-1"), journal(H100, "GPU-2"), journal(H200, "GPU-3")]
    parts[1][0] |= {"started_at": "2001-01-01T00:00:00Z", "host": {"name": "other"}}
    parts[1][0]["ceilings"] = {"copy_bytes_per_s": 2e12}
    read = load(write(tmp_path / "all.jsonl", merged(parts)))
    apart = [load(write(tmp_path / f"{i}.jsonl", part)) for i, part in enumerate(parts)]
    cards = [run.manifest["card"]["name"] for run in read.runs]
    assert cards == [H200.name, H100.name, H200.name]
    assert [run.present for run in read.runs] == [20, 20, 20]
    assert [run.planned for run in read.runs] == [22, 22, 22], "as the parts say"
    assert read.runs[1].manifest["started_at"] == "2001-01-01T00:00:00Z"
    assert read.runs[1].manifest["host"]["name"] == "other"
    ceilings = {(view.machine, view.family): view.ceiling for view in views_of(read)}
    assert ceilings == {
        (H200.name, "sort"): 4.0e12, (H200.name, "count"): 4.4e12,
        (H100.name, "sort"): 2e12, (H100.name, "count"): None,
    }  # fmt: skip
    for run, alone in enumerate(apart):
        times = read.frame.loc[read.frame["run"] == run, "time_median_ns"]
        assert times.tolist() == alone.frame["time_median_ns"].tolist()
    assert not read.warnings, "two cards of a kind are two"


def test_a_run_on_several_kinds_is_as_many_runs(tmp_path: Path) -> None:
    parts = [journal(H200, "GPU-1"), journal(H100, "GPU-2")]
    first, second = ([line for line in part if line["event"] == "measurement"] for part in parts)
    cards = [{**part[0]["card"], "ceilings": part[0].get("ceilings", {})} for part in parts]
    lines = [{**parts[0][0], "cards": cards}, *first[:9], *second[9:], parts[0][-1]]
    read = load(write(tmp_path / "all.jsonl", lines))
    assert [run.manifest["card"]["name"] for run in read.runs] == [H200.name, H100.name]
    assert [run.present for run in read.runs] == [9, len(second) - 9]
    uuids = read.frame.groupby("run")["card_uuid"].unique()
    assert [list(each) for each in uuids] == [["GPU-1"], ["GPU-2"]]


def test_cards_of_other_drivers_are_apart(tmp_path: Path) -> None:
    older = H200._replace(driver="570.9")
    kinds = kinds_of(tmp_path, journal(H200, "GPU-1"), journal(older, "GPU-2"))
    assert [kind.name for kind in kinds] == [f"{H200.name}, driver {d}" for d in ("580.1", "570.9")]
    (figure,) = throughput_by_card([view for kind in kinds for view in kind.of("sort")])
    assert set(figure.data["card"]) == {kind.name for kind in kinds}
    slices = [H200, H200._replace(multiprocessors=16)]
    kinds = kinds_of(tmp_path, *(journal(card, f"GPU-{i}") for i, card in enumerate(slices)))
    assert [kind.name for kind in kinds] == [f"{H200.name}, {n} multiprocessors" for n in (132, 16)]


def test_a_measurement_of_a_card_that_is_not_listed_is_refused(tmp_path: Path) -> None:
    lines = merged([journal(H200, "GPU-1"), journal(H100, "GPU-2")])
    lines[5]["card_uuid"] = "GPU-3"
    with pytest.raises(JournalError, match="card_uuid 'GPU-3'; expected one of GPU-1, the"):
        load(write(tmp_path / "all.jsonl", lines))


def test_results_of_tunings_go_with_the_card_of_their_part(tmp_path: Path) -> None:
    tuned = tune_journals.journal()
    parts = []
    for number, card in enumerate((H200, H100)):
        head = {**tuned[0], "card": card_journals.card_of(card, f"GPU-{number}"), "ceilings": {}}
        rows = [{**line, "card_uuid": f"GPU-{number}", "part": number} for line in tuned[1:-1]]
        parts.append([head, *rows, tuned[-1]])
    alone = load(write(tmp_path / "one.jsonl", tuned))
    read = load(write(tmp_path / "all.jsonl", merged(parts)))
    assert len(read.runs) == 2
    for run in (0, 1):
        assert (read.tuning.results["run"] == run).sum() == len(alone.tuning.results)
        assert (read.tuning.trials["run"] == run).sum() == len(alone.tuning.trials)


def test_the_best_of_each_card_with_its_cost_and_energy(tmp_path: Path) -> None:
    kinds = kinds_of(tmp_path, journal(H200, "GPU-1"), journal(H100, "GPU-2"))
    best = best_of(kinds, COSTS)
    n = 2**28
    ns = 22e3 + n / 3e10 * 1e9  # of CUB's radix sort
    assert best.loc[H200.name, "variant"] == "vendor_cub_radix"
    assert best.loc[H200.name, "time_median_ns"] == pytest.approx(ns)
    assert best.loc[H200.name, "cost_per_tera"] == pytest.approx(3.5 * ns / 3.6e12 / n * 1e12)
    assert best.loc[H200.name, "energy_nj"] == pytest.approx(600 * ns / n)
    slower = best["time_median_ns"].tolist()[1]
    assert best.loc[H100.name, "energy_nj_hi"] == pytest.approx(550 * 1.02 * slower / n)
    assert best["is_best"].tolist() == [True, False]
    assert best["watts_from"].tolist() == ["given", "given"]


def test_measured_watts_count_where_samples_took_a_second(tmp_path: Path) -> None:
    parts = [journal(H200, "GPU-1", power_w=500.0), journal(H100, "GPU-2", power_w=400.0)]
    for line in parts[0]:
        if line.get("variant") == "vendor_cub_radix" and line["problem"]["n"] == 2**28:
            line["times_ns"]["n"] = 120  # 8.97 ms each
    best = best_of(kinds_of(tmp_path, *parts))
    assert best["watts_from"].tolist() == ["measured", ""]
    assert best["watts"].tolist()[0] == 500
    assert best["cost_per_tera"].isna().all()


def test_cards_of_a_kind_share_a_median_and_the_hull_of_intervals(tmp_path: Path) -> None:
    slower = H200._replace(slower=1.1)
    parts = [journal(H200, "GPU-1"), journal(slower, "GPU-2"), journal(H100, "GPU-3")]
    kinds = kinds_of(tmp_path, *parts, one=False)
    assert [kind.card_count for kind in kinds] == [2, 1]
    at = best_of(kinds).loc[H200.name]
    times = [22e3 + 2**28 / 3e10 * slow * 1e9 for slow in (1, 1.1)]
    assert at["time_median_ns"] == pytest.approx(sum(times) / 2)
    assert at["time_ci_lo_ns"] == pytest.approx(0.98 * times[0])
    assert at["time_ci_hi_ns"] == pytest.approx(1.02 * times[1])


def test_older_commits_and_other_states_are_left_out(tmp_path: Path) -> None:
    old, hot = journal(H200._replace(slower=0.5), "GPU-1"), journal(H100, "GPU-2")
    old[0] |= {"started_at": "1999-01-01T00:00:00Z", "tool": {"commit": "old"}}
    hot[0] |= {"contract": {"state": "hot"}}
    parts = [old, journal(H200, "GPU-1"), journal(A100, "GPU-3"), hot]
    kinds = kinds_of(tmp_path, *parts, one=False)
    assert [kind.name for kind in kinds] == [H200.name, A100.name]
    assert kinds[0].left_out == 2, "sorts and counts of the old commit"
    assert best_of(kinds)["time_median_ns"].tolist()[0] > 8e6
    (figure,) = card_choice([view for kind in kinds for view in kind.views])
    assert "commit 0123456789" in texts_of(figure.sheet)


def test_intervals_that_overlap_are_equally_good() -> None:
    rows = [("a", 10.0, 9.8, 10.3), ("a", 10.4, 10.2, 10.6), ("a", 10.5, 10.4, 10.6)]
    rows += [("b", 5.0, float("nan"), float("nan")), ("b", 5.1, 5.0, 5.2), ("b", 5.2, 5.1, 5.3)]
    table = pd.DataFrame(rows, columns=["problem", "ns", "lo", "hi"])
    assert is_best(table, "ns", "lo", "hi").tolist() == [True, True, False, True, True, False]


def test_how_much_worse_a_card_is_than_the_best(tmp_path: Path) -> None:
    kinds = kinds_of(tmp_path, journal(H200, "GPU-1"), journal(H100, "GPU-2"))
    rows = best_by_card(kinds, "sort", COSTS)
    rows = rows[rows["problem"] == PROBLEM]
    speed = worse_than_best(rows, THROUGHPUT).set_index("card")
    ratio = rows["time_median_ns"].iloc[1] / rows["time_median_ns"].iloc[0]
    assert speed.loc[H200.name, "worse"] == 1
    assert speed.loc[H100.name, "worse"] == pytest.approx(ratio)
    assert speed.loc[H100.name, "worse_hi"] == pytest.approx(1.02 * ratio)
    cost = worse_than_best(rows, cost_in("EUR")).set_index("card")
    assert cost.loc[H200.name, "worse"] == pytest.approx(3.5 / 2.2 / ratio)
    assert cost["is_best"].tolist() == [False, True]


def test_a_report_says_which_card_for_which_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards: list[Card] = [H200, H100, A100]
    parts = [journal(card, f"GPU-{number}") for number, card in enumerate(cards)]
    file = write(tmp_path / "all.jsonl", merged(parts))
    (tmp_path / "prices.toml").write_text(
        'currency = "EUR"\n[[card]]\nname = "NVIDIA H?00"\nprice_per_hour = 2\n'
        '[[card]]\nname = "NVIDIA B200"\nwatts = 900\n'
    )
    words = ["--card-cost", str(tmp_path / "prices.toml"), "-o", str(tmp_path / "out")]
    assert main([str(file), "--only", "card_choice", "--quiet", *words]) == 0
    told = capsys.readouterr()
    assert (
        "Of 10 problems timed on several kinds of cards the fastest card is NVIDIA H200 at 5, "
        in (told.out)
    )
    assert "prices.toml: 'NVIDIA B200' is no card of the journals" in told.err
    caption = (tmp_path / "out/figures/card_choice.txt").read_text()
    assert "--only card_choice --card-cost prices.toml" in caption
    assert (
        "NVIDIA A100: cuda · driver 580.1 · 2000-01-01 · commit 0123456789 · all.jsonl" in caption
    )
    table = pd.read_csv(tmp_path / "out/tables/cards.csv")
    assert table.groupby("card")["cost_per_tera"].count().to_dict() == {
        "NVIDIA A100": 0, "NVIDIA H100": 10, "NVIDIA H200": 10,
    }  # fmt: skip
    assert "2 EUR" not in told.out
    page = (tmp_path / "out/index.html").read_text()
    assert "Which card for which work" in page


def test_one_card_has_no_such_figures(tmp_path: Path) -> None:
    views: list[View] = list(kinds_of(tmp_path, journal(H200, "GPU-1"))[0].views)
    assert card_choice(views) == []
    assert throughput_by_card(views[:1]) == []
    simt = sample_journal.write(tmp_path / "s.jsonl", sample_journal.lines("simt"))
    assert card_kinds(views_of(load(simt))) == [], "modelled times are of no card"


def test_the_first_pattern_that_matches_counts() -> None:
    costs = CardCosts("EUR", (CardCost("*H200", 1.0), CardCost("*", 2.0, 3.0)))
    assert costs.of("NVIDIA H200").price_per_hour == 1
    assert costs.of("NVIDIA H100").watts == 3
    assert replace(costs, cards=costs.cards[:1]).of("A100") == CardCost("A100")
    with with_costs(costs):
        assert costs.unused(["NVIDIA H200"]) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[card]", "no TOML: "),
        ("", "no [[card]]; expected one with a name, price_per_hour, watts"),
        ("card = 3", "no [[card]]"),
        ('curency = "EUR"', "unknown key 'curency'; did you mean 'currency'?"),
        ("[[card]]\nwatts = 3", "card 1: name is None; expected a name or a pattern (*, ?)"),
        ('[[card]]\nname = "a"', "card 1: neither price nor power; expected price_per_hour or"),
        ('[[card]]\nname = "a"\nwatts = -3', "card 1: watts is -3; expected a number above zero"),
        ('[[card]]\nname = "a"\nwatts = true', "watts is True; expected a number above zero"),
        ('[[card]]\nname = "a"\nwats = 3', "card 1: unknown key 'wats'; did you mean 'watts'?"),
        ('[[card]]\nname = "a"\nprice_per_hour = 3', "no currency; expected the one of price_per"),
        ('currency = "a long text"\n[[card]]\nname = "a"\nwatts = 3', "currency is 'a long text'"),
        ("x" * (1 << 21), "holds more than 1 MiB"),
    ],
)
def test_files_of_prices_that_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(text)
    with pytest.raises(CardCostError) as raised:
        read_card_costs(file)
    assert str(raised.value).startswith(f"{file}: ")
    assert message in str(raised.value)
    assert main(["absent.jsonl", "--card-cost", str(file)]) == 2
