#include "simt/memory/atomic_depths.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace warpmark::simt {

void atomic_depths::add(const lane_addresses& address, std::uint32_t active, bool folds,
                        bool is_integer) {
  while (active != 0) {
    const std::uint64_t sector = address[std::countr_zero(active)] / sector_bytes;
    std::uint32_t here = 0;
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (address[lane] / sector_bytes == sector) here |= 1u << lane;
    }
    depth& known = by_sector_[sector];
    known.requests += 1;
    const std::uint64_t lanes = folds ? 1 : count_same_address(address, here);
    known.lanes += lanes;
    if (is_integer) {
      known.integer_requests += 1;
      known.integer_lanes += lanes - 1;
    }
    active &= ~here;
  }
}

void atomic_depths::merge(const atomic_depths& other) {
  for (const auto& [sector, more] : other.by_sector_) {
    depth& known = by_sector_[sector];
    known.requests += more.requests;
    known.lanes += more.lanes;
    known.integer_requests += more.integer_requests;
    known.integer_lanes += more.integer_lanes;
  }
}

std::uint64_t atomic_depths::depth::float_lanes() const {
  return lanes - std::min(lanes, integer_requests + integer_lanes);
}

atomic_depths::depth atomic_depths::deepest_in(std::uint64_t sectors, amount of) const {
  // Groups are counted from the first place, so that they do not depend on where memory lies.
  std::uint64_t first = ~std::uint64_t{0};
  for (const auto& [sector, totals] : by_sector_) first = std::min(first, sector);
  std::unordered_map<std::uint64_t, depth> wider;
  for (const auto& [sector, totals] : by_sector_) {
    depth& all = wider[(sector - first) / sectors];
    all.requests += totals.requests;
    all.lanes += totals.lanes;
    all.integer_requests += totals.integer_requests;
    all.integer_lanes += totals.integer_lanes;
  }
  depth deepest_place;
  // Ties are broken by further amounts, so that the result does not depend on the table's order.
  const auto rank = [&](const depth& place) {
    return std::tuple((place.*of)(), place.requests, place.lanes);
  };
  for (const auto& [place, totals] : wider)
    if (rank(totals) > rank(deepest_place)) deepest_place = totals;
  return deepest_place;
}

}  // namespace warpmark::simt
