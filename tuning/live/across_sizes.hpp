#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tuning/live/cross.hpp"

namespace warpmark::tuning {

/// The winner at one size of a series: problems that differ only in n.
struct size_winner {
  std::string series;
  point winner;
  std::optional<point> base;  ///< The default config of its variant.
};

/// Additional measurements of `tune -o`: a profile needs the times of configs at sizes where they
/// did not win.
struct across_sizes {
  std::vector<point> points;
  std::set<std::uint64_t> held_out;  ///< Held-out sizes, not used to choose the profile's configs.
};

/// Winners and bases of every series at all its sizes and at the sizes in `hold_out`; nothing: at
/// those between the tuned ones.
across_sizes plan_across(const std::vector<size_winner>& winners,
                         const std::optional<std::vector<std::uint64_t>>& hold_out,
                         const device_limits& limits);

}  // namespace warpmark::tuning
