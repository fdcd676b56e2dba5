#pragma once

#include <cstdint>
#include <map>

namespace warpmark::simt {

/// The memory that kernels' malloc takes from: first fit within one allocation of global memory.
/// Where a piece lies depends only on the calls made before.
class device_heap {
 public:
  device_heap(std::uint64_t base, std::uint64_t size) { free_[base] = size; }

  /// The address of a piece, 16-byte aligned; 0 if none is large enough.
  std::uint64_t allocate(std::uint64_t size);
  /// False if no piece begins there.
  bool release(std::uint64_t address);

 private:
  std::map<std::uint64_t, std::uint64_t> free_, used_;  // Begin, size.
};

}  // namespace warpmark::simt
