#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/instructions/tensor_fragment.hpp"
#include "simt/instructions/tensor_product.hpp"

// One matrix instruction of a warp, decoded: where its operands are and what it computes.

namespace warpmark::simt {

/// Types of C and D.
enum class accumulator_type : std::uint8_t { f16, f32, f64, s32 };

/// Which elements of a sparse A are given, by the metadata of PTX's mma.sp.
struct sparsity {
  std::uint32_t metadata = 0;  ///< Slot.
  unsigned selector = 0;
};

struct matrix_product {
  product_shape shape{};
  tensor_type left = tensor_type::f16, right = tensor_type::f16;
  accumulator_type c_type = accumulator_type::f32, d_type = accumulator_type::f32;
  fragment a, b, c, d;
  std::vector<std::uint32_t> a_slots, b_slots, c_slots, d_slots;
  std::optional<sparsity> sparse;
  bool saturates = false;        ///< Integers are clamped, not wrapped.
  bool two_steps = false;        ///< Floats: the halves of the depth are added one after the other.
  bool counts_equal = false;     ///< Single bits are combined by xor, not by and.
  std::uint64_t operations = 0;  ///< Multiplications and additions.
  unsigned quads = 1;            ///< Independent products that are stacked: m8n8k4 has four.
};

/// The matrix that wmma.load and wmma.store move: its place in registers and its form in memory.
struct stored_matrix {
  fragment registers;
  std::vector<std::uint32_t> slots;
  unsigned columns = 0;
  unsigned stride_bits = 0;  ///< Of what the stride counts: elements; of a matrix of bits, bits.
  bool row_major = true;
  bool is_factor = false;   ///< A or B.
  bool in_tiles = false;    ///< Eight rows of 16 bytes are one register of the warp.
  bool transposes = false;  ///< The elements of a register are neighbours in the other direction.
  bool in_pairs = false;    ///< Each two elements of a lane are neighbours in memory.
  std::uint8_t space = 0;   ///< state_space
};

/// Executes it for the lanes in `active`, which should be all.
void multiply(lane_context& context, const matrix_product& product, std::uint32_t active);

}  // namespace warpmark::simt
