#include "cli/run/run_summary.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "bench/journal/model_error.hpp"
#include "bench/journal/objective.hpp"
#include "cli/run/bar_chart.hpp"
#include "cli/text_table.hpp"

namespace warpmark {
namespace {

std::string problem_without_n(const problem& problem) {
  warpmark::problem rest;
  for (const auto& [name, value] : problem)
    if (name != "n") rest.set(name, value);
  return rest.canonical();
}

std::string time_text(double ns) {
  if (ns < 1e4) return fmt::format("{:.2f} us", ns / 1e3);
  if (ns < 1e6) return fmt::format("{:.1f} us", ns / 1e3);
  return fmt::format("{:.3f} ms", ns / 1e6);
}

using cells = std::vector<std::string>;

bool is_pooled(const journal::json& best) { return best.contains("processes"); }

// `pooled`: with a column of the deviation between processes.
cells timed_cells(const journal::json& best, bool pooled) {
  const auto& times = best.at("times_ns");
  const double median = times.at("median");
  const double width = times.at("ci_hi").get<double>() - times.at("ci_lo").get<double>();
  const bool has_interval = times.value("n", 0) > 1;  // a single sample has none
  cells found = {time_text(median),
                 has_interval ? fmt::format("{:.2f} %", 100 * width / 2 / median) : "-"};
  if (pooled)
    found.push_back(is_pooled(best)
                        ? fmt::format("{:.2f} %", 100 * best.at("processes").value("between", 0.0))
                        : "-");
  found.push_back(fmt::format("{:.1f}", best.at("throughput_bytes_per_s").get<double>() / 1e9));
  found.push_back(best.contains("fraction_of_ceiling")
                      ? fmt::format("{:.1f} %", 100 * best.at("fraction_of_ceiling").get<double>())
                      : "-");
  return found;
}

std::string energy_text(double joules) {
  if (joules < 1e-3) return fmt::format("{:.2f} uJ", 1e6 * joules);
  return joules < 1 ? fmt::format("{:.3f} mJ", 1e3 * joules) : fmt::format("{:.3f} J", joules);
}

cells energy_cells(const journal::json& best) {
  if (!best.contains("energy")) return {"-", "-", "-"};
  const auto& energy = best.at("energy");
  const double joules = energy.at("joules");
  const double width = energy.at("ci_hi").get<double>() - energy.at("ci_lo").get<double>();
  return {energy_text(joules), fmt::format("{:.2f} %", 100 * width / 2 / joules),
          fmt::format("{:.0f}", energy.at("mean_power_w").get<double>())};
}

cells latency_cells(const journal::json& best) {
  if (!best.contains("latency")) return {"-", "-", "-"};
  const auto& latency = best.at("latency");
  const auto median = [&](const char* name) {
    return latency.contains(name) ? time_text(latency.at(name).at("median").get<double>()) : "-";
  };
  return {median("enqueue_ns"), median("graph_launch_ns"), median("end_to_end_ns")};
}

// "3 of 20": of the executions that --reproducible compared.
cells compared_cells(const journal::json& best) {
  if (!best.contains("reproducible")) return {"-"};
  const auto& compared = best.at("reproducible");
  return {fmt::format("{} of {}", compared.at("distinct_outputs").get<std::uint64_t>(),
                      compared.at("executions").get<std::uint64_t>())};
}

std::uint64_t counter_of(const journal::json& line, const char* name) {
  return line.contains("counters") ? line.at("counters").value(name, std::uint64_t{0}) : 0;
}

cells counted_cells(const journal::json& best) {
  const double elements = std::max(1.0, best.at("ops").get<double>());
  const auto per_element = [&](std::uint64_t count) {
    return fmt::format("{:.3f}", static_cast<double>(count) / elements);
  };
  return {per_element(counter_of(best, "warp_instructions")),
          per_element(counter_of(best, "global_load_sectors")),
          per_element(counter_of(best, "shared_load_wavefronts") +
                      counter_of(best, "shared_store_wavefronts")),
          per_element(counter_of(best, "global_atomic_lanes"))};
}

cells modelled_cells(const journal::json& best) {
  cells found = {time_text(best.at("modelled_time_ns").get<double>()),
                 best.value("modelled_bound_by", "-")};
  for (auto& counted_cell : counted_cells(best)) found.push_back(std::move(counted_cell));
  return found;
}

const cells counted_header = {"warp instr./elem.", "load sectors/elem.", "shared wavefronts/elem.",
                              "atomics/elem."};

void append(cells& to, const cells& more) { to.insert(to.end(), more.begin(), more.end()); }

}  // namespace

void run_summary::add(const point& point, const journal::json& line) {
  if (line.at("status") != "ok") return;
  const auto* n = point.problem.find("n");
  const std::int64_t size = n == nullptr ? 0 : std::get<std::int64_t>(*n);
  const auto objective = journal::objective_of(line);
  const basis kind = !objective            ? basis::counted
                     : objective->measured ? basis::measured
                                           : basis::modelled;
  const double ns = objective ? objective->value : 0;
  row& kept = rows_[{problem_without_n(point.problem), kind}][point.variant->path()];
  double& min_ns = kept.times_ns.try_emplace(size, ns).first->second;
  min_ns = std::min(min_ns, ns);
  const bool is_first = kept.point.variant == nullptr;
  // Configs without times are not ranked: the base is shown, else the first.
  const bool is_better = kind == basis::counted
                             ? point.is_base() && !(is_first || kept.point.is_base())
                             : ns < kept.ns;
  if (!is_first && (size < kept.n || (size == kept.n && !is_better))) return;
  kept = {size, ns, point, line, std::move(kept.times_ns)};
}

std::vector<const run_summary::row*> run_summary::ordered(const by_variant& variants) {
  std::vector<const row*> result;
  for (const auto& [path, row] : variants) result.push_back(&row);
  std::stable_sort(result.begin(), result.end(), [](const row* a, const row* b) {
    return a->n != b->n ? a->n > b->n : a->ns < b->ns;
  });
  return result;
}

std::string run_summary::table(const std::string& heading, basis kind, const by_variant& variants) {
  const auto in_order = ordered(variants);
  const row& first = *in_order.front();
  const bool pooled = std::any_of(in_order.begin(), in_order.end(),
                                  [](const row* row) { return is_pooled(row->best); });
  cells header = {"variant"};
  std::string note;
  const auto any_has = [&](const char* name) {
    return kind == basis::measured &&
           std::any_of(in_order.begin(), in_order.end(),
                       [&](const row* row) { return row->best.contains(name); });
  };
  const bool has_energy = any_has("energy"), has_latency = any_has("latency");
  if (kind == basis::measured) {
    append(header, {"best config", "n", "median", "+/-"});
    if (pooled) header.emplace_back("between processes");
    append(header, {"GB/s", "of ceiling"});
    if (has_energy) append(header, {"energy", "+/-", "W"});
    if (has_latency) append(header, {"enqueue", "as a graph", "end to end"});
  } else if (kind == basis::modelled) {
    append(header, {"best config, modelled", "n", "modelled time", "bound by"});
    append(header, counted_header);
    note = fmt::format("modelled for {}, not measured; {}\n",
                       first.best.value("modelled_card", "a card"),
                       model::model_error_text(first.point.variant->family));
  } else {
    append(header, {"config", "n"});
    append(header, counted_header);
    note = "neither measured nor modelled: not ranked\n";
  }
  const bool has_compared = std::any_of(in_order.begin(), in_order.end(), [](const row* row) {
    return row->best.contains("reproducible");
  });
  if (has_compared) append(header, {"different results"});
  std::vector<cells> rows;
  for (const row* row : in_order) {
    cells line = {row->point.variant->path(), row->point.config.canonical(),
                  fmt::format("{}", row->n)};
    append(line, kind == basis::measured   ? timed_cells(row->best, pooled)
                 : kind == basis::modelled ? modelled_cells(row->best)
                                           : counted_cells(row->best));
    if (has_energy) append(line, energy_cells(row->best));
    if (has_latency) append(line, latency_cells(row->best));
    if (has_compared) append(line, compared_cells(row->best));
    rows.push_back(std::move(line));
  }
  return fmt::format("\n{}\n{}{}", heading, note, text_table(header, rows));
}

std::string run_summary::text() const {
  std::string result;
  for (const auto& [key, of_problem] : rows_) {
    const auto& [problem_text, kind] = key;
    const std::string heading =
        problem_text.empty() ? "at the largest n" : problem_text + " at the largest n";
    result += table(heading, kind, of_problem);
  }
  return result;
}

std::string run_summary::chart() const {
  std::string result;
  for (const auto& [key, of_problem] : rows_) {
    const basis kind = key.second;
    if (kind == basis::counted) continue;
    const auto in_order = ordered(of_problem);
    const row& first = *in_order.front();
    std::set<std::int64_t> sizes;
    for (const row* summary : in_order)
      for (const auto& [n, ns] : summary->times_ns) sizes.insert(n);
    std::vector<bar> bars;
    for (const row* summary : in_order) {
      if (summary->n != first.n || !(summary->ns > 0)) continue;
      bar line = {summary->point.variant->name, first.ns / summary->ns,
                  fmt::format("{:.2f}", first.ns / summary->ns)};
      for (const auto n : sizes) {
        const auto found = summary->times_ns.find(n);
        const bool known =
            sizes.size() > 1 && found != summary->times_ns.end() && found->second > 0;
        line.series.push_back(known ? static_cast<double>(n) / found->second : 0);
      }
      bars.push_back(std::move(line));
    }
    const std::string by_n =
        sizes.size() > 1 ? fmt::format("; right column: elements per ns by n, {} to {}, log scale",
                                       *sizes.begin(), *sizes.rbegin())
                         : "";
    const std::string heading =
        fmt::format("\n{}speed over the fastest's at n = {}{}",
                    kind == basis::modelled ? "modelled " : "", first.n, by_n);
    result += bar_chart(heading, bars);
  }
  return result;
}

}  // namespace warpmark
