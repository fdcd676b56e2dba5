#include "variants/count/shared/predictions.hpp"

#include <algorithm>

#include "variants/contract/device_limits.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/count/shared/private_counts.hpp"

namespace warpmark::count {

std::optional<std::uint64_t> requests_of_all_keys(const problem& asked, const config& how) {
  if (asked.text("dist") == "overflowing") return std::nullopt;
  const std::uint64_t width = 16 / size_bytes(element_type_of(asked));
  const auto n = static_cast<std::uint64_t>(asked.integer("n"));
  const std::uint64_t past = input_offset(asked) % width;
  const std::uint64_t head = past == 0 ? 0 : std::min(n, width - past);
  const std::uint64_t vectors = (n - head) / width;
  const std::uint64_t grid = grid_of_shares(asked, how, device_limits{});

  // Blocks with a vector more than the others come first.
  const auto warps = [](std::uint64_t share) { return (share + 31) / 32; };
  const std::uint64_t longer = vectors % grid;
  const std::uint64_t warp_vectors =
      longer * warps(vectors / grid + 1) + (grid - longer) * warps(vectors / grid);
  return warp_vectors * width + (head > 0 ? 1 : 0) + (head + vectors * width < n ? 1 : 0);
}

std::optional<std::uint64_t> lanes_behind_the_first(const problem& asked, const config& how) {
  if (asked.text("dist") != "constant") return std::nullopt;
  const auto requests = requests_of_all_keys(asked, how);
  return static_cast<std::uint64_t>(asked.integer("n")) - *requests;
}

std::optional<std::uint64_t> wavefronts_of_constant_keys(const problem& asked, const config& how) {
  if (asked.text("dist") != "constant") return std::nullopt;
  return requests_of_all_keys(asked, how);
}

expected_defect launches_of_merge() {
  return {"launches", "1; merge=table: 2",
          [](const problem&, const config& how) -> std::optional<std::uint64_t> {
            return how.text("merge") == "table" ? 2 : 1;
          }};
}

}  // namespace warpmark::count
