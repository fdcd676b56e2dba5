#include "simt/instructions/tensor_product.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/float_format.hpp"

// The model of an H100's sums was found from its results on random registers
// (studies/tensor_core_table.py) and gives all of them bit by bit: docs/simt.md, "Tensor cores".

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr unsigned columns_at_once = 8;
constexpr unsigned products_at_once = 8;  // Their sum fits 32 bits.

double decode(tensor_type type, u32 bits) {
  switch (type) {
    case tensor_type::f16:
      return decode_float(half_format, bits);
    case tensor_type::bf16:
      return decode_float(brain_format, bits);
    case tensor_type::tf32:
      return decode_float(tensor_format, bits >> 13);
    case tensor_type::e5m2:
      return decode_float(e5m2_format, bits);
    default: {
      // No infinities: the largest exponent is that of numbers, but for NaN.
      if ((bits & 0x7f) == 0x7f) return std::numeric_limits<double>::quiet_NaN();
      constexpr float_format wider{5, 3};
      const double value = decode_float(wider, (bits & 0x7f) | (bits & 0x80) << 1);
      return value * 256;  // The bias is 7, not 15.
    }
  }
}

int smallest_exponent(tensor_type type, bool as_f16) {
  if (type == tensor_type::e4m3 && !as_f16) return -6;
  return type == tensor_type::bf16 || type == tensor_type::tf32 ? -126 : -14;
}

double power_of(double value, int smallest) {
  return value == 0 ? 0 : std::ldexp(1.0, std::max(std::ilogb(value), smallest));
}

// One row of A with eight columns of B.
template <class T>
void eight_sums(const product_shape& shape, const T* a, const T* a_power, const T* b,
                const T* b_power, const float* c, double* sums, int kept_bits) {
  T top[columns_at_once];
  for (unsigned n = 0; n < columns_at_once; ++n)
    top[n] = c ? static_cast<T>(power_of(double{c[n]}, -126)) : T{0};
  for (unsigned k = 0; k < shape.depth; ++k)
    for (unsigned n = 0; n < columns_at_once; ++n) {
      const T power = a_power[k] * b_power[k * shape.columns + n];
      top[n] = power > top[n] ? power : top[n];
    }
  T factor[columns_at_once];
  std::int64_t total[columns_at_once];
  bool accumulator_alone[columns_at_once] = {};
  for (unsigned n = 0; n < columns_at_once; ++n) {
    // Products of f16 are at least 2^-48, so that only an accumulator can be this small.
    accumulator_alone[n] = sizeof(T) == 4 && top[n] < T{0x1p-90f};
    factor[n] =
        top[n] == 0 || accumulator_alone[n] ? T{0} : static_cast<T>(1 << kept_bits) / top[n];
    total[n] = c ? static_cast<std::int32_t>(static_cast<T>(c[n]) * factor[n]) : 0;
  }
  for (unsigned k = 0; k < shape.depth; k += products_at_once) {
    std::int32_t part[columns_at_once] = {};
    for (unsigned i = k; i < std::min(k + products_at_once, shape.depth); ++i)
      for (unsigned n = 0; n < columns_at_once; ++n)
        part[n] += static_cast<std::int32_t>(a[i] * b[i * shape.columns + n] * factor[n]);
    for (unsigned n = 0; n < columns_at_once; ++n) total[n] += part[n];
  }
  for (unsigned n = 0; n < columns_at_once; ++n)
    sums[n] = accumulator_alone[n] ? (c ? double{c[n]} : 0.0)
                                   : static_cast<double>(total[n]) *
                                         (static_cast<double>(top[n]) / (1 << kept_bits));
}

}  // namespace

template <class T>
void float_matrix<T>::begin(std::size_t size, bool as_f16) {
  as_f16_ = as_f16;
  value_.assign(size, 0);
  power_.assign(size, 0);
  real_.assign(size, 0);
  present_.assign(size, 0);
  has_special_ = false;
}

template <class T>
void float_matrix<T>::set(std::size_t place, tensor_type type, u32 bits) {
  const double real = decode(type, bits);
  real_[place] = real;
  present_[place] = 1;
  if (!std::isfinite(real)) {
    has_special_ = true;
    return;
  }
  value_[place] = static_cast<T>(real);
  power_[place] = static_cast<T>(power_of(real, smallest_exponent(type, as_f16_)));
}

template <class T>
void truncated_sums(const product_shape& shape, const float_matrix<T>& a, const float_matrix<T>& b,
                    const float* c, double* sums, const sum_precision& precision) {
  float finite[columns_at_once];
  bool special = a.has_special() || b.has_special();
  for (unsigned m = 0; m < shape.rows; ++m)
    for (unsigned n = 0; n < shape.columns; n += columns_at_once) {
      const float* accumulators = c ? c + m * shape.columns + n : nullptr;
      if (c)
        for (unsigned i = 0; i < columns_at_once; ++i) {
          finite[i] = std::isfinite(accumulators[i]) ? accumulators[i] : 0;
          special = special || !std::isfinite(accumulators[i]);
        }
      eight_sums<T>(shape, a.value() + m * shape.depth, a.power() + m * shape.depth, b.value() + n,
                    b.power() + n, c ? finite : nullptr, sums + m * shape.columns + n,
                    precision.kept_bits);
    }
  if (!special) return;
  for (unsigned m = 0; m < shape.rows; ++m)
    for (unsigned n = 0; n < shape.columns; ++n) {
      double total = c && !std::isfinite(c[m * shape.columns + n]) ? c[m * shape.columns + n] : 0;
      for (unsigned k = 0; k < shape.depth; ++k) {
        const std::size_t left = m * shape.depth + k, right = k * shape.columns + n;
        if (!a.is_present(left) || !b.is_present(right)) continue;
        const double x = a.real(left), y = b.real(right);
        if (!std::isfinite(x) || !std::isfinite(y)) total += x * y;
      }
      if (!std::isfinite(total)) sums[m * shape.columns + n] = total;
    }
}

u32 toward_zero_f32(double value) {
  if (std::isnan(value)) return 0x7fffffff;
  const u32 sign = std::signbit(value) ? 0x80000000u : 0;
  const double magnitude = std::fabs(value);
  if (magnitude >= 0x1p128) return sign | 0x7f800000u;
  if (magnitude < 0x1p-126) return sign | static_cast<u32>(magnitude * 0x1p149);
  const u64 kept = std::bit_cast<u64>(magnitude) & ~((u64{1} << 29) - 1);
  return sign | std::bit_cast<u32>(static_cast<float>(std::bit_cast<double>(kept)));
}

template class float_matrix<float>;
template class float_matrix<double>;
template void truncated_sums(const product_shape&, const float_matrix<float>&,
                             const float_matrix<float>&, const float*, double*,
                             const sum_precision&);
template void truncated_sums(const product_shape&, const float_matrix<double>&,
                             const float_matrix<double>&, const float*, double*,
                             const sum_precision&);

}  // namespace warpmark::simt
