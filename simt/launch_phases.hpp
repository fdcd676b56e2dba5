#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpmark {

/// Counters of block 0 of a launch for each phase
/// (docs/counters.md): from one release of a block-wide barrier to the next. The last phase ends
/// with the block.
struct launch_phases {
  std::string kernel;
  std::vector<std::map<std::string, std::uint64_t>> phases;  ///< Counters that are not zero.
  std::uint64_t left_out = 0;                                ///< Later phases, which are not kept.
};

}  // namespace warpmark
