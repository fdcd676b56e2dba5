#include "simt/instructions/integer_product.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "base/vector_clones.hpp"
#include "simt/instructions/kept_columns.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using s32 = std::int32_t;
using u64 = std::uint64_t;
using s64 = std::int64_t;

s32 integer_of(tensor_type type, u64 bits) {
  const u32 word = static_cast<u32>(bits);
  switch (type) {
    case tensor_type::s8:
      return static_cast<std::int8_t>(word);
    case tensor_type::s4:
      return static_cast<s32>(word << 28) >> 28;
    default:
      return static_cast<s32>(word);
  }
}

struct integer_operands {
  std::vector<s32> a, b, products;
};

// Sums of up to 256 products of 8-bit integers: 32 bits are enough.
WARPMARK_VECTOR_CLONES void add_integer_products(const product_shape& shape, const s32* a,
                                                 const s32* b, s32* sums) {
  constexpr unsigned together = 8;  // A divisor of all numbers of columns.
  for (unsigned first = 0; first < shape.columns; first += together)
    for (unsigned m = 0; m < shape.rows; ++m) {
      s32 sum[together] = {};
      for (unsigned k = 0; k < shape.depth; ++k)
        for (unsigned n = 0; n < together; ++n)
          sum[n] += a[m * shape.depth + k] * b[k * shape.columns + first + n];
      std::copy_n(sum, together, sums + m * shape.columns + first);
    }
}

void add_bit_products(const matrix_product& product, const s32* a, const s32* b, s32* sums) {
  const product_shape& shape = product.shape;
  for (unsigned m = 0; m < shape.rows; ++m)
    for (unsigned n = 0; n < shape.columns; ++n) {
      s32 sum = 0;
      for (unsigned k = 0; k < shape.depth; ++k) {
        const s32 left = a[m * shape.depth + k], right = b[k * shape.columns + n];
        sum += std::popcount(static_cast<u32>(product.counts_equal ? left ^ right : left & right));
      }
      sums[m * shape.columns + n] = sum;
    }
}

}  // namespace

void multiply_integers(lane_context& context, const matrix_product& product, u32 active) {
  thread_local integer_operands operands;
  const product_shape& shape = product.shape;
  operands.a.assign(std::size_t{shape.rows} * shape.depth, 0);
  operands.b.resize(std::size_t{shape.depth} * shape.columns);
  operands.products.resize(std::size_t{shape.rows} * shape.columns);
  std::optional<kept_columns> kept;
  if (product.sparse) kept.emplace(context, product);
  for_each_element(context, product.a, product.a_slots.data(), [&](std::size_t place, u64 bits) {
    operands.a[kept ? (*kept)[place] : place] = integer_of(product.left, bits);
  });
  for_each_element(context, product.b, product.b_slots.data(), [&](std::size_t place, u64 bits) {
    operands.b[place] = integer_of(product.right, bits);
  });
  s32* products = operands.products.data();
  if (product.left == tensor_type::b1)
    add_bit_products(product, operands.a.data(), operands.b.data(), products);
  else
    add_integer_products(shape, operands.a.data(), operands.b.data(), products);
  std::vector<s32>& sums = operands.products;
  for_each_element(context, product.c, product.c_slots.data(), [&](std::size_t place, u64 bits) {
    const s64 sum = s64{sums[place]} + static_cast<s32>(bits);
    sums[place] =
        static_cast<s32>(product.saturates ? std::clamp<s64>(sum, INT32_MIN, INT32_MAX) : sum);
  });
  write_elements(context, product.d, product.d_slots.data(), active,
                 [&](std::size_t place) { return static_cast<u32>(sums[place]); });
}

}  // namespace warpmark::simt
