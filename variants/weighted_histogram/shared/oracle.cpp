#include "variants/weighted_histogram/shared/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "variants/contract/element_type.hpp"
#include "variants/contract/full_text.hpp"
#include "variants/contract/judging.hpp"

namespace warpmark::weighted_histogram {

template <class W>
oracle<W>::oracle(std::span<const W> weights, std::span<const std::uint32_t> keys, std::size_t bins,
                  bool zero_mean_random)
    : truth_(bins), zero_mean_random_(zero_mean_random) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] >= bins) continue;
    bin_sum& bin = truth_[keys[i]];
    ++bin.weights;
    if constexpr (std::is_floating_point_v<W>) {
      const auto weight = static_cast<double>(weights[i]);
      bin.sum.add(weight);
      bin.magnitude += std::abs(weight);
    } else {
      bin.wrapped += weights[i];
    }
  }
}

template <class W>
oracle_result oracle<W>::judge_bin(const bin_sum& truth, W got, double rounding_depth) const {
  oracle_result result;
  result.got = full_text(got);
  if constexpr (std::is_floating_point_v<W>) {
    double roundings = std::min(rounding_depth, static_cast<double>(truth.weights));
    if (zero_mean_random_) roundings = std::min(roundings, 10 * std::sqrt(roundings));
    const double sum = truth.sum.value();
    result.expected = full_text(sum);
    result.error = std::abs(static_cast<double>(got) - sum);
    result.tolerance =
        unit_roundoff<W>() * roundings * truth.magnitude + unit_roundoff<W>() * std::abs(sum);
    result.ok = result.error <= result.tolerance;  // false for NaN
  } else {
    result.expected = full_text(truth.wrapped);
    result.ok = got == truth.wrapped;
    result.error = result.ok ? 0 : std::abs(static_cast<double>(got) - truth.wrapped);
  }
  return result;
}

template <class W>
oracle_result oracle<W>::judge(std::span<const std::byte> sums, double rounding_depth) const {
  for (std::size_t bin = 0; bin < truth_.size(); ++bin) {
    oracle_result result = judge_bin(truth_[bin], value_at<W>(sums, bin), rounding_depth);
    if (result.ok) continue;
    result.first_bad_index = bin;
    return result;
  }
  return {.ok = true};
}

template class oracle<std::uint32_t>;
template class oracle<float>;

}  // namespace warpmark::weighted_histogram
