#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <vector>

#include "tuning/live/expected_times.hpp"
#include "tuning/live/tuned_problem.hpp"
#include "tuning/replay/recorded_space.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {

/// Expected times out of a journal, whose times may be modelled or those of another card.
struct starting_list {
  expected_times times;
  std::size_t ignored = 0;  ///< Points with a time that are not among the problems to tune.
};

/// The times of the problems' variants, at these problems. Throws usage_error if the file is no
/// journal, has no time, or has none of these problems.
starting_list read_starting_list(const registry& registry, const std::filesystem::path& path,
                                 const std::vector<tuned_problem>& problems);

/// The same for one recorded space, of a journal or a Kernel Tuner cache.
struct space_starting_list {
  std::map<config_index, double> times;
  std::size_t ignored = 0;  ///< Configs with a time that are not in the space.
};

/// Throws usage_error if the file is no record, if its configs have other axes, or if none of them
/// is in the space.
space_starting_list read_starting_list(const recorded_space& recorded,
                                       const std::filesystem::path& path);

}  // namespace warpmark::tuning
