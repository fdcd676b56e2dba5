#include "simt/memory/sampled_touches.hpp"

#include <algorithm>
#include <vector>

#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {

estimated_sectors cold_sectors_of_all(const touched_bytes& sampled, const global_memory& memory,
                                      double blocks_per_sampled, warm_memory& warm) {
  estimated_sectors all;
  std::vector<warm_memory::range> touched;
  for (std::size_t table = 0; table < memory.live().size(); ++table) {
    const allocation& in = memory.live()[table];
    const auto seen = sampled.count_sectors(table);
    if (seen.touched == 0) continue;
    const std::uint64_t sectors = (in.size + sector_bytes - 1) / sector_bytes;
    const auto estimate = [&](std::uint64_t count) {
      return std::min(sectors,
                      static_cast<std::uint64_t>(static_cast<double>(count) * blocks_per_sampled));
    };
    // Whether an earlier launch touched the allocation: it is warm as a whole then, or not at all.
    if (!warm.holds(in.base + in.size / 2)) {
      all.touched += estimate(seen.touched);
      all.loaded += estimate(seen.loaded);
    }
    touched.push_back({in.base, in.size});
  }
  warm.note_ranges(touched);
  return all;
}

}  // namespace warpmark::simt
