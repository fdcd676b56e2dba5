#include "simt/phase_recorder.hpp"

#include <algorithm>
#include <utility>

namespace warpmark::simt {
namespace {

// In the order of access_kind.
constexpr std::array worst_degree_names = {"shared_load_worst_degree", "shared_store_worst_degree",
                                           "shared_atomic_worst_degree"};

}  // namespace

void phase_recorder::shared_request(access_kind kind, unsigned degree) {
  unsigned& worst = worst_degree_[static_cast<std::size_t>(kind)];
  worst = std::max(worst, degree);
}

void phase_recorder::end_phase() {
  const auto worst = std::exchange(worst_degree_, {});
  if (seen_.phases.size() == max_phases) {
    ++seen_.left_out;
    return;
  }
  const counter_set now = counters_.sum();
  auto phase = now.named();
  for (const auto& [name, earlier] : std::exchange(before_, now).named()) phase[name] -= earlier;
  for (std::size_t kind = 0; kind < worst.size(); ++kind)
    phase[worst_degree_names[kind]] = worst[kind];
  phase["shared_worst_degree"] = *std::max_element(worst.begin(), worst.end());
  std::erase_if(phase, [](const auto& item) { return item.second == 0; });
  seen_.phases.push_back(std::move(phase));
}

launch_phases phase_recorder::finish(std::string kernel) {
  end_phase();
  seen_.kernel = std::move(kernel);
  return std::move(seen_);
}

}  // namespace warpmark::simt
