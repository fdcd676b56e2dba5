#include "ci/gate/formats/concern.hpp"

#include <array>

namespace warpmark::gate {

const std::vector<concern>& all_concerns() {
  static const std::vector<concern> concerns = {
      {"GPU-PERF-REGRESSION-STATIC", "The compiled code got worse", loudness::error},
      {"GPU-PERF-REGRESSION-COUNTING", "More work is counted", loudness::error},
      {"GPU-PERF-REGRESSION", "It became slower", loudness::error},
      {"GPU-PERF-SUSPECT", "Faster than is believable", loudness::error},
      {"GPU-PERF-INVALID", "The measurement cannot be trusted", loudness::error},
      {"GPU-PERF-MISSING", "It is gone", loudness::error},
      {"GPU-PERF-INCONCLUSIVE", "Neither worse nor shown not to be", loudness::warning},
  };
  return concerns;
}

const concern* concern_of(const finding& of) {
  constexpr std::array after_regressions = {verdict::suspect, verdict::invalid, verdict::missing,
                                            verdict::inconclusive};
  const auto& all = all_concerns();
  if (of.outcome == verdict::regression || of.outcome == verdict::accepted)
    return &all[static_cast<std::size_t>(of.stage)];
  for (std::size_t i = 0; i < after_regressions.size(); ++i)
    if (of.outcome == after_regressions[i]) return &all[3 + i];
  return nullptr;
}

}  // namespace warpmark::gate
