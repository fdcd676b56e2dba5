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

std::vector<std::string> timed_cells(const measurement& best) {
  const auto& times = *best.times_ns;
  const double half_width = 100 * (times.ci_hi - times.ci_lo) / 2 / times.median;
  return {
      time_text(times.median), fmt::format("{:.2f} %", half_width),
      fmt::format("{:.1f}", *best.throughput_bytes_per_s() / 1e9),
      best.fraction_of_ceiling ? fmt::format("{:.1f} %", 100 * *best.fraction_of_ceiling) : "-"};
}

std::vector<std::string> counted_cells(const measurement& best) {
  const auto counter = [&](const char* name) {
    const auto found = best.seen.counters.find(name);
    return found == best.seen.counters.end() ? std::uint64_t{0} : found->second;
  };
  const auto per_element = [&](std::uint64_t count) {
    return fmt::format("{:.3f}",
                       static_cast<double>(count) /
                           static_cast<double>(std::max<std::uint64_t>(1, best.operations)));
  };
  return {per_element(counter("warp_instructions")), per_element(counter("global_load_sectors")),
          per_element(counter("shared_load_wavefronts") + counter("shared_store_wavefronts")),
          per_element(counter("global_atomic_lanes"))};
}

}  // namespace

void run_summary::add(const measurement& measured) {
  if (measured.status != point_status::ok) return;
  const auto* n = measured.of.asked.find("n");
  const std::int64_t size = n == nullptr ? 0 : std::get<std::int64_t>(*n);
  double cost = 0;
  if (measured.times_ns)
    cost = measured.times_ns->median;
  else if (const auto found = measured.seen.counters.find("warp_instructions");
           found != measured.seen.counters.end())
    cost = static_cast<double>(found->second);
  row& kept = rows_[problem_without_n(measured.of.asked)][measured.of.of->path()];
  if (size < kept.n || (size == kept.n && kept.cost != 0 && cost >= kept.cost)) return;
  kept = {size, cost, measured};
}

std::string run_summary::text() const {
  std::string result;
  for (const auto& [problem_text, by_variant] : rows_) {
    std::vector<const row*> ordered;
    for (const auto& [path, each] : by_variant) ordered.push_back(&each);
    std::stable_sort(ordered.begin(), ordered.end(), [](const row* a, const row* b) {
      return a->n != b->n ? a->n > b->n : a->cost < b->cost;
    });
    const bool timed = ordered.front()->best.times_ns.has_value();
    std::vector<std::vector<std::string>> rows;
    for (const row* each : ordered) {
      std::vector<std::string> cells = {each->best.of.of->path(), each->best.of.how.canonical(),
                                        fmt::format("{}", each->n)};
      const auto rest = timed ? timed_cells(each->best) : counted_cells(each->best);
      cells.insert(cells.end(), rest.begin(), rest.end());
      rows.push_back(std::move(cells));
    }
    const std::vector<std::string> header =
        timed ? std::vector<std::string>{"variant", "best config",    "n", "median", "+/-",
                                         "GB/s",    "of read ceiling"}
              : std::vector<std::string>{"variant",
                                         "config with fewest warp instructions",
                                         "n",
                                         "warp instr./elem.",
                                         "load sectors/elem.",
                                         "shared wavefronts/elem.",
                                         "atomics/elem."};
    result += fmt::format("\n{} at the largest n\n{}", problem_text, text_table(header, rows));
  }
  return result;
}

}  // namespace warpmark
