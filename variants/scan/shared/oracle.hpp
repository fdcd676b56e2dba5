#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "variants/contract/compensated_sum.hpp"
#include "variants/contract/family.hpp"
#include "variants/contract/operators.hpp"

namespace warpmark::scan {

/// Whether `Op` is a sum that rounds.
template <class Op>
inline constexpr bool rounds = false;
template <class T>
inline constexpr bool rounds<ops::sum<T>> = is_floating_element<T>;

/// Properties of an input beyond its elements.
struct input_nature {
  bool inclusive = true;          ///< Element i of the scan is part of result i.
  bool zero_mean_random = false;  ///< Elements are independent, with mean zero.
  bool whole_numbers = false;     ///< Elements are integers, whatever their type.
};

/// The total of all elements before one index.
template <class Op, bool = rounds<Op>>
struct prefix {
  typename Op::value value = Op::identity();

  void take(typename Op::element element, std::size_t i) {
    value = Op()(value, Op::lift(element, i));
  }
  void take(const prefix& other) { value = Op()(value, other.value); }
};

/// A floating sum's prefix: the reference and the magnitude that its tolerance is relative to.
template <class Op>
struct prefix<Op, true> {
  compensated_sum sum;   ///< In float64.
  double magnitude = 0;  ///< sum of |a_i|

  void take(typename Op::element element, std::size_t) {
    const auto value = static_cast<double>(element);
    sum.add(value);
    magnitude += value < 0 ? -value : value;
  }
  void take(const prefix& other) {
    sum.add(other.sum);
    magnitude += other.magnitude;
  }
};

/// Judges scans of one input, element by element. The oracle reduces the input by pieces, several
/// at a time, when it is made; judging processes the pieces again from their prefixes.
///
/// Requires equality except for floating sums. There, with unit roundoff u of the partial results,
/// depth c and magnitude m = sum of |a_j| over the prefix, element i may be anywhere between s -
/// c*u*m and s + c*u*m, both rounded to the element type (Higham, Accuracy and Stability of
/// Numerical Algorithms, 2nd ed., section 4.2); for zero-mean random inputs 10 * sqrt(c) may
/// replace c (Higham & Mary, SISC 41(5), 2019). If all elements are integers and m is at most 2^24
/// (2^53 in float64), every order of summation is exact: only the correctly rounded result passes.
/// Inputs hold no NaN, and a NaN never passes; signed zeros are equal.
template <class Op>
class oracle {
 public:
  using element = typename Op::element;
  using result = typename Op::result;

  /// Keeps a view of `input`.
  oracle(std::span<const element> input, input_nature nature);

  /// `output` holds as many results as there are elements. Reports the first that is wrong; if all
  /// are right, the largest error.
  oracle_result judge(std::span<const std::byte> output, double rounding_depth) const;

 private:
  oracle_result judge_piece(std::size_t piece, std::size_t begin, std::size_t end,
                            std::span<const std::byte> output, double roundings) const;

  std::span<const element> input_;
  input_nature nature_;
  std::vector<prefix<Op>> starts_;  ///< The prefix of each piece.
};

}  // namespace warpmark::scan
