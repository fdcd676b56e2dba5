#pragma once

#include <cstddef>
#include <vector>

namespace warpmark::tuning {

/// Selects the observations to model if there are too many: `max_count` / 2 of the fastest, and the
/// latest of the others, so that new observations are used. Indices into `times`, in ascending
/// order; all of them if there are at most `max_count`. Infinity means a config that does not run.
std::vector<std::size_t> observation_window(const std::vector<double>& times,
                                            std::size_t max_count);

}  // namespace warpmark::tuning
