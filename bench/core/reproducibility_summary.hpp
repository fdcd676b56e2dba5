#pragma once

#include <cstddef>
#include <cstdint>

namespace warpmark {

/// What executions with equal inputs had as outputs.
struct reproducibility_summary {
  std::size_t executions = 0;
  std::size_t distinct_outputs = 0;  ///< Those that differ in any bit of any output.
  std::uint64_t digest = 0;  ///< Of the first ones, to compare with other processes and cards.
};

}  // namespace warpmark
