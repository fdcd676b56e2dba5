#pragma once

#include <cstddef>
#include <vector>

namespace warpmark::tuning {

/// Which observations to model where they are too many: the fastest half of `most`, and of the
/// others the latest, so that what is learned now counts. Places in `times`, in ascending order;
/// all of them if they are no more than `most`. Infinity stands for what does not run.
std::vector<std::size_t> observation_window(const std::vector<double>& times,
                                            std::size_t max_count);

}  // namespace warpmark::tuning
