#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/journal/writer.hpp"
#include "tuning/replay/recorded_space.hpp"
#include "tuning/tune.hpp"

namespace warpmark::tuning {

/// The journal of a replayed tuning: one measurement per config, in the order of evaluation, with
/// backend `replay`; its end line has the result under `tuning`.
class tune_journal {
 public:
  /// Throws usage_error if the file exists or cannot be written. `recorded` must outlive it.
  tune_journal(const std::filesystem::path& path, const recorded_space& recorded,
               const std::vector<std::string>& argv, std::uint64_t seed,
               std::optional<std::size_t> planned_evaluations);

  void append(const evaluation& now);
  void end(const journal::json& result);

 private:
  const recorded_space& recorded_;
  journal::writer writer_;
  journal::run_end ended_;
};

}  // namespace warpmark::tuning
