#include "simt/memory/launch_footprint.hpp"

#include <algorithm>

#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {

std::uint64_t launch_footprint::marks(std::uint64_t address, std::uint64_t length) const {
  auto after =
      std::upper_bound(allocations_.begin(), allocations_.end(), address,
                       [](std::uint64_t a, const allocation& item) { return a < item.base; });
  if (after == allocations_.begin() || !(--after)->holds(address, length)) return 0;
  const auto table = static_cast<std::size_t>(after - allocations_.begin());
  std::uint64_t result = 0;
  for (std::uint64_t offset = address - after->base, end = offset + length; offset < end;) {
    const std::uint64_t within = offset % sector_bytes;
    const std::uint64_t count = std::min(sector_bytes - within, end - offset);
    const std::uint64_t bytes = ((std::uint64_t{1} << count) - 1) << within;
    result |= touched_->marks(table, offset / sector_bytes) & (bytes | bytes << 32);
    offset += count;
  }
  return result;
}

}  // namespace warpmark::simt
