#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simt/execution/lane_context.hpp"
#include "simt/instructions/matrix_product.hpp"

// wgmma.mma_async: products of the four warps of a warp group, D = A B + D with 64 rows. Warp w of
// the group has rows 16w to 16w + 15 of A and D in its registers.

namespace warpmark::simt {

inline constexpr std::uint32_t warps_of_group = 4;

struct warp_group_product {
  product_shape shape{};  ///< By words for single bits.
  tensor_type left = tensor_type::f16, right = tensor_type::f16;
  accumulator_type d_type = accumulator_type::f32;
  unsigned element_bits = 16;  ///< Of A and B; 32 for words of single bits.
  fragment a, d;               ///< Of one warp; `a` is empty if A is in shared memory.
  std::vector<std::uint32_t> a_slots, d_slots;
  std::vector<std::uint32_t> a_registers, d_registers;  ///< Among those of all products.
  std::uint32_t a_descriptor = 0, b_descriptor = 0;     ///< Slots.
  bool a_mn_major = false, b_mn_major = false;
  bool negates = false;               ///< One of A and B is scaled by -1.
  bool saturates = false;             ///< Integers are clamped, not wrapped.
  std::uint32_t accumulates = 0;      ///< Slot of the predicate scale-d,
  std::uint32_t accumulate_flip = 0;  ///< and all ones if it is negated.
  std::uint64_t operations = 0;       ///< Multiplications and additions of the group.

  bool a_in_registers() const { return !a_slots.empty(); }
};

/// A product that the warps of a group have issued.
struct issued_product {
  const warp_group_product* product = nullptr;
  std::uint32_t site = 0;
  std::uint64_t a_descriptor = 0, b_descriptor = 0;
  bool accumulates = false;
};

/// Computes a product for the warps of the group of `context.warp` that `warps` has a bit for, from
/// what their registers and the shared memory have now. Bytes beyond the shared memory are zeros.
void multiply(lane_context& context, const issued_product& issued, std::uint32_t warps);

}  // namespace warpmark::simt
