#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "tuning/replay/journal_space.hpp"
#include "tuning/replay/recorded_space.hpp"
#include "tuning/strategies/searcher.hpp"

namespace warpmark::tuning {

/// Reads a record of either kind: a journal, or a Kernel Tuner cache, for which the choice is
/// ignored. Throws usage_error and tuning_error as their readers do.
recorded_space read_recorded_space(const std::filesystem::path& path,
                                   const journal_choice& choice = {});

/// The best time after each evaluation, infinity before the first config that runs; at most
/// `budget` of them, fewer where the space is exhausted.
std::vector<double> replay(const recorded_space& recorded, const strategy& by,
                           const search_options& options, std::size_t budget);

}  // namespace warpmark::tuning
