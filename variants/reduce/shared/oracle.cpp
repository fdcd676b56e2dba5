#include "variants/reduce/shared/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "variants/contract/parallel.hpp"

namespace warpmark::reduce {
namespace {

constexpr std::size_t piece_count = 64;

struct compensated_sum {
  double sum = 0;
  double correction = 0;

  void add(double value) {
    const double next = sum + value;
    correction += std::abs(sum) >= std::abs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
  }
  double value() const { return sum + correction; }
};

template <class T>
void sum_floating(std::span<const T> input, oracle<T>& truth) {
  std::vector<compensated_sum> sums(piece_count);
  std::vector<double> magnitudes(piece_count);
  for_each_piece(input.size(), piece_count,
                 [&](std::size_t piece, std::size_t from, std::size_t to) {
                   compensated_sum sum;
                   double magnitude = 0;
                   for (std::size_t i = from; i < to; ++i) {
                     sum.add(static_cast<double>(input[i]));
                     magnitude += std::abs(static_cast<double>(input[i]));
                   }
                   sums[piece] = sum;
                   magnitudes[piece] = magnitude;
                 });
  compensated_sum total;
  for (std::size_t piece = 0; piece < piece_count; ++piece) {
    total.add(sums[piece].sum);
    total.add(sums[piece].correction);
    truth.magnitude_sum += magnitudes[piece];
  }
  truth.sum = total.value();
}

// Folds by pieces; `combine` must be exact and associative.
template <class T, class F>
T fold_exactly(std::span<const T> input, T identity, F combine) {
  std::vector<T> partial(piece_count, identity);
  for_each_piece(input.size(), piece_count,
                 [&](std::size_t piece, std::size_t from, std::size_t to) {
                   T value = identity;
                   for (std::size_t i = from; i < to; ++i) value = combine(value, input[i]);
                   partial[piece] = value;
                 });
  T result = identity;
  for (const T value : partial) result = combine(result, value);
  return result;
}

template <class T>
T wrapping_sum(std::span<const T> input) {
  using word = std::make_unsigned_t<T>;
  return fold_exactly<T>(input, T(0), [](T a, T b) {
    return static_cast<T>(static_cast<word>(static_cast<word>(a) + static_cast<word>(b)));
  });
}

template <class T>
T extreme(std::span<const T> input, bool smallest) {
  using limits = std::numeric_limits<T>;
  const T high = limits::has_infinity ? limits::infinity() : limits::max();
  const T low = limits::has_infinity ? -limits::infinity() : limits::lowest();
  if (smallest) return fold_exactly<T>(input, high, [](T a, T b) { return std::min(a, b); });
  return fold_exactly<T>(input, low, [](T a, T b) { return std::max(a, b); });
}

template <class T>
std::string full_text(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return fmt::format("{:.{}g}", value, std::numeric_limits<T>::max_digits10);
  else
    return fmt::format("{}", value);
}

}  // namespace

template <class T>
oracle<T> make_oracle(std::span<const T> input, const std::string& op, bool zero_mean_random) {
  oracle<T> truth;
  truth.zero_mean_random = zero_mean_random;
  if (op != "sum") {
    truth.exact = extreme(input, op == "min");
  } else if constexpr (std::is_floating_point_v<T>) {
    truth.is_floating_sum = true;
    sum_floating(input, truth);
  } else {
    truth.exact = wrapping_sum(input);
  }
  return truth;
}

template <class T>
verdict judge(const oracle<T>& truth, T got, double rounding_depth) {
  verdict result;
  result.got = full_text(got);
  if (!truth.is_floating_sum) {
    result.ok = got == truth.exact;
    result.expected = full_text(truth.exact);
    if (!result.ok)
      result.error = std::abs(static_cast<double>(got) - static_cast<double>(truth.exact));
    return result;
  }
  if constexpr (std::is_floating_point_v<T>) {
    const double unit_roundoff = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
    double roundings = rounding_depth;
    if (truth.zero_mean_random) roundings = std::min(roundings, 10 * std::sqrt(rounding_depth));
    result.expected = full_text(truth.sum);
    result.error = std::abs(static_cast<double>(got) - truth.sum);
    // One more rounding: that of the exact sum to T.
    result.tolerance = unit_roundoff * (roundings * truth.magnitude_sum + std::abs(truth.sum));
    result.ok = result.error <= result.tolerance;  // false for NaN
  }
  return result;
}

#define WARPMARK_INSTANTIATE(T)                                                 \
  template oracle<T> make_oracle(std::span<const T>, const std::string&, bool); \
  template verdict judge(const oracle<T>&, T, double);
WARPMARK_INSTANTIATE(std::int32_t)
WARPMARK_INSTANTIATE(std::uint32_t)
WARPMARK_INSTANTIATE(std::int64_t)
WARPMARK_INSTANTIATE(std::uint64_t)
WARPMARK_INSTANTIATE(float)
WARPMARK_INSTANTIATE(double)
#undef WARPMARK_INSTANTIATE

}  // namespace warpmark::reduce
