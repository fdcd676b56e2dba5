#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/execution/pending_copies.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/memory/tensor_box.hpp"

namespace warpmark::simt {

/// Which way the bytes of a box go.
struct box_direction {
  bool loads = false;    ///< To shared memory; else from there.
  bool reduces = false;  ///< Into the tensor.
  bool noted = false;    ///< Reads of global memory were counted, for another block of a multicast.
};

/// One tensor copy of one lane: which bytes move where, with its findings and counters.
class box_copy {
 public:
  box_copy(lane_context& context, const instruction& in, unsigned lane, const tensor_map& map,
           const tensor_coordinates& first)
      : context_(context), in_(in), lane_(lane), map_(map), first_(first) {}

  /// The pieces of a copy between the tensor and a box at a shared::cluster address; none if the
  /// box does not fit there.
  std::vector<copy_piece> pieces(std::uint64_t shared, const box_direction& direction);

 private:
  void report(finding_kind kind, const std::string& why) {
    if (context_.findings->first_time(kind, in_.site))
      context_.findings->add(kind, in_.site, context_, 1u << lane_, why);
  }
  std::string box_text() const;
  bool is_possible(const box_direction& direction);
  bool has_room(std::uint64_t shared);
  const std::byte* global_bytes(const box_row& row, const box_direction& direction);
  void add(std::vector<copy_piece>& to, std::uint64_t box_offset, const std::byte* global,
           std::uint32_t bytes, bool loads);

  lane_context& context_;
  const instruction& in_;
  unsigned lane_;
  const tensor_map& map_;
  const tensor_coordinates& first_;
  std::byte* memory_ = nullptr;  // Of the block that holds the box,
  std::uint64_t memory_bytes_ = 0;
  std::uint64_t begin_ = 0;  // and where the box begins there.
  bool own_ = false;         // It is this block.
};

}  // namespace warpmark::simt
