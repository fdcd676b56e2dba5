#include "bench/judge/judgement.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bench/statistics/quantile.hpp"
#include "bench/statistics/t_test.hpp"

namespace warpmark::judge {
namespace {

// Processes differ by some percent in short times (docs/measuring.md); a card whose clock was
// lowered differs by more.
constexpr double moved_ratio = 1.15;

constexpr double share_of_floor = 0.9;

}  // namespace

std::string_view name(verdict value) {
  switch (value) {
    case verdict::accepted:
      return "accepted";
    case verdict::suspect:
      return "suspect";
    case verdict::rejected:
      break;
  }
  return "rejected";
}

verdict judgement::result() const {
  verdict worst = verdict::accepted;
  for (const judge_finding& one : findings) worst = std::max(worst, one.weight);
  return worst;
}

double memory_floor_ns(std::uint64_t input_bytes, std::uint64_t bytes, std::uint64_t l2_bytes,
                       std::optional<double> read_bytes_per_s,
                       std::optional<double> fastest_bytes_per_s) {
  const auto time_ns = [](std::uint64_t moved, std::optional<double> rate) {
    return rate && *rate > 0 ? static_cast<double>(moved) / *rate * 1e9 : 0.0;
  };
  const double reading = time_ns(std::min(input_bytes, bytes), read_bytes_per_s);
  const double all = time_ns(bytes - std::min(bytes, l2_bytes), fastest_bytes_per_s);
  return share_of_floor * std::max(reading, all);
}

judged_time judge_times(const std::string& problem, bool hidden,
                        const std::vector<double>& baseline_ns,
                        const std::vector<double>& submission_ns, double floor_ns,
                        std::vector<judge_finding>& findings) {
  judged_time result{.problem = problem, .hidden = hidden};
  result.processes = std::min(baseline_ns.size(), submission_ns.size());
  if (result.processes == 0) return result;
  std::vector<double> log_ratios;
  for (std::size_t i = 0; i < result.processes; ++i)
    log_ratios.push_back(std::log(baseline_ns[i] / submission_ns[i]));
  result.baseline_ns = statistics::median(baseline_ns);
  result.submission_ns = statistics::median(submission_ns);
  if (result.processes > 1) {
    const auto mean = statistics::t_test(log_ratios);
    const auto range = mean.range();
    result.speedup = std::exp(mean.estimate);
    result.speedup_interval = {std::exp(range.lo), std::exp(range.hi)};
  } else {
    result.speedup = std::exp(log_ratios.front());
  }
  if (floor_ns > 0) result.floor_ns = floor_ns;
  if (result.submission_ns < floor_ns)
    findings.push_back({verdict::suspect, "faster_than_memory", "cuda", problem,
                        fmt::format("{:.2f} us, but the memory of this card takes at least {:.2f} "
                                    "us for what the task must move",
                                    result.submission_ns / 1e3, floor_ns / 1e3)});
  return result;
}

void judge_baseline(const std::string& problem, const std::vector<double>& baseline_ns,
                    std::vector<judge_finding>& findings) {
  if (baseline_ns.size() < 2) return;
  const double first = baseline_ns.front();
  const auto [least, most] = std::minmax_element(baseline_ns.begin(), baseline_ns.end());
  for (const double moved : {*least, *most})
    if (moved > first * moved_ratio || moved * moved_ratio < first) {
      findings.push_back({verdict::suspect, "clock", "cuda", problem,
                          fmt::format("the baseline took {:.2f} us before the submission ran and "
                                      "{:.2f} us after it: the card changed",
                                      first / 1e3, moved / 1e3)});
      return;
    }
}

}  // namespace warpmark::judge
