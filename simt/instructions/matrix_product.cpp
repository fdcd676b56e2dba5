#include "simt/instructions/matrix_product.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/float_format.hpp"
#include "simt/execution/lane_context.hpp"
#include "simt/instructions/integer_product.hpp"
#include "simt/instructions/kept_columns.hpp"
#include "simt/instructions/tile_product.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

bool is_fp8(tensor_type type) { return type == tensor_type::e4m3 || type == tensor_type::e5m2; }

// The scratch of one host thread.
template <class T>
struct float_operands {
  float_matrix<T> a, b, a_rest, b_rest;
  std::vector<float> c;
  std::vector<double> sums;
};
template <class T>
float_operands<T>& float_scratch() {
  thread_local float_operands<T> scratch;
  return scratch;
}

float accumulator_of(accumulator_type type, u64 bits) {
  return type == accumulator_type::f16
             ? static_cast<float>(decode_float(half_format, static_cast<u32>(bits)))
             : std::bit_cast<float>(static_cast<u32>(bits));
}

u32 rounded(accumulator_type type, double sum) {
  return type == accumulator_type::f16 ? encode_float(half_format, sum, rounding::nearest)
                                       : toward_zero_f32(sum);
}

// Infinity and NaN of an f32 that other instructions add.
u32 added(accumulator_type type, float a, float b) {
  const double sum = double{a} + double{b};  // Exact enough: rounds once more to the same result.
  if (type == accumulator_type::f16) return encode_float(half_format, sum, rounding::nearest);
  const float result = a + b;
  return std::isnan(result) ? 0x7fffffff : std::bit_cast<u32>(result);
}

// Products that the compiler issues as two, each of half of the depth. 8-bit floats are unpacked to
// f16, and the halves are the elements in the lower and in the upper halves of A's registers.
bool has_halves(const matrix_product& product) { return is_fp8(product.left) || product.two_steps; }
struct half_of_depth {
  explicit half_of_depth(const matrix_product& product)
      : run(product.two_steps ? product.shape.depth / 2
            : product.sparse  ? 4
                              : 2) {}
  bool lower(std::size_t k) const { return k % (2 * run) < run; }
  std::size_t place(std::size_t k) const { return k / (2 * run) * run + k % run; }
  std::size_t run;  ///< Elements of K in a half; of sparse ones two are kept.
};

template <class T>
void read_left(lane_context& context, const matrix_product& product, float_operands<T>& to) {
  const unsigned depth = product.shape.depth;
  const bool halves = has_halves(product);
  const std::size_t size = std::size_t{product.shape.rows} * depth;
  to.a.begin(size);
  if (halves) to.a_rest.begin(size);
  std::optional<kept_columns> kept;
  if (product.sparse) kept.emplace(context, product);
  for_each_element(context, product.a, product.a_slots.data(), [&](std::size_t place, u64 bits) {
    if (kept) place = (*kept)[place];
    if (!halves) return to.a.set(place, product.left, static_cast<u32>(bits));
    const std::size_t row = place / depth, k = place % depth;
    const half_of_depth half(product);
    (half.lower(k) ? to.a : to.a_rest)
        .set(row * (depth / 2) + half.place(k), product.left, static_cast<u32>(bits));
  });
}

template <class T>
void read_right(lane_context& context, const matrix_product& product, float_operands<T>& to) {
  const unsigned columns = product.shape.columns;
  const bool halves = has_halves(product);
  const std::size_t size = std::size_t{product.shape.depth} * columns;
  to.b.begin(size);
  if (halves) to.b_rest.begin(size);
  for_each_element(context, product.b, product.b_slots.data(), [&](std::size_t place, u64 bits) {
    if (!halves) return to.b.set(place, product.right, static_cast<u32>(bits));
    const std::size_t k = place / columns, column = place % columns;
    const half_of_depth half(product);
    (half.lower(k) ? to.b : to.b_rest)
        .set(half.place(k) * columns + column, product.right, static_cast<u32>(bits));
  });
}

