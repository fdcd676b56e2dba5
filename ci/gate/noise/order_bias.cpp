#include "ci/gate/noise/order_bias.hpp"

#include <cmath>
#include <stdexcept>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/philox.hpp"
#include "ci/gate/noise/noise_scenario.hpp"

namespace warpmark::gate {
namespace {

constexpr double warmth = 0.03;
constexpr double sides_to_warm = 4;

struct side_moments {
  std::size_t base = 0;
  std::size_t head = 0;
};

// The times of the sides of pair `round`, as the number of sides before them.
side_moments moments_of_pair(side_order order, std::size_t round, std::size_t rounds,
                             bool base_begins) {
  if (order == side_order::blocked) return {round, rounds + round};
  const bool base_first = order == side_order::same_first || (round % 2 == 0) == base_begins;
  return base_first ? side_moments{2 * round, 2 * round + 1}
                    : side_moments{2 * round + 1, 2 * round};
}

}  // namespace

std::string_view name(side_order order) {
  switch (order) {
    case side_order::blocked:
      return "AABB";
    case side_order::same_first:
      return "ABAB";
    case side_order::alternating:
      return "ABBA";
  }
  throw std::logic_error("an order without a name");
}

double order_bias(side_order order, double drift, std::size_t rounds, std::size_t sessions,
                  std::uint64_t seed) {
  statistics::random_stream random(seed);
  const auto sides = static_cast<double>(2 * rounds);
  const auto slowed = [&](std::size_t moment) {
    const auto k = static_cast<double>(moment);
    return std::log1p(warmth * (1 - std::exp(-k / sides_to_warm))) + drift * k / sides +
           typical_noise.round_spread * statistics::normal_quantile(random.uniform());
  };
  double sum = 0;
  for (std::size_t session = 0; session < sessions; ++session) {
    const bool base_begins = random.below(2) == 0;
    for (std::size_t round = 0; round < rounds; ++round) {
      const side_moments at = moments_of_pair(order, round, rounds, base_begins);
      sum += slowed(at.head) - slowed(at.base);
    }
  }
  return sum / static_cast<double>(rounds * sessions);
}

}  // namespace warpmark::gate
