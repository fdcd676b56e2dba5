#include "variants/scan/shared/wave_predictions.hpp"

#include <algorithm>

#include "variants/contract/operator_plan.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::scan {
namespace {

constexpr std::uint64_t min_multiprocessors = 4;

std::uint64_t size_of(const problem& problem) {
  return static_cast<std::uint64_t>(problem.integer("n"));
}

// Tiles, and whether each has a block of its own on any device.
std::uint64_t tiles_of(const problem& problem, const config& config) {
  const std::uint64_t tile = vector_tile_elements(problem, config);
  return (size_of(problem) + tile - 1) / tile;
}

bool is_one_wave(const problem& problem, const config& config) {
  return tiles_of(problem, config) <=
         min_multiprocessors * static_cast<std::uint64_t>(config.integer("blocks_per_sm"));
}

// An empty input still has a block.
std::uint64_t blocks_of(const problem& problem, const config& config) {
  return std::max<std::uint64_t>(1, tiles_of(problem, config));
}

// Full tiles, moved by aligned vectors, of one wave.
bool is_of_vectors(const problem& problem, const config& config) {
  return is_one_wave(problem, config) && has_values_of_a_bank(problem) &&
         input_offset(problem) == 0 &&
         size_of(problem) % vector_tile_elements(problem, config) == 0;
}

std::uint64_t sectors_of_elements(const problem& problem) {
  return size_of(problem) * size_bytes(element_type_of(problem)) / 32;
}

// Words of 8 bytes after a ticket of 8, cleared 32 at a time.
std::uint64_t sectors_of_clearing(std::uint64_t words) {
  std::uint64_t sectors = 0;
  for (std::uint64_t first = 0; first < words; first += 32) {
    const std::uint64_t begin = 8 + 8 * first;
    const std::uint64_t end = 8 + 8 * std::min(words, first + 32);
    sectors += (end - 1) / 32 - begin / 32 + 1;
  }
  return sectors;
}

}  // namespace

std::vector<counter_prediction> predictions_of(const wave_costs& costs) {
  const auto atomics = [](const problem& problem, const config& config) -> predicted_count {
    if (!is_one_wave(problem, config)) return {};
    return blocks_of(problem, config);
  };
  const auto barriers = [costs](const problem& problem, const config& config) -> predicted_count {
    if (!is_one_wave(problem, config)) return {};
    return costs.barriers_per_tile * tiles_of(problem, config) +
           costs.barriers_per_block * blocks_of(problem, config);
  };
  const auto shuffles = [costs](const problem& problem, const config& config) -> predicted_count {
    if (!is_of_vectors(problem, config)) return {};
    return costs.shuffles(config) * tiles_of(problem, config);
  };
  const auto loads = [costs](const problem& problem, const config& config) -> predicted_count {
    if (!is_of_vectors(problem, config) || tiles_of(problem, config) > 1) return {};
    return costs.loads_by_bulk_copy ? 0 : sectors_of_elements(problem);
  };
  const auto stores = [costs](const problem& problem, const config& config) -> predicted_count {
    if (!is_of_vectors(problem, config)) return {};
    const std::uint64_t words = 2 * costs.ahead(config) * blocks_of(problem, config);
    const std::uint64_t tiles = tiles_of(problem, config);
    const std::uint64_t posts = costs.posts_last_tile || tiles == 0 ? tiles : tiles - 1;
    return sectors_of_elements(problem) + posts + sectors_of_clearing(words);
  };
  const std::string of_vectors = " (one wave of full tiles, 4-byte values)";
  return {one_launch(),
          {"global_atomic_requests", "G, on the ticket (one wave)", atomics},
          {"block_barriers", costs.barriers_formula + " (one wave)", barriers},
          {"shuffles", costs.shuffles_formula + " a tile" + of_vectors, shuffles},
          {"global_load_sectors",
           costs.loads_by_bulk_copy
               ? "0 for one full tile: bulk copies are no requests; else the reads of the boards"
               : "N*s/32 for one full tile; else the reads of the boards in addition",
           loads},
          {"global_store_sectors",
           "N*s/32 + G" + std::string(costs.posts_last_tile ? "" : " - 1") +
               " posts + those of 2*ahead*G words that are cleared" + of_vectors,
           stores}};
}

}  // namespace warpmark::scan
