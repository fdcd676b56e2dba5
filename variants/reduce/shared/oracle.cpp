#include "variants/reduce/shared/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "variants/contract/compensated_sum.hpp"
#include "variants/contract/for_each_type.hpp"
#include "variants/contract/full_text.hpp"
#include "variants/contract/judging.hpp"
#include "variants/contract/parallel.hpp"

namespace warpmark::reduce {
namespace {

template <class Op, class T>
void sum_floating(std::span<const T> input, oracle<Op>& truth) {
  std::vector<compensated_sum> sums(piece_count);
  std::vector<double> magnitudes(piece_count);
  for_each_piece(input.size(), piece_count,
                 [&](std::size_t piece, std::size_t from, std::size_t to) {
                   compensated_sum sum;
                   double magnitude = 0;
                   for (std::size_t i = from; i < to; ++i) {
                     const auto value = static_cast<double>(input[i]);
                     sum.add(value);
                     magnitude += std::abs(value);
                   }
                   sums[piece] = sum;
                   magnitudes[piece] = magnitude;
                 });
  compensated_sum total;
  for (std::size_t piece = 0; piece < piece_count; ++piece) {
    total.add(sums[piece]);
    truth.magnitude_sum += magnitudes[piece];
  }
  truth.sum = total.value();
}

// Reduces by pieces, in their order: the operator is exact and associative.
template <class Op, class T>
typename Op::value fold_exactly(std::span<const T> input) {
  const Op op;
  std::vector<typename Op::value> partial(piece_count, Op::identity());
  for_each_piece(input.size(), piece_count,
                 [&](std::size_t piece, std::size_t from, std::size_t to) {
                   auto value = Op::identity();
                   for (std::size_t i = from; i < to; ++i) value = op(value, Op::lift(input[i], i));
                   partial[piece] = value;
                 });
  auto result = Op::identity();
  for (const auto& value : partial) result = op(result, value);
  return result;
}

template <class T>
bool equal(const T& a, const T& b) {
  return a == b;
}

template <class T>
bool equal(const extremum<T>& a, const extremum<T>& b) {
  return a.value == b.value && a.index == b.index;
}

template <class T>
double number_in(const T& value) {
  return static_cast<double>(value);
}

template <class T>
double number_in(const extremum<T>& found) {
  return static_cast<double>(found.value);
}

template <class T>
oracle_result judge_exactly(const T& exact, const T& got) {
  const bool ok = equal(got, exact);
  return {.ok = ok,
          .expected = full_text(exact),
          .got = full_text(got),
          .error = ok ? 0 : std::abs(number_in(got) - number_in(exact))};
}

template <class T>
oracle_result judge_sum(const oracle<ops::sum<T>>& truth, T got, double rounding_depth) {
  oracle_result result;
  const auto value = static_cast<double>(got);
  double roundings = rounding_depth;
  if (truth.zero_mean_random) roundings = std::min(roundings, 10 * std::sqrt(rounding_depth));
  T rounded;
  if constexpr (is_small_float<T>)
    rounded = T(static_cast<float>(truth.sum));
  else
    rounded = static_cast<T>(truth.sum);
  result.expected = full_text(truth.sum);
  result.got = full_text(got);
  // A sum beyond the type's range is infinite.
  if (std::isinf(static_cast<double>(rounded)) && value == static_cast<double>(rounded)) {
    result.ok = true;
    return result;
  }
  result.error = std::abs(value - truth.sum);
  result.tolerance = unit_roundoff<accumulator_of<T>>() * roundings * truth.magnitude_sum +
                     unit_roundoff<T>() * std::abs(truth.sum);
  result.ok = result.error <= result.tolerance;  // false for NaN
  return result;
}

}  // namespace

template <class Op>
oracle<Op> make_oracle(std::span<const typename Op::element> input, bool zero_mean_random) {
  oracle<Op> truth;
  truth.zero_mean_random = zero_mean_random;
  if constexpr (rounds<Op>)
    sum_floating(input, truth);
  else
    truth.exact = Op::lower(fold_exactly<Op>(input));
  return truth;
}

template <class Op>
oracle_result judge(const oracle<Op>& truth, typename Op::result got, double rounding_depth) {
  if constexpr (rounds<Op>)
    return judge_sum(truth, got, rounding_depth);
  else
    return judge_exactly(truth.exact, got);
}

#define WARPMARK_INSTANTIATE(OP)                                           \
  template oracle<OP> make_oracle<OP>(std::span<const OP::element>, bool); \
  template oracle_result judge<OP>(const oracle<OP>&, OP::result, double);
#define WARPMARK_INSTANTIATE_FOR_FLOAT(T) \
  WARPMARK_INSTANTIATE(ops::sum<T>)       \
  WARPMARK_INSTANTIATE(ops::minimum<T>)   \
  WARPMARK_INSTANTIATE(ops::maximum<T>)   \
  WARPMARK_INSTANTIATE(ops::argmin<T>)
#define WARPMARK_INSTANTIATE_FOR_INTEGER(T) \
  WARPMARK_INSTANTIATE_FOR_FLOAT(T)         \
  WARPMARK_INSTANTIATE(ops::recurrence<T>)
WARPMARK_FOR_EACH_TYPE(WARPMARK_INSTANTIATE_FOR_INTEGER, WARPMARK_INSTANTIATE_FOR_FLOAT)
#undef WARPMARK_INSTANTIATE
#undef WARPMARK_INSTANTIATE_FOR_FLOAT
#undef WARPMARK_INSTANTIATE_FOR_INTEGER

}  // namespace warpmark::reduce
