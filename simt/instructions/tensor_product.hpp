#pragma once

#include <cstdint>
#include <vector>

// The arithmetic of tensor cores: D = A B + C of small matrices, as an H100 computes it
// (docs/simt.md, "Tensor cores"). Matrices are row-major arrays.

namespace warpmark::simt {

/// Element types of A and B.
enum class tensor_type : std::uint8_t { f16, bf16, tf32, f64, e4m3, e5m2, s8, u8, s4, u4, b1 };

struct product_shape {
  unsigned rows, columns, depth;
};

/// Elements of A or B that are floats. A float is its value and the power of two of its exponent,
/// by which tensor cores align; that of a subnormal number is the format's smallest one.
template <class T>
class float_matrix {
 public:
  /// Prepares for `size` elements, all absent. `as_f16`: 8-bit floats are converted to f16 before
  /// they are multiplied, so that subnormal numbers have exponents of their own.
  void begin(std::size_t size, bool as_f16 = true);
  /// Stores the element of these bits.
  void set(std::size_t place, tensor_type type, std::uint32_t bits);

  const T* value() const { return value_.data(); }
  const T* power() const { return power_.data(); }
  /// Whether there is an infinity or NaN. It has value 0 in value().
  bool has_special() const { return has_special_; }
  /// The element with infinity and NaN.
  double real(std::size_t place) const { return real_[place]; }
  /// Absent elements have no product, not even with infinity.
  bool is_present(std::size_t place) const { return present_[place] != 0; }

 private:
  std::vector<T> value_, power_;
  std::vector<double> real_;
  std::vector<char> present_;
  bool has_special_ = false;
  bool as_f16_ = true;
};

/// How precisely a unit adds.
struct sum_precision {
  int kept_bits;               ///< Below the largest exponent.
  std::uint32_t dropped_bits;  ///< Bits of an f32 result that are always 0.
};
inline constexpr sum_precision wide_sums{25, 0};
/// 8-bit floats of wgmma (Xie et al. 2025, arXiv:2511.10909): results have 13 bits, too.
inline constexpr sum_precision fp8_sums{13, (1u << 10) - 1};

/// The sums before they are rounded, exact in double: all products of an element and its
/// accumulator, each truncated toward zero to 25 bits (or others) below the largest exponent among
/// them. Infinity and NaN as in IEEE 754. `c` may be null for zeros.
template <class T>
void truncated_sums(const product_shape& shape, const float_matrix<T>& a, const float_matrix<T>& b,
                    const float* c, double* sums, const sum_precision& precision = wide_sums);

/// Toward zero, as tensor cores round to f32; infinity beyond its range. NaN is 0x7fffffff.
std::uint32_t toward_zero_f32(double value);

}  // namespace warpmark::simt
