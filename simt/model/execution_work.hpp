#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/model/launch_work.hpp"

namespace warpmark::model {

/// A launch, or a fill of so many bytes.
struct execution_step {
  std::optional<launch_work> launch;
  std::uint64_t filled_bytes = 0;
};

/// What one execution does, in its order; of more steps, that many and one more.
inline constexpr std::size_t max_kept_steps = 1000;
using execution_work = std::vector<execution_step>;

}  // namespace warpmark::model
