#include "simt/instructions/warp_group_product.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/float_format.hpp"
#include "simt/execution/kernel_program.hpp"
#include "simt/instructions/matrix_descriptor.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using s32 = std::int32_t;
using u64 = std::uint64_t;
using s64 = std::int64_t;

constexpr unsigned rows_of_warp = 16;

bool has_short_sums(tensor_type type) {
  return type == tensor_type::e4m3 || type == tensor_type::e5m2;
}

// The registers of another warp of the group.
lane_context of_warp(const lane_context& context, u32 in_group) {
  lane_context other = context;
  const u32 warp = context.warp / warps_of_group * warps_of_group + in_group;
  const auto distance = static_cast<std::ptrdiff_t>(warp) - context.warp;
  other.registers += distance * static_cast<std::ptrdiff_t>(context.program->register_bytes);
  other.warp = warp;
  return other;
}

template <class Visit>
void each_warp(const lane_context& context, u32 warps, Visit&& visit) {
  for (u32 w = 0; w < warps_of_group; ++w)
    if ((warps >> w) & 1) {
      lane_context own = of_warp(context, w);
      visit(own, w);
    }
}

// Calls see(line, depth, bits) for the elements of a matrix with so many rows (of A) or columns (of
// B).
template <class See>
void each_stored_element(const lane_context& context, const warp_group_product& product,
                         u64 descriptor, bool mn_major, unsigned lines, See&& see) {
  const matrix_descriptor matrix = decode_matrix_descriptor(descriptor);
  const unsigned per = 128 / product.element_bits, depth = product.shape.depth;
  const unsigned outer = mn_major ? depth : lines, inner = (mn_major ? lines : depth) / per;
  const u32 mask = product.element_bits == 32 ? ~0u : (1u << product.element_bits) - 1;
  for (unsigned line = 0; line < outer; ++line)
    for (unsigned piece = 0; piece < inner; ++piece) {
      const u32 address = piece_address(matrix, mn_major, line, piece);
      u32 words[4] = {};
      if (address + matrix_piece_bytes <= context.shared_bytes)
        std::memcpy(words, context.shared + address, sizeof words);
      for (unsigned e = 0; e < per; ++e) {
        const unsigned bit = e * product.element_bits;
        const u32 bits = words[bit / 32] >> (bit % 32) & mask;
        const unsigned along = piece * per + e;
        mn_major ? see(along, line, bits) : see(line, along, bits);
      }
    }
}

// Calls see(place in A, bits) and see(place in B, bits).
template <class SeeA, class SeeB>
void each_factor(const lane_context& context, const issued_product& issued, u32 warps, SeeA&& see_a,
                 SeeB&& see_b) {
  const warp_group_product& product = *issued.product;
  const unsigned rows = product.shape.rows, columns = product.shape.columns;
  const unsigned depth = product.shape.depth;
  if (product.a_in_registers())
    each_warp(context, warps, [&](lane_context& own, u32 w) {
      for_each_element(own, product.a, product.a_slots.data(), [&](std::size_t place, u64 bits) {
        see_a(w * rows_of_warp * depth + place, static_cast<u32>(bits));
      });
    });
  else
    each_stored_element(context, product, issued.a_descriptor, product.a_mn_major, rows,
                        [&](unsigned m, unsigned k, u32 bits) { see_a(m * depth + k, bits); });
  each_stored_element(context, product, issued.b_descriptor, product.b_mn_major, columns,
                      [&](unsigned n, unsigned k, u32 bits) { see_b(k * columns + n, bits); });
}

// The same for the accumulators. Those that do not count are not seen.
template <class See>
void each_accumulator(const lane_context& context, const issued_product& issued, u32 warps,
                      See&& see) {
  const warp_group_product& product = *issued.product;
  if (!issued.accumulates) return;
  each_warp(context, warps, [&](lane_context& own, u32 w) {
    const std::size_t first = std::size_t{w} * rows_of_warp * product.shape.columns;
    for_each_element(own, product.d, product.d_slots.data(), [&](std::size_t place, u64 bits) {
      see(first + place, static_cast<u32>(bits));
    });
  });
}

template <class BitsAt>
void write_sums(const lane_context& context, const warp_group_product& product, u32 warps,
                BitsAt&& bits_at) {
  each_warp(context, warps, [&](lane_context& own, u32 w) {
    const std::size_t first = std::size_t{w} * rows_of_warp * product.shape.columns;
    write_elements(own, product.d, product.d_slots.data(), all_lanes,
                   [&](std::size_t place) { return bits_at(first + place); });
  });
}

