#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "simt/memory/touched_bytes.hpp"

namespace warpmark::simt {

/// Which bytes of global memory an earlier launch loaded and stored, by address: what a dependent
/// launch that starts before its end may conflict with.
class launch_footprint {
 public:
  /// `touched` belongs to a launch of `kernel` and to the present allocations of `memory`.
  launch_footprint(std::string kernel, std::shared_ptr<const touched_bytes> touched,
                   const global_memory& memory)
      : kernel_(std::move(kernel)), touched_(std::move(touched)), allocations_(memory.live()) {}

  const std::string& kernel() const { return kernel_; }
  /// Whether the launch stored a byte of the range.
  bool stored(std::uint64_t address, std::uint64_t length) const {
    return (marks(address, length) >> 32) != 0;
  }
  /// Whether it loaded one.
  bool loaded(std::uint64_t address, std::uint64_t length) const {
    return (marks(address, length) & 0xffff'ffff) != 0;
  }

 private:
  // The union of the marks of the range's bytes: loaded ones in the low half, stored ones in the
  // high half.
  std::uint64_t marks(std::uint64_t address, std::uint64_t length) const;

  std::string kernel_;
  std::shared_ptr<const touched_bytes> touched_;
  std::vector<allocation> allocations_;  // Of that launch; the memory may have been released.
};

}  // namespace warpmark::simt
