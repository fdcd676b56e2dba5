#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/journal/lines.hpp"
#include "tuning/live/checked_size.hpp"
#include "tuning/live/profile_check.hpp"
#include "tuning/live/tuning_listener.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// The result of checking a profile.
struct checked_profile {
  std::vector<size_verdict> verdicts;  ///< One per size, in their order.
  std::vector<journal::json> lines;    ///< Their lines of event "checked".

  /// The number of sizes at which the profile is stale.
  std::size_t stale() const;
};

/// The check that the profile's own requirements ask for: configs are equal as it says, and may
/// lose what it guarantees. `measuring`: the contract of its times. `rounds`: of the finals.
check_options check_of(const profile& profile, const measuring_options& measuring,
                       std::size_t rounds);

/// Which of the profiles, read from `file`, is of the card `here`. Throws usage_error if none is.
std::size_t profile_of_card(std::span<const profile> profiles, const std::string& file,
                            const card& here);

/// Checks the sizes on a machine, by its backend's name, with check_sizes(). `append` gets the
/// lines of event "checked". Throws tuning_error and tuning_interrupted.
checked_profile check_profile(const registry& registry, std::span<const checked_size> sizes,
                              const std::string& backend, const device_limits& limits,
                              evaluator& machine, const check_options& options,
                              const std::function<void(const journal::json&)>& append,
                              const tuning_listener& listener = {});

/// "shuffle[block=256]"
std::string config_text(const point& point);

}  // namespace warpmark::tuning
