#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "variants/contract/family.hpp"

namespace warpmark::reduce {

/// The right answer of one problem, and what is needed to say how far from it an answer may be.
template <class T>
struct oracle {
  T exact{};                 ///< Integers (modulo 2^width), and minimum and maximum of any type.
  double sum = 0;            ///< Floating sums: the reference, compensated, in float64.
  double magnitude_sum = 0;  ///< sum of |a_i|
  bool is_floating_sum = false;
  bool zero_mean_random = false;
};

/// Folds `input` with "sum", "min" or "max". Integers wrap. Inputs hold no NaN; signed zeros are
/// equal. The reference of floating sums is Neumaier's compensated sum (ZAMM 54, 1974) in float64,
/// by pieces whose sums are compensated again. `zero_mean_random` says that elements are
/// independent with mean zero, which judge() uses.
template <class T>
oracle<T> make_oracle(std::span<const T> input, const std::string& op, bool zero_mean_random);

/// Passes only equality, but for floating sums, where with unit roundoff u and depth c the error
/// may be c * u * sum|a| (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.,
/// section 4.2). That bound says nothing once c * u nears 1; for zero-mean random inputs the
/// smaller bound 10 * sqrt(c) * u * sum|a| holds with overwhelming probability (Higham & Mary, SISC
/// 41(5), 2019).
template <class T>
verdict judge(const oracle<T>& truth, T got, double rounding_depth);

}  // namespace warpmark::reduce
