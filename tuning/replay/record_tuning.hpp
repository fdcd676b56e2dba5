#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/journal/lines.hpp"
#include "tuning/replay/recorded_space.hpp"
#include "tuning/tune.hpp"

namespace warpmark::tuning {

/// A tuning by one strategy over a recorded space.
struct record_tuning {
  const strategy* by = nullptr;  ///< Null: the default for the space and the budget.
  std::map<std::string, double> settings = {};
  std::uint64_t seed = 1;
  std::map<config_index, double> expected_times = {};  ///< See search_options.
  tuning_budget budget = {};                           ///< If empty, 200 evaluations.
  std::filesystem::path journal = {};                  ///< A new file; empty: none.
  std::vector<std::string> argv = {};  ///< Of the program, for the journal's manifest.
  std::function<void(const evaluation&)> seen = [](const evaluation&) {};
};

/// Tunes, and returns the result: best config and time, their fraction of the optimum, and the gain
/// over the base if that is recorded. Throws usage_error for settings that the strategy does not
/// have and for a journal that cannot be written, else what tune() throws.
journal::json tune_on_record(const recorded_space& recorded, const record_tuning& tuning);

}  // namespace warpmark::tuning
