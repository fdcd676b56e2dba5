#include "simt/execution/block_cluster.hpp"

#include <utility>

#include "simt/execution/warp.hpp"
#include "simt/memory/shared_window.hpp"

namespace warpmark::simt {

void block_cluster::add(const member& added) {
  members_.push_back(added);
  arrived_.emplace_back(added.warps->size());
}

std::byte* block_cluster::shared(std::uint64_t address, std::uint64_t size,
                                 std::uint32_t own) const {
  if (address >> 32) return nullptr;
  const std::uint32_t rank = rank_of(static_cast<std::uint32_t>(address), own);
  if (rank >= members_.size()) return nullptr;
  const member& holder = members_[rank];
  const std::uint64_t offset = address & shared_offset_mask;
  return size <= holder.shared_bytes && offset <= holder.shared_bytes - size
             ? holder.shared + offset
             : nullptr;
}

void block_cluster::arrive(std::uint32_t rank, std::uint32_t warp, std::uint32_t lanes) {
  arrived_[rank][warp] |= lanes;
}

bool block_cluster::passed(std::uint32_t rank, std::uint32_t warp, std::uint32_t lanes) {
  if ((arrived_[rank][warp] & lanes) == 0) return true;
  for (std::uint32_t r = 0; r < members_.size(); ++r)
    for (std::size_t w = 0; w < arrived_[r].size(); ++w)
      if ((*members_[r].warps)[w].live() & ~arrived_[r][w]) return false;
  for (auto& item : arrived_) item.assign(item.size(), 0);
  completed_ = std::exchange(arriving_, {});
  return true;
}

}  // namespace warpmark::simt
