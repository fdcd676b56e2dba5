#pragma once

#include <span>

#include "variants/contract/family.hpp"
#include "variants/contract/operators.hpp"

namespace warpmark::reduce {

/// The expected result of one problem, and what is needed to bound its error.
template <class Op>
struct oracle {
  typename Op::result exact{};  ///< Everything except floating sums: integers modulo 2^width.
  double sum = 0;               ///< Floating sums: the reference, compensated, in float64.
  double magnitude_sum = 0;     ///< sum of |a_i|
  bool zero_mean_random = false;
};

/// Whether `Op` is a sum that rounds.
template <class Op>
inline constexpr bool rounds = false;
template <class T>
inline constexpr bool rounds<ops::sum<T>> = is_floating_element<T>;

/// Reduces `input`. Inputs hold no NaN; signed zeros are equal. The reference of floating sums is
/// Neumaier's compensated sum (ZAMM 54, 1974) in float64, by pieces whose sums are compensated
/// again. `zero_mean_random` says that elements are independent with mean zero, which judge() uses.
template <class Op>
oracle<Op> make_oracle(std::span<const typename Op::element> input, bool zero_mean_random);

/// Requires equality except for floating sums, where with unit roundoff u of the partial results
/// and depth c the error may be c * u * sum|a| (Higham, Accuracy and Stability of Numerical
/// Algorithms, 2nd ed., section 4.2). That bound is void when c * u approaches 1; for zero-mean
/// random inputs the smaller bound 10 * sqrt(c) * u * sum|a| holds with overwhelming probability
/// (Higham & Mary, SISC 41(5), 2019). Rounding the result to the element type is added.
template <class Op>
oracle_result judge(const oracle<Op>& truth, typename Op::result got, double rounding_depth);

}  // namespace warpmark::reduce