u32 sign_of(tensor_type type) {
  return type == tensor_type::tf32 ? 0x80000000u : has_short_sums(type) ? 0x80u : 0x8000u;
}

template <class T>
struct group_operands {
  float_matrix<T> a, b;
  std::vector<float> c;
  std::vector<double> sums;
};

template <class T>
void multiply_group_floats(const lane_context& context, const issued_product& issued, u32 warps) {
  thread_local group_operands<T> to;
  const warp_group_product& product = *issued.product;
  const auto& [rows, columns, depth] = product.shape;
  const bool narrow = has_short_sums(product.left);
  const sum_precision precision = narrow ? fp8_sums : wide_sums;
  to.a.begin(std::size_t{rows} * depth, !narrow);
  to.b.begin(std::size_t{depth} * columns, !narrow);
  to.c.assign(std::size_t{rows} * columns, 0);
  to.sums.resize(to.c.size());
  const u32 sign = product.negates ? sign_of(product.left) : 0;
  each_factor(
      context, issued, warps,
      [&](std::size_t place, u32 bits) { to.a.set(place, product.left, bits ^ sign); },
      [&](std::size_t place, u32 bits) { to.b.set(place, product.right, bits); });
  const bool half = product.d_type == accumulator_type::f16;
  each_accumulator(context, issued, warps, [&](std::size_t place, u32 bits) {
    to.c[place] =
        half ? static_cast<float>(decode_float(half_format, bits)) : std::bit_cast<float>(bits);
  });
  truncated_sums<T>(product.shape, to.a, to.b, to.c.data(), to.sums.data(), precision);
  write_sums(context, product, warps, [&](std::size_t place) {
    const double sum = to.sums[place];
    if (half) return encode_float(half_format, sum, rounding::nearest);
    const u32 bits = toward_zero_f32(sum);
    return std::isnan(sum) ? bits : bits & ~precision.dropped_bits;
  });
}

s32 group_integer(tensor_type type, u32 bits) {
  return type == tensor_type::s8 ? static_cast<std::int8_t>(bits) : static_cast<s32>(bits);
}

struct group_integers {
  std::vector<s32> a, b, products;
  std::vector<s32> c;
};

void multiply_group_integers(const lane_context& context, const issued_product& issued, u32 warps) {
  thread_local group_integers to;
  const warp_group_product& product = *issued.product;
  const auto& [rows, columns, depth] = product.shape;
  to.a.assign(std::size_t{rows} * depth, 0);
  to.b.resize(std::size_t{depth} * columns);
  to.c.assign(std::size_t{rows} * columns, 0);
  to.products.assign(to.c.size(), 0);
  each_factor(
      context, issued, warps,
      [&](std::size_t place, u32 bits) { to.a[place] = group_integer(product.left, bits); },
      [&](std::size_t place, u32 bits) { to.b[place] = group_integer(product.right, bits); });
  each_accumulator(context, issued, warps,
                   [&](std::size_t place, u32 bits) { to.c[place] = static_cast<s32>(bits); });
  const bool single_bits = product.left == tensor_type::b1;
  // The products of one instruction fit 32 bits.
  for (unsigned m = 0; m < rows; ++m)
    for (unsigned k = 0; k < depth; ++k) {
      const s32 left = to.a[m * depth + k];
      const s32* right = &to.b[k * columns];
      s32* sums = &to.products[m * columns];
      if (single_bits)
        for (unsigned n = 0; n < columns; ++n)
          sums[n] += std::popcount(static_cast<u32>(left & right[n]));
      else
        for (unsigned n = 0; n < columns; ++n) sums[n] += left * right[n];
    }
  write_sums(context, product, warps, [&](std::size_t place) {
    s64 sum = s64{to.c[place]} + to.products[place];
    if (product.saturates) sum = std::clamp<s64>(sum, INT32_MIN, INT32_MAX);
    return static_cast<u32>(sum);
  });
}

}  // namespace

void multiply(lane_context& context, const issued_product& issued, u32 warps) {
  switch (issued.product->left) {
    case tensor_type::f16:
    case tensor_type::e4m3:
    case tensor_type::e5m2:
      return multiply_group_floats<float>(context, issued, warps);
    case tensor_type::bf16:
    case tensor_type::tf32:
      return multiply_group_floats<double>(context, issued, warps);
    default:
      return multiply_group_integers(context, issued, warps);
  }
}

}  // namespace warpmark::simt
