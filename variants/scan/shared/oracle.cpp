#include "variants/scan/shared/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "variants/contract/for_each_type.hpp"
#include "variants/contract/full_text.hpp"
#include "variants/contract/judging.hpp"
#include "variants/contract/parallel.hpp"

namespace warpmark::scan {
namespace {

template <class T>
T rounded_to(double value) {
  if constexpr (is_small_float<T>)
    return T(static_cast<float>(value));
  else
    return static_cast<T>(value);
}

template <class T>
oracle_result unequal(std::size_t i, T expected, T got) {
  return {.ok = false,
          .first_bad_index = i,
          .expected = full_text(expected),
          .got = full_text(got),
          .error = std::abs(static_cast<double>(got) - static_cast<double>(expected))};
}

using judge_of_piece =
    std::function<oracle_result(std::size_t piece, std::size_t begin, std::size_t end)>;

// The first bad result of all pieces; if there is none, the one with the largest error.
oracle_result worst_of_pieces(std::size_t n, const judge_of_piece& judge) {
  std::vector<oracle_result> judged(piece_count);
  for_each_piece(n, piece_count, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    judged[piece] = judge(piece, begin, end);
  });
  if (oracle_result bad = first_bad(judged); !bad.ok) return bad;
  return *std::max_element(
      judged.begin(), judged.end(),
      [](const oracle_result& a, const oracle_result& b) { return a.error < b.error; });
}

struct closeness {
  bool ok = true;
  double error = 0;
  double tolerance = 0;
};

template <class Op>
requires rounds<Op> closeness compare(const prefix<Op>& truth, typename Op::result got,
                                      double roundings, bool whole_numbers) {
  using result = typename Op::result;
  using partial = accumulator_of<typename Op::element>;
  constexpr double exact_below = 1 / unit_roundoff<partial>();
  const double sum = truth.sum.value();
  const auto value = static_cast<double>(got);
  // The reference itself is rounded to float64.
  double slack = unit_roundoff<partial>() * roundings * truth.magnitude +
                 unit_roundoff<double>() * std::abs(sum);
  if (whole_numbers && truth.magnitude <= exact_below) slack = 0;
  return {.ok = static_cast<double>(rounded_to<result>(sum - slack)) <= value &&
                value <= static_cast<double>(rounded_to<result>(sum + slack)),
          .error = value == sum ? 0 : std::abs(value - sum),
          .tolerance = slack + unit_roundoff<result>() * std::abs(sum)};
}

}  // namespace

template <class Op>
oracle<Op>::oracle(std::span<const element> input, input_nature nature)
    : input_(input), nature_(nature), starts_(piece_count) {
  std::vector<prefix<Op>> folds(piece_count);
  for_each_piece(input_.size(), piece_count,
                 [&](std::size_t piece, std::size_t begin, std::size_t end) {
                   prefix<Op> fold;
                   for (std::size_t i = begin; i < end; ++i) fold.take(input_[i], i);
                   folds[piece] = fold;
                 });
  for (std::size_t piece = 1; piece < piece_count; ++piece) {
    starts_[piece] = starts_[piece - 1];
    starts_[piece].take(folds[piece - 1]);
  }
}

template <class Op>
oracle_result oracle<Op>::judge_piece(std::size_t piece, std::size_t begin, std::size_t end,
                                      std::span<const std::byte> output, double roundings) const {
  prefix<Op> truth = starts_[piece];
  closeness worst;
  for (std::size_t i = begin; i < end; ++i) {
    if (nature_.inclusive) truth.take(input_[i], i);
    const auto got = value_at<result>(output, i);
    if constexpr (rounds<Op>) {
      const closeness one = compare(truth, got, roundings, nature_.whole_numbers);
      if (!one.ok)
        return {.ok = false,
                .first_bad_index = i,
                .expected = full_text(truth.sum.value()),
                .got = full_text(got),
                .error = one.error,
                .tolerance = one.tolerance};
      if (one.error > worst.error) worst = one;
    } else if (const result expected = Op::lower(truth.value); got != expected) {
      return unequal(i, expected, got);
    }
    if (!nature_.inclusive) truth.take(input_[i], i);
  }
  return {.ok = true, .error = worst.error, .tolerance = worst.tolerance};
}

template <class Op>
oracle_result oracle<Op>::judge(std::span<const std::byte> output, double rounding_depth) const {
  const double roundings = nature_.zero_mean_random
                               ? std::min(rounding_depth, 10 * std::sqrt(rounding_depth))
                               : rounding_depth;
  return worst_of_pieces(input_.size(), [&](std::size_t piece, std::size_t begin, std::size_t end) {
    return judge_piece(piece, begin, end, output, roundings);
  });
}

#define WARPMARK_INSTANTIATE_FOR_FLOAT(T) \
  template class oracle<ops::sum<T>>;     \
  template class oracle<ops::minimum<T>>; \
  template class oracle<ops::maximum<T>>;
#define WARPMARK_INSTANTIATE_FOR_INTEGER(T) \
  WARPMARK_INSTANTIATE_FOR_FLOAT(T)         \
  template class oracle<ops::recurrence<T>>;
WARPMARK_FOR_EACH_TYPE(WARPMARK_INSTANTIATE_FOR_INTEGER, WARPMARK_INSTANTIATE_FOR_FLOAT)
#undef WARPMARK_INSTANTIATE_FOR_FLOAT
#undef WARPMARK_INSTANTIATE_FOR_INTEGER

}  // namespace warpmark::scan
