#include "simt/memory/box_copy.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/memory/bulk_access.hpp"
#include "simt/memory/global_memory.hpp"
#include "simt/memory/proxy_watch.hpp"
#include "simt/memory/shared_window.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u64 box_alignment = 128;  // in shared memory, with every swizzle
constexpr u32 chunk_bytes = 16;     // what the unit moves at least

u32 whole_chunks(u32 bytes) { return (bytes + chunk_bytes - 1) / chunk_bytes * chunk_bytes; }

}  // namespace

std::string box_copy::box_text() const {
  std::string text;
  for (u32 i = map_.rank; i-- > 0;)
    text += fmt::format("{}{}", map_.box_elements(i), i == 0 ? "" : "x");
  return fmt::format("box of {} {} ({} bytes)", text, name(map_.element), map_.box_bytes());
}

// An H100 ends other copies with an illegal instruction.
bool box_copy::is_possible(const box_direction& direction) {
  const std::int64_t offset = std::int64_t{first_[0]} * size_bytes(map_.element);
  if (offset % chunk_bytes != 0) {
    report(
        finding_kind::misaligned,
        fmt::format("tensor copy: the {} begins at element {} of the innermost dimension, which is "
                    "no multiple of {} bytes from its first one",
                    box_text(), first_[0], chunk_bytes));
    return false;
  }
  for (u32 i = 0; i < map_.rank && !direction.loads; ++i)
    if (first_[i] < 0) {
      report(
          finding_kind::out_of_bounds,
          fmt::format("tensor copy: the {} begins at element {} of dimension {}, counted from the "
                      "innermost, 0; stores and reductions need coordinates from 0 on",
                      box_text(), first_[i], i));
      return false;
    }
  return true;
}

bool box_copy::has_room(u64 shared) {
  const u32 rank = rank_of(static_cast<u32>(shared), context_.cluster_rank);
  if (shared >> 32 == 0 && rank < context_.cluster->size()) {
    memory_ = context_.cluster->at(rank).shared;
    memory_bytes_ = context_.cluster->at(rank).shared_bytes;
  }
  begin_ = shared & shared_offset_mask;
  own_ = rank == context_.cluster_rank;
  if (begin_ % box_alignment != 0) {
    report(finding_kind::misaligned,
           fmt::format("tensor copy: the {} in shared memory at {:#x} is not aligned to {} bytes",
                       box_text(), begin_, box_alignment));
    return false;
  }
  if (begin_ <= memory_bytes_ && map_.shared_bytes() <= memory_bytes_ - begin_) return true;
  report(finding_kind::out_of_bounds,
         fmt::format("tensor copy: the {} in shared memory at {:#x} exceeds the block's {} bytes",
                     box_text(), begin_, memory_bytes_));
  return false;
}

// Host bytes of the part of a row that is in the tensor; nullptr if memory does not have all of it.
const std::byte* box_copy::global_bytes(const box_row& row, const box_direction& direction) {
  const u32 bytes = direction.loads ? row.within_bytes : whole_chunks(row.within_bytes);
  const allocation* found = context_.global->find(row.address, bytes);
  if (!found) {
    report(finding_kind::out_of_bounds,
           fmt::format("tensor copy: {} bytes of the tensor at {:#x} are outside of memory, {}",
                       bytes, row.address, context_.global->describe(row.address)));
    return nullptr;
  }
  if (direction.loads && !direction.noted)
    bulk_read(context_, in_, lane_, *found, row.address, bytes);
  else if (!direction.loads)
    bulk_write(context_, in_, lane_, *found, row.address, bytes, direction.reduces);
  return found->bytes + (row.address - found->base);
}

// Adds bytes that are adjacent but for the swizzle.
void box_copy::add(std::vector<copy_piece>& to, u64 box_offset, const std::byte* global, u32 bytes,
                   bool loads) {
  for (u32 done = 0; done < bytes;) {
    const u64 at = begin_ + box_offset + done;
    const u64 rest = bytes - done;
    const auto size = static_cast<u32>(
        map_.swizzle_bytes == 0 ? rest : std::min(rest, chunk_bytes - at % chunk_bytes));
    const u64 there = swizzled(at, map_.swizzle_bytes);
    if (there + size > memory_bytes_)
      return report(
          finding_kind::out_of_bounds,
          fmt::format("tensor copy: the swizzle moves bytes of the {} in shared memory at "
                      "{:#x} beyond the block's {} bytes",
                      box_text(), begin_, memory_bytes_));
    std::byte* const shared = memory_ + there;
    if (loads)
      to.push_back({shared, global + done, size});
    else
      // The tensor's memory is written.
      to.push_back({const_cast<std::byte*>(global) + done, shared, size});
    if (context_.proxy && own_) {
      if (loads)
        context_.proxy->forget(there, size);
      else
        check_async_read(context_, in_, 1u << lane_, there, size);
    }
    done += size;
  }
}

std::vector<copy_piece> box_copy::pieces(u64 shared, const box_direction& direction) {
  std::vector<copy_piece> result;
  const bool loads = direction.loads;
  if (!is_possible(direction) || !has_room(shared)) return result;
  const std::byte* const fill = fill_bytes(map_);
  box_rows rows(map_, first_);
  for (box_row row; rows.next(row);) {
    if (loads) add(result, row.box_offset, fill, row.before_bytes, true);
    const u64 within = row.box_offset + row.before_bytes;
    // The rest of the last chunk of a row is stored or reduced too, beyond the end of the tensor.
    if (row.within_bytes != 0)
      if (const std::byte* global = global_bytes(row, direction))
        add(result, within, global, loads ? row.within_bytes : whole_chunks(row.within_bytes),
            loads);
    if (loads) add(result, within + row.within_bytes, fill, row.after_bytes, true);
  }
  return result;
}

}  // namespace warpmark::simt
