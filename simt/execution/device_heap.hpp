#pragma once

#include <cstdint>
#include <map>

namespace warpmark::simt {

/// The heap of the kernels' malloc: first fit within one allocation of global memory. The address
/// of a piece depends only on the preceding calls.
class device_heap {
 public:
  device_heap(std::uint64_t base, std::uint64_t size) { free_[base] = size; }

  /// The address of a piece, 16-byte aligned; 0 if none is large enough.
  std::uint64_t allocate(std::uint64_t size);
  /// Releases a piece; false if no piece begins there.
  bool release(std::uint64_t address);

 private:
  std::map<std::uint64_t, std::uint64_t> free_, used_;  // Begin, size.
};

}  // namespace warpmark::simt
