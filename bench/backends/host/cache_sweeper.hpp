#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/sampling/measuring_options.hpp"

namespace warpmark::host {

/// Drives everything else out of this core's caches and the shared ones, by going through twice the
/// last-level cache. What other cores hold in caches of their own may stay.
class cache_sweeper {
 public:
  explicit cache_sweeper(std::size_t last_level_bytes) : last_level_bytes_(last_level_bytes) {}

  void sweep(flush_lines leaving);

 private:
  std::size_t last_level_bytes_;
  std::vector<std::uint64_t> words_;  // Made at first use.
  volatile std::uint64_t sum_ = 0;    // What is read must go somewhere.
};

}  // namespace warpmark::host
