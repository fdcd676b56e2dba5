#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpmark {

/// What block 0 of a launch did from each release of a block-wide barrier to the next
/// (docs/counters.md). The last phase ends with the block.
struct launch_phases {
  std::string kernel;
  std::vector<std::map<std::string, std::uint64_t>> phases;  ///< Counters that are not zero.
  std::uint64_t left_out = 0;                                ///< Phases after these.
};

}  // namespace warpmark
