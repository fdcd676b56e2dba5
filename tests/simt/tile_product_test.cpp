#include "simt/instructions/tile_product.hpp"

#include <array>
#include <bit>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/vector_clones.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
constexpr unsigned tile_slot_bytes = 128, tile_registers = 14;

// m16n8k16 of halves, or m16n8k8 of words.
matrix_product tile_product_of(tensor_type type) {
  const bool words = type == tensor_type::tf32;
  const unsigned depth = words ? 8 : 16, bits = words ? 32 : 16;
  matrix_product product{.shape = {16, 8, depth}, .left = type, .right = type};
  product.a = left_fragment(16, depth, bits);
  product.b = right_fragment(depth, 8, bits);
  product.c = product.d = sum_fragment(16, 8, 32);
  for (u32 r = 0; r < tile_registers; ++r)
    (r < 4    ? product.a_slots
     : r < 6  ? product.b_slots
     : r < 10 ? product.c_slots
              : product.d_slots)
        .push_back(r * tile_slot_bytes);
  return product;
}

template <class T>
std::vector<u32> general_tile_sums(lane_context& context, const matrix_product& product) {
  const unsigned depth = product.shape.depth;
  float_matrix<T> a, b;
  a.begin(std::size_t{16} * depth);
  b.begin(std::size_t{8} * depth);
  std::vector<float> c(128);
  std::vector<double> sums(128);
  for_each_element(
      context, product.a, product.a_slots.data(),
      [&](std::size_t at, std::uint64_t v) { a.set(at, product.left, static_cast<u32>(v)); });
  for_each_element(
      context, product.b, product.b_slots.data(),
      [&](std::size_t at, std::uint64_t v) { b.set(at, product.right, static_cast<u32>(v)); });
  for_each_element(
      context, product.c, product.c_slots.data(),
      [&](std::size_t at, std::uint64_t v) { c[at] = std::bit_cast<float>(static_cast<u32>(v)); });
  truncated_sums<T>(product.shape, a, b, c.data(), sums.data());
  std::vector<u32> bits;
  for (const double sum : sums) bits.push_back(toward_zero_f32(sum));
  return bits;
}

// Exponents of so many values around that of 1, each field at random; some elements are zero.
u32 tile_element(std::mt19937& random, tensor_type type, int spread, bool full) {
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<u32>(high - low + 1));
  };
  const bool half = type == tensor_type::f16;
  const u32 mantissa_bits = half                        ? 10
                            : type == tensor_type::bf16 ? 7
                                                        : 23,
            sign_bit = half                        ? 15
                       : type == tensor_type::bf16 ? 15
                                                   : 31;
  const u32 zeros = random() % 16, mantissa = full ? ~0u : static_cast<u32>(random());
  if (!full && zeros == 0) return 0;
  const int bias = half ? 15 : 127;
  const int field = std::max(0, std::min(half ? 30 : 254, bias + pick(-spread, full ? 0 : 3)));
  const u32 sign = full ? 0 : random() & 1;
  return sign << sign_bit | static_cast<u32>(field) << mantissa_bits |
         (mantissa & ((1u << mantissa_bits) - 1));
}

struct tile_case {
  tensor_type type;
  int spread, sum_spread;
  bool full;
  unsigned computed;  // Of a hundred tiles. Others have sums or exponents beyond the fast way.
};

class tile_products : public ::testing::TestWithParam<tile_case> {};

TEST_P(tile_products, are_the_general_sums) {
  if (!has_wide_vectors()) GTEST_SKIP() << "this processor computes all products the general way";
  const tile_case& parameter = GetParam();
  const matrix_product product = tile_product_of(parameter.type);
  std::mt19937 random(7);
  unsigned computed = 0;
  for (unsigned trial = 0; trial < 100; ++trial) {
    alignas(32) std::array<u32, tile_registers * 32> file{};
    lane_context context;
    context.registers = reinterpret_cast<std::byte*>(file.data());
    for (unsigned i = 0; i < 6 * 32; ++i) {
      file[i] = tile_element(random, parameter.type, parameter.spread, parameter.full);
      if (parameter.type != tensor_type::tf32)
        file[i] |= tile_element(random, parameter.type, parameter.spread, parameter.full) << 16;
    }
    for (unsigned i = 6 * 32; i < 10 * 32; ++i)
      file[i] = tile_element(random, tensor_type::tf32, parameter.sum_spread, parameter.full);
    const std::vector<u32> expected = parameter.type == tensor_type::f16
                                          ? general_tile_sums<float>(context, product)
                                          : general_tile_sums<double>(context, product);
    if (!multiply_tile(context, product)) continue;
    ++computed;
    for_each_element(
        context, product.d, product.d_slots.data(),
        [&](std::size_t at, std::uint64_t bits) { ASSERT_EQ(bits, expected[at]) << at; });
  }
  EXPECT_EQ(computed, parameter.computed);
}

INSTANTIATE_TEST_SUITE_P(formats, tile_products,
                         ::testing::Values(tile_case{tensor_type::f16, 3, 3, false, 100},
                                           tile_case{tensor_type::f16, 40, 20, false, 100},
                                           tile_case{tensor_type::f16, 1, 120, false, 100},
                                           tile_case{tensor_type::f16, 0, 0, true, 0},
                                           tile_case{tensor_type::bf16, 3, 3, false, 100},
                                           tile_case{tensor_type::bf16, 40, 60, false, 20},
                                           tile_case{tensor_type::bf16, 120, 120, false, 0},
                                           tile_case{tensor_type::tf32, 3, 3, false, 100},
                                           tile_case{tensor_type::tf32, 40, 60, false, 0},
                                           tile_case{tensor_type::tf32, 0, 0, true, 100}));

}  // namespace
}  // namespace warpmark::simt
