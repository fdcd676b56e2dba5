#include "variants/count/shared/predictions.hpp"

#include <algorithm>

#include "base/device_limits.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/count/shared/private_counts.hpp"

namespace warpmark::count {

namespace {

// How kernels/count/keys.cuh distributes keys over vectors and blocks.
struct vector_shares {
  std::uint64_t width, head, vectors, tail;
  std::uint64_t grid;
  std::uint64_t longer;  // the first blocks, which have a vector more than the others

  vector_shares(const problem& problem, const config& config)
      : vector_shares(problem, grid_of_shares(problem, config, device_limits{})) {}

  vector_shares(const problem& problem, std::uint64_t grid)
      : width(16 / size_bytes(element_type_of(problem))), grid(grid) {
    const auto n = static_cast<std::uint64_t>(problem.integer("n"));
    const std::uint64_t past = input_offset(problem) % width;
    head = past == 0 ? 0 : std::min(n, width - past);
    vectors = (n - head) / width;
    tail = n - head - vectors * width;
    longer = vectors % grid;
  }

  // Accesses of keys that are in no vector.
  std::uint64_t single() const { return (head > 0 ? 1 : 0) + (tail > 0 ? 1 : 0); }

  // The sum over all blocks of a function of a block's vectors.
  template <class F>
  std::uint64_t sum(F of) const {
    return longer * of(vectors / grid + 1) + (grid - longer) * of(vectors / grid);
  }
};

std::uint64_t warps_of(std::uint64_t lanes) { return (lanes + 31) / 32; }

}  // namespace

std::optional<std::uint64_t> requests_of_all_keys(const problem& problem, const config& config) {
  if (problem.text("dist") == "overflowing") return std::nullopt;
  return requests_of_keys(problem, grid_of_shares(problem, config, device_limits{}));
}

std::uint64_t requests_of_keys(const problem& problem, std::uint64_t grid) {
  const vector_shares shares(problem, grid);
  return shares.sum(warps_of) * shares.width + shares.single();
}

std::uint64_t loads_of_keys(const problem& problem, std::uint64_t grid) {
  const vector_shares shares(problem, grid);
  return shares.sum(warps_of) + shares.single();
}

std::optional<std::uint64_t> warps_with_keys(const problem& problem, const config& config) {
  if (problem.text("dist") != "constant") return std::nullopt;
  const vector_shares shares(problem, config);
  const auto block = static_cast<std::uint64_t>(config.integer("block"));
  const std::uint64_t warps =
      shares.sum([&](std::uint64_t share) { return warps_of(std::min(share, block)); });
  return warps == 0 && shares.head + shares.tail > 0 ? 1 : warps;
}

std::optional<std::uint64_t> lanes_behind_the_first(const problem& problem, const config& config) {
  if (problem.text("dist") != "constant") return std::nullopt;
  const auto requests = requests_of_all_keys(problem, config);
  return static_cast<std::uint64_t>(problem.integer("n")) - *requests;
}

std::optional<std::uint64_t> wavefronts_of_constant_keys(const problem& problem,
                                                         const config& config) {
  if (problem.text("dist") != "constant") return std::nullopt;
  return requests_of_all_keys(problem, config);
}

std::vector<counter_prediction> predictions_of_shared_atomics() {
  return {
      {"shared_atomic_requests", "one per key of a lane's vectors in each warp",
       requests_of_all_keys},
      {"shared_atomic_serialisation", "dist=constant: N less the requests", lanes_behind_the_first},
      {"shared_atomic_wavefronts", "dist=constant: the requests", wavefronts_of_constant_keys},
      launches_of_merge()};
}

counter_prediction launches_of_merge() {
  return {"launches", "1; merge=table: 2",
          [](const problem&, const config& config) -> std::optional<std::uint64_t> {
            return config.text("merge") == "table" ? 2 : 1;
          }};
}

}  // namespace warpmark::count
