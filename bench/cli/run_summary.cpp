#include "bench/cli/run_summary.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "bench/cli/bar_chart.hpp"
#include "bench/cli/text_table.hpp"

namespace warpmark {
namespace {

std::string problem_without_n(const problem& asked) {
  problem rest;
  for (const auto& [name, value] : asked)
    if (name != "n") rest.set(name, value);
  return rest.canonical();
}

std::string time_text(double ns) {
  if (ns < 1e4) return fmt::format("{:.2f} us", ns / 1e3);
  if (ns < 1e6) return fmt::format("{:.1f} us", ns / 1e3);
  return fmt::format("{:.3f} ms", ns / 1e6);
}

std::vector<std::string> timed_cells(const journal::json& best) {
  const auto& times = best.at("times_ns");
  const double median = times.at("median");
  const double width = times.at("ci_hi").get<double>() - times.at("ci_lo").get<double>();
  return {time_text(median), fmt::format("{:.2f} %", 100 * width / 2 / median),
          fmt::format("{:.1f}", best.at("throughput_bytes_per_s").get<double>() / 1e9),
          best.contains("fraction_of_ceiling")
              ? fmt::format("{:.1f} %", 100 * best.at("fraction_of_ceiling").get<double>())
              : "-"};
}

std::uint64_t counter_of(const journal::json& line, const char* name) {
  return line.contains("counters") ? line.at("counters").value(name, std::uint64_t{0}) : 0;
}

std::vector<std::string> counted_cells(const journal::json& best) {
  const double elements = std::max(1.0, best.at("ops").get<double>());
  const auto per_element = [&](std::uint64_t count) {
    return fmt::format("{:.3f}", static_cast<double>(count) / elements);
  };
  return {per_element(counter_of(best, "warp_instructions")),
          per_element(counter_of(best, "global_load_sectors")),
          per_element(counter_of(best, "shared_load_wavefronts") +
                      counter_of(best, "shared_store_wavefronts")),
          per_element(counter_of(best, "global_atomic_lanes")),
          best.contains("modelled_time_ns") ? time_text(best.at("modelled_time_ns").get<double>())
                                            : "-",
          best.value("modelled_bound_by", "-")};
}

}  // namespace

void run_summary::add(const point& of, const journal::json& line) {
  if (line.at("status") != "ok") return;
  const auto* n = of.asked.find("n");
  const std::int64_t size = n == nullptr ? 0 : std::get<std::int64_t>(*n);
  const double cost = line.contains("times_ns")
                          ? line.at("times_ns").at("median").get<double>()
                          : static_cast<double>(counter_of(line, "warp_instructions"));
  row& kept = rows_[problem_without_n(of.asked)][of.of->path()];
  double& least = kept.costs.try_emplace(size, cost).first->second;
  least = std::min(least, cost);
  if (size < kept.n || (size == kept.n && kept.cost != 0 && cost >= kept.cost)) return;
  kept = {size, cost, of, line, std::move(kept.costs)};
}

std::vector<const run_summary::row*> run_summary::ordered(const by_variant& rows) {
  std::vector<const row*> result;
  for (const auto& [path, each] : rows) result.push_back(&each);
  std::stable_sort(result.begin(), result.end(), [](const row* a, const row* b) {
    return a->n != b->n ? a->n > b->n : a->cost < b->cost;
  });
  return result;
}

std::string run_summary::text() const {
  std::string result;
  for (const auto& [problem_text, of_problem] : rows_) {
    const auto in_order = ordered(of_problem);
    const bool timed = in_order.front()->best.contains("times_ns");
    std::vector<std::vector<std::string>> rows;
    for (const row* each : in_order) {
      std::vector<std::string> cells = {each->of.of->path(), each->of.how.canonical(),
                                        fmt::format("{}", each->n)};
      const auto rest = timed ? timed_cells(each->best) : counted_cells(each->best);
      cells.insert(cells.end(), rest.begin(), rest.end());
      rows.push_back(std::move(cells));
    }
    const std::vector<std::string> header =
        timed ? std::vector<std::string>{"variant", "best config", "n",         "median",
                                         "+/-",     "GB/s",        "of ceiling"}
              : std::vector<std::string>{"variant",
                                         "config with fewest warp instructions",
                                         "n",
                                         "warp instr./elem.",
                                         "load sectors/elem.",
                                         "shared wavefronts/elem.",
                                         "atomics/elem.",
                                         "modelled time",
                                         "modelled bound by"};
    result += fmt::format("\n{} at the largest n\n{}", problem_text, text_table(header, rows));
  }
  return result;
}

std::string run_summary::chart() const {
  std::string result;
  for (const auto& [problem_text, of_problem] : rows_) {
    const auto in_order = ordered(of_problem);
    const row& first = *in_order.front();
    std::set<std::int64_t> sizes;
    for (const row* each : in_order)
      for (const auto& [n, cost] : each->costs) sizes.insert(n);
    std::vector<bar> bars;
    for (const row* each : in_order) {
      if (each->n != first.n || !(each->cost > 0)) continue;
      bar line = {each->of.of->name, first.cost / each->cost,
                  fmt::format("{:.2f}", first.cost / each->cost)};
      for (const auto n : sizes) {
        const auto found = each->costs.find(n);
        const bool known = sizes.size() > 1 && found != each->costs.end() && found->second > 0;
        line.series.push_back(known ? static_cast<double>(n) / found->second : 0);
      }
      bars.push_back(std::move(line));
    }
    const bool timed = first.best.contains("times_ns");
    const std::string by_n =
        sizes.size() > 1
            ? fmt::format("; at the right elements a {} by n, {} to {}, log scale",
                          timed ? "ns" : "warp instruction", *sizes.begin(), *sizes.rbegin())
            : "";
    const std::string heading = fmt::format(
        "\n{} at n = {}{}",
        timed ? "speed over the fastest's" : "fewest warp instructions over each's", first.n, by_n);
    result += bar_chart(heading, bars);
  }
  return result;
}

}  // namespace warpmark
