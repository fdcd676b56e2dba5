#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace warpmark::tuning {

/// Called as a tuning proceeds, to show it.
struct tuning_listener {
  /// The search of a problem begins, with at most this many evaluations.
  std::function<void(const std::string& problem, std::size_t evaluations)> searching =
      [](const std::string&, std::size_t) {};

  /// Another activity begins, such as "finals", with at most this many measurements.
  std::function<void(const std::string& activity, std::size_t measurements)> begins =
      [](const std::string&, std::size_t) {};

  /// A problem is not searched, since no time is left.
  std::function<void(const std::string& problem)> left_out = [](const std::string&) {};
};

}  // namespace warpmark::tuning
