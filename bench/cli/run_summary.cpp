#include "bench/cli/run_summary.hpp"

#include <algorithm>

#include <fmt/format.h>

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
  if (size < kept.n || (size == kept.n && kept.cost != 0 && cost >= kept.cost)) return;
  kept = {size, cost, of, line};
}

std::string run_summary::text() const {
  std::string result;
  for (const auto& [problem_text, by_variant] : rows_) {
    std::vector<const row*> ordered;
    for (const auto& [path, each] : by_variant) ordered.push_back(&each);
    std::stable_sort(ordered.begin(), ordered.end(), [](const row* a, const row* b) {
      return a->n != b->n ? a->n > b->n : a->cost < b->cost;
    });
    const bool timed = ordered.front()->best.contains("times_ns");
    std::vector<std::vector<std::string>> rows;
    for (const row* each : ordered) {
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

}  // namespace warpmark
