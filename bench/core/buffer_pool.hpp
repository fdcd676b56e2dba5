#pragma once

#include <cstddef>
#include <map>
#include <tuple>

#include "bench/core/guarded_buffer.hpp"

namespace warpmark {

/// Device memory that plans work in. Two plans with one pool work at the same addresses where they
/// ask for the same: where a buffer lies can matter more than what is done with it, and it is the
/// same from process to process, so that more processes do not average it out.
class buffer_pool {
 public:
  explicit buffer_pool(backend& machine) : machine_(machine) {}

  /// Buffer `index` of a plan in placement `placement`; allocates it at first use. Throws
  /// device_error if there is no room.
  guarded_buffer& get(std::size_t index, std::size_t size_bytes, std::size_t placement);

 private:
  backend& machine_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, guarded_buffer> buffers_;
};

}  // namespace warpmark
