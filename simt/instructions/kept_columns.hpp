#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/execution/lane_context.hpp"
#include "simt/instructions/matrix_product.hpp"

namespace warpmark::simt {

/// Which elements of a sparse A are given: places in the compressed A, in rows of half the depth,
/// to those in the full A.
class kept_columns {
 public:
  kept_columns(lane_context& context, const matrix_product& product);
  std::size_t operator[](std::size_t compressed) const { return columns_[compressed]; }

 private:
  std::vector<std::uint16_t> columns_;
};

}  // namespace warpmark::simt
