#pragma once

#include <cstdint>

#include "variants/contract/operator_plan.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/block_method.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {

/// Collects the kernels, buffers and steps of a scan.
class plan_builder : public operator_plan {
 public:
  explicit plan_builder(const problem& problem)
      : operator_plan(problem, static_cast<std::uint64_t>(problem.integer("n"))),
        inclusive_(problem.text("kind") == "inclusive") {}

  bool inclusive() const { return inclusive_; }

 private:
  bool inclusive_;
};

/// How a tile of consecutive elements is cut up and scanned by one block.
struct tiling {
  block_method method;
  std::uint32_t block;
  std::uint32_t items = 1;  ///< Consecutive elements of a segment.

  /// Whether elements pass through shared memory on their way between memory and registers, so that
  /// neighbouring lanes access neighbouring elements of memory.
  bool transposed = true;

  std::uint64_t size() const { return std::uint64_t{block} * method.segments * items; }

  /// Additions on the longest path of an element to a result of its tile.
  double depth() const { return block_depth(method, block) + 2 * (items - 1); }
};

/// The tiling of a config with axis "block", and "items" and "transfer" if it has them.
tiling tiling_of(const config& config, const block_method& method);

/// kernels/scan/tile.cuh's tile between two buffers.
template_instance tile_type(const plan_builder& plan, const tiling& tiles, std::size_t from,
                            std::size_t to);

/// The kernel that scans such tiles, in the file of their method.
template_instance scan_of_tiles(const tiling& tiles, const templates::scan_tiles& kernel);

/// Whether an element can hold a partial result: not if 16-bit floats would round it, nor if it is
/// a pair.
bool elements_hold_partials(const problem& problem);

/// Whether partial results have 4 bytes, which take one bank each.
bool has_values_of_a_bank(const problem& problem);

/// "items": consecutive elements that a thread scans in registers.
axis items_axis(std::int64_t base);

/// "transfer": whether elements pass through shared memory (see tiling::transposed).
axis transfer_axis();

/// For variants with axes "items" and "transfer", which a single item makes the same.
constraint direct_differs_from_transposed();

/// For variants with axes "block" and "items".
constraint tile_fits_shared_memory(block_method (*method_of)(const config&));

}  // namespace warpmark::scan
