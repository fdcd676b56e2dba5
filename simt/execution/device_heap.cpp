#include "simt/execution/device_heap.hpp"

#include <algorithm>
#include <iterator>

namespace warpmark::simt {

std::uint64_t device_heap::allocate(std::uint64_t size) {
  if (size == 0 || size > std::uint64_t{1} << 60) return 0;
  size = (size + 15) / 16 * 16;
  const auto found = std::find_if(free_.begin(), free_.end(),
                                  [&](const auto& piece) { return piece.second >= size; });
  if (found == free_.end()) return 0;
  const auto [base, room] = *found;
  free_.erase(found);
  if (room > size) free_[base + size] = room - size;
  used_[base] = size;
  return base;
}

bool device_heap::release(std::uint64_t address) {
  const auto found = used_.find(address);
  if (found == used_.end()) return false;
  auto piece = free_.insert({address, found->second}).first;
  used_.erase(found);
  const auto next = std::next(piece);
  if (next != free_.end() && piece->first + piece->second == next->first) {
    piece->second += next->second;
    free_.erase(next);
  }
  if (piece == free_.begin()) return true;
  const auto before = std::prev(piece);
  if (before->first + before->second == piece->first) {
    before->second += piece->second;
    free_.erase(piece);
  }
  return true;
}

}  // namespace warpmark::simt
