#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "variants/contract/axis.hpp"
#include "variants/contract/parameters.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {

/// One way for a block to scan a tile: a type of kernels/scan/; tile.cuh lists its members.
struct block_method {
  std::string name;  ///< "blelloch"
  instance_after<templates::method_arguments> type;
  std::uint32_t segments;  ///< Per thread.
};

block_method hillis_steele_method(std::int64_t buffers);
block_method blelloch_method(const std::string& padding);  ///< "unpadded", "pad32" or "pad32x2".
block_method brent_kung_method(const std::string& padding);
block_method kogge_stone_method();
block_method raking_method(const std::string& padding);  ///< "unpadded" or "pad32".
block_method sklansky_method();
block_method shuffle_method();

/// "method" of the device-wide variants: those of the lecture, by their variants' names.
axis method_axis();

/// The method of a config with that axis.
block_method method_of(const config& config);

/// Additions on the longest path of an element to a result, within a block.
double block_depth(const block_method& method, std::uint32_t block);

/// Shared memory of a tile in bytes: the method's own, and that for transposing `items` elements of
/// at most `element_bytes` per segment; partial results take `value_bytes`.
std::size_t tile_shared_bytes(const block_method& method, std::uint32_t block, std::uint32_t items,
                              std::size_t value_bytes, std::size_t element_bytes);

}  // namespace warpmark::scan