template <class T>
void multiply_floats(lane_context& context, const matrix_product& product, u32 active) {
  float_operands<T>& operands = float_scratch<T>();
  const product_shape shape = product.shape;
  const std::size_t size = std::size_t{shape.rows} * shape.columns;
  operands.c.resize(size);
  operands.sums.resize(size);
  read_left(context, product, operands);
  read_right(context, product, operands);
  for_each_element(context, product.c, product.c_slots.data(), [&](std::size_t place, u64 bits) {
    operands.c[place] = accumulator_of(product.c_type, bits);
  });
  double* sums = operands.sums.data();
  if (!has_halves(product)) {
    truncated_sums<T>(shape, operands.a, operands.b, operands.c.data(), sums);
    write_elements(context, product.d, product.d_slots.data(), active,
                   [&](std::size_t place) { return rounded(product.d_type, sums[place]); });
    return;
  }
  const product_shape half{shape.rows, shape.columns, shape.depth / 2};
  std::vector<float> first(size);
  // The sums of 8-bit floats begin at zero; C is added to them.
  const bool adds = is_fp8(product.left);
  truncated_sums<T>(half, operands.a, operands.b, adds ? nullptr : operands.c.data(), sums);
  for (std::size_t i = 0; i < size; ++i)
    first[i] = accumulator_of(product.d_type, rounded(product.d_type, sums[i]));
  truncated_sums<T>(half, operands.a_rest, operands.b_rest, first.data(), sums);
  write_elements(context, product.d, product.d_slots.data(), active, [&](std::size_t place) {
    const u32 bits = rounded(product.d_type, sums[place]);
    if (!adds) return bits;
    const float of_products = accumulator_of(product.d_type, bits);
    return added(product.d_type, operands.c[place], of_products);
  });
}

// In double precision the products are added one after the other, each rounded once.
void multiply_doubles(lane_context& context, const matrix_product& product, u32 active) {
  const product_shape& shape = product.shape;
  std::vector<double> a(std::size_t{shape.rows} * shape.depth),
      b(std::size_t{shape.depth} * shape.columns), sums(std::size_t{shape.rows} * shape.columns);
  const auto read = [&](const fragment& from, const std::vector<u32>& slots, auto& to) {
    for_each_element(context, from, slots.data(),
                     [&](std::size_t place, u64 bits) { to[place] = std::bit_cast<double>(bits); });
  };
  read(product.a, product.a_slots, a);
  read(product.b, product.b_slots, b);
  read(product.c, product.c_slots, sums);
  for (unsigned m = 0; m < shape.rows; ++m)
    for (unsigned n = 0; n < shape.columns; ++n) {
      double& sum = sums[m * shape.columns + n];
      for (unsigned k = 0; k < shape.depth; ++k)
        sum = std::fma(a[m * shape.depth + k], b[k * shape.columns + n], sum);
    }
  write_elements(context, product.d, product.d_slots.data(), active,
                 [&](std::size_t place) { return std::bit_cast<u64>(sums[place]); });
}

// m8n8k4 has no unit since sm_80: the compiler makes single-precision instructions of it.
float sum_of_four(accumulator_type type, const float* a, const float* b, unsigned stride, float c) {
  if (type == accumulator_type::f32) {
    float sum = 0;
    for (unsigned k = 0; k < 4; ++k) sum = std::fma(a[k], b[k * stride], sum);
    return c + sum;
  }
  const float first = std::fma(a[1], b[stride], a[0] * b[0]);
  const float second = std::fma(a[3], b[3 * stride], a[2] * b[2 * stride]);
  return c + first + second;
}

void multiply_quads(lane_context& context, const matrix_product& product, u32 active) {
  constexpr unsigned stacked = 32, depth = 4, columns = 8;
  float a[stacked * depth], b[depth * stacked], c[stacked * columns];
  const auto read = [&](const fragment& from, const std::vector<u32>& slots, float* to) {
    for_each_element(context, from, slots.data(), [&](std::size_t place, u64 bits) {
      to[place] = static_cast<float>(decode_float(half_format, static_cast<u32>(bits)));
    });
  };
  read(product.a, product.a_slots, a);
  read(product.b, product.b_slots, b);
  for_each_element(context, product.c, product.c_slots.data(), [&](std::size_t place, u64 bits) {
    c[place] = accumulator_of(product.c_type, bits);
  });
  write_elements(context, product.d, product.d_slots.data(), active, [&](std::size_t place) {
    const std::size_t row = place / columns, column = row / 8 * 8 + place % columns;
    const float sum = sum_of_four(product.d_type, a + row * depth, b + column, stacked, c[place]);
    if (product.d_type == accumulator_type::f16)
      return encode_float(half_format, double{sum}, rounding::nearest);
    return std::isnan(sum) ? 0x7fffffff : std::bit_cast<u32>(sum);
  });
}

}  // namespace

void multiply(lane_context& context, const matrix_product& product, u32 active) {
  if (product.quads > 1) return multiply_quads(context, product, active);
  if (active == all_lanes && is_tile_product(product) && multiply_tile(context, product)) return;
  switch (product.left) {
    case tensor_type::f64:
      return multiply_doubles(context, product, active);
    case tensor_type::f16:
    case tensor_type::e4m3:
    case tensor_type::e5m2:
      return multiply_floats<float>(context, product, active);
    case tensor_type::bf16:
    case tensor_type::tf32:
      return multiply_floats<double>(context, product, active);
    default:
      return multiply_integers(context, product, active);
  }
}

}  // namespace warpmark::simt
