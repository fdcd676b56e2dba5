#include "bench/statistics/pairwise_selection.hpp"

#include <bit>
#include <cstdint>

namespace warpmark::statistics {
namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

// Maps doubles to integers of the same order.
std::uint64_t place_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return bits & sign_bit ? ~bits : bits | sign_bit;
}

double value_at(std::uint64_t place) {
  return std::bit_cast<double>(place & sign_bit ? place & ~sign_bit : ~place);
}

// The least double at or above `lowest` that at least k values do not exceed.
template <class counter>
double kth_value(double lowest, double highest, std::size_t k, counter count_up_to) {
  std::uint64_t low = place_of(lowest);
  std::uint64_t high = place_of(highest);
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (count_up_to(value_at(middle)) >= k) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return value_at(low);
}

// Halves first: the sum of two large samples may not be a double.
double average(double a, double b) { return a / 2 + b / 2; }

}  // namespace

double kth_walsh_average(std::span<const double> ascending, std::size_t k) {
  const auto count_up_to = [&](double limit) {
    std::size_t count = 0;
    std::size_t end =
        ascending.size();  // Averages with x_i, i rising, stay within `limit` up to here.
    for (std::size_t i = 0; i < end; ++i) {
      while (end > i && average(ascending[i], ascending[end - 1]) > limit) --end;
      count += end - i;
    }
    return count;
  };
  return kth_value(ascending.front(), ascending.back(), k, count_up_to);
}

}  // namespace warpmark::statistics
