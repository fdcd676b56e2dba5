#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/sampling/measuring_options.hpp"

namespace warpmark::host {

/// Evicts all other data from this core's caches and the shared ones by reading twice the size of
/// the last-level cache. Private caches of other cores may keep data.
class cache_sweeper {
 public:
  explicit cache_sweeper(std::size_t last_level_bytes) : last_level_bytes_(last_level_bytes) {}

  void sweep(flush_lines leaving);

 private:
  std::size_t last_level_bytes_;
  std::vector<std::uint64_t> words_;  // Allocated at first use.
  volatile std::uint64_t sum_ = 0;    // A sink, so that the reads are not optimised away.
};

}  // namespace warpmark::host
