#include "tuning/replay/replay.hpp"

#include <algorithm>
#include <limits>

#include "bench/journal/reader.hpp"
#include "tuning/replay/kernel_tuner_cache.hpp"

namespace warpmark::tuning {

recorded_space read_recorded_space(const std::filesystem::path& path,
                                   const journal_choice& choice) {
  return journal::is_journal(path) ? read_journal_space(path, choice)
                                   : read_kernel_tuner_cache(path);
}

std::vector<double> replay(const recorded_space& recorded, const strategy& by,
                           const search_options& options, std::size_t budget) {
  searcher search(recorded.configs, by, options);
  std::vector<double> best;
  double best_time = std::numeric_limits<double>::infinity();
  while (best.size() < budget) {
    const auto next = search.ask();
    if (next.empty()) break;
    const outcome& result = recorded.outcomes[next.front()];
    best_time = std::min(best_time, result.time.value_or(best_time));
    best.push_back(best_time);
    search.tell(next.front(), result);
  }
  return best;
}

}  // namespace warpmark::tuning
