#include "bench/kernels_file/comparison.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "variants/contract/full_text.hpp"

namespace warpmark::kernels_file {
namespace {

template <class T>
double error_of(T expected, T got) {
  if constexpr (is_floating_element<T>) {
    const auto a = static_cast<double>(expected), b = static_cast<double>(got);
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double error = std::abs(b - a);
    return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
  } else {
    return static_cast<double>(std::max(expected, got)) -
           static_cast<double>(std::min(expected, got));
  }
}

// Differences of 64-bit integers that vanish in float64 do not count.
template <class T>
bool passes(T expected, T got, double error, double tolerance) {
  if constexpr (!is_floating_element<T>)
    if (tolerance == 0) return expected == got;
  return error <= tolerance;
}

template <class T>
double rounding_bound(const comparison& comparison, std::size_t index) {
  T magnitude;
  std::memcpy(&magnitude, comparison.magnitudes.data() + index * sizeof(T), sizeof(T));
  const auto size = static_cast<double>(magnitude);
  return std::isfinite(size) ? comparison.depth * unit_roundoff<T>() * std::abs(size) : 0.0;
}

template <class T>
oracle_result compare_elements(std::span<const std::byte> expected, std::span<const std::byte> got,
                               const comparison& comparison) {
  oracle_result result{.ok = true};
  for (std::size_t i = 0; i < got.size() / sizeof(T); ++i) {
    T correct, found;
    std::memcpy(&correct, expected.data() + i * sizeof(T), sizeof(T));
    std::memcpy(&found, got.data() + i * sizeof(T), sizeof(T));
    const double magnitude = std::abs(static_cast<double>(correct));
    double tolerance =
        comparison.absolute + (std::isfinite(magnitude) ? comparison.relative * magnitude : 0.0);
    if (comparison.depth > 0) tolerance += rounding_bound<T>(comparison, i);
    const double error = error_of(correct, found);
    if (!passes(correct, found, error, tolerance))
      return {.ok = false,
              .first_bad_index = i,
              .expected = full_text(correct),
              .got = full_text(found),
              .error = error,
              .tolerance = tolerance};
    if (error > result.error) {
      result.error = error;
      result.tolerance = tolerance;
    }
  }
  return result;
}

}  // namespace

oracle_result compare(std::span<const std::byte> expected, std::span<const std::byte> got,
                      const comparison& comparison) {
  if (expected.size() != got.size())
    return {.ok = false,
            .expected = fmt::format("{} bytes", expected.size()),
            .got = fmt::format("{} bytes", got.size())};
  if (got.empty() || std::memcmp(expected.data(), got.data(), got.size()) == 0) return {.ok = true};
  return dispatch(comparison.type, [&](auto tag) {
    return compare_elements<typename decltype(tag)::type>(expected, got, comparison);
  });
}

}  // namespace warpmark::kernels_file
