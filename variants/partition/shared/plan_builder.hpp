#pragma once

#include <string>
#include <vector>

#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/elements.hpp"

namespace warpmark::partition {

/// Collects the kernels, buffers and steps of a plan that partitions: in addition to a keyed plan's
/// buffers it has "counts", the sizes of all parts but the last in 64 bits.
class plan_builder : public keyed_plan {
 public:
  explicit plan_builder(const problem& problem);

  std::size_t counts() const { return counts_; }

  /// Fills the counts with zeros, inside the timed span.
  void clear_counts();

  /// The pivot as a kernel argument.
  const scalar_argument& pivot() const { return pivot_; }

  /// The first kernel arguments: elements and payloads, their outputs, n, and the pivot; then
  /// `more`.
  std::vector<kernel_argument> arguments(std::vector<kernel_argument> more) const;

 private:
  std::size_t counts_ = 0;
  unsigned parts_;
  scalar_argument pivot_;
};

/// "block" for variants that claim or look up ranges for a full tile: large blocks, as smaller ones
/// have smaller tiles. 32 and 64 threads can be requested.
axis tile_block_axis();

/// "items": elements per thread.
axis items_axis(std::int64_t base);

/// For variants that make two parts, and for those that make three.
constraint makes_two_parts();
constraint makes_three_parts();

/// For kernels that count in 32 bits.
constraint counts_in_32_bits();

/// Bytes of an element and its payload.
std::size_t record_bytes(const problem& problem);

}  // namespace warpmark::partition
