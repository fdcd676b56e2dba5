#pragma once

#include <cstddef>
#include <map>
#include <tuple>

#include "bench/core/guarded_buffer.hpp"

namespace warpmark {

/// Device memory of plans. Two plans with one pool get the same addresses for equal requests. The
/// address of a buffer can affect a time more than the code does, and it is the same in each
/// process, so that more processes do not average it out.
class buffer_pool {
 public:
  explicit buffer_pool(backend& machine) : machine_(machine) {}

  /// Buffer `index` of a plan in placement `placement`; allocated at first use. Throws device_error
  /// if the device is out of memory.
  guarded_buffer& get(std::size_t index, std::size_t size_bytes, std::size_t placement);

 private:
  backend& machine_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, guarded_buffer> buffers_;
};

}  // namespace warpmark
