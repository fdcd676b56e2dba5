#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tuning/live/cross.hpp"

namespace warpmark {

/// What won at one size of a series, problems that differ in n alone.
struct size_winner {
  std::string series;
  point winner;
  std::optional<point> base;  ///< The default config of its variant.
};

/// What `tune -o` measures besides, so that a profile knows more than who won where.
struct across_sizes {
  std::vector<point> points;
  std::set<std::uint64_t> held_out;  ///< Sizes that have no say in the profile.
};

/// Winners and bases of every series at all its sizes, and at sizes to hold out: those between the
/// tuned ones, or what `hold_out` names, or none.
across_sizes plan_across(const std::vector<size_winner>& winners, const std::string& hold_out,
                         const device_limits& limits);

}  // namespace warpmark
