#include "bench/core/buffer_pool.hpp"

#include "bench/core/placements.hpp"

namespace warpmark {

guarded_buffer& buffer_pool::get(std::size_t index, std::size_t size_bytes, std::size_t placement) {
  const std::tuple key(index, size_bytes, placement);
  if (const auto found = buffers_.find(key); found != buffers_.end()) return found->second;
  return buffers_
      .emplace(key, guarded_buffer(machine_, size_bytes, lead_of_placement(placement, index)))
      .first->second;
}

}  // namespace warpmark
