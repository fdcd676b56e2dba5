#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "simt/memory/global_memory.hpp"

namespace warpmark::simt {

/// A copy of all allocations, and of which of their bytes have been written. The host memory that
/// it takes is charged to the launch.
class memory_snapshot {
 public:
  /// Throws device_memory_error beyond the budget of the current launch.
  explicit memory_snapshot(const global_memory& memory);

  /// Puts everything back. The same allocations must be live.
  void restore() const;

 private:
  struct copy {
    std::unique_ptr<std::byte[]> bytes;
    shadow_bytes written;
  };
  const global_memory& memory_;
  std::vector<copy> copies_;  // Parallel to memory_.live().
};

}  // namespace warpmark::simt
