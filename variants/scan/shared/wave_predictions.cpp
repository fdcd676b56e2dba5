#include "variants/scan/shared/wave_predictions.hpp"

#include <algorithm>

#include "variants/contract/operator_plan.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::scan {
namespace {

using predicted = std::optional<std::uint64_t>;

constexpr std::uint64_t fewest_multiprocessors = 4;

std::uint64_t size_of(const problem& asked) {
  return static_cast<std::uint64_t>(asked.integer("n"));
}

// Tiles, and whether each has a block of its own on any card.
std::uint64_t tiles_of(const problem& asked, const config& how) {
  const std::uint64_t tile = vector_tile_elements(asked, how);
  return (size_of(asked) + tile - 1) / tile;
}

bool is_one_wave(const problem& asked, const config& how) {
  return tiles_of(asked, how) <=
         fewest_multiprocessors * static_cast<std::uint64_t>(how.integer("blocks_per_sm"));
}

// An empty input still has a block.
std::uint64_t blocks_of(const problem& asked, const config& how) {
  return std::max<std::uint64_t>(1, tiles_of(asked, how));
}

bool has_values_of_a_bank(const problem& asked) {
  return ops::value_bytes(asked.text("op"), element_type_of(asked)) == 4;
}

// Whole tiles, moved by aligned vectors, of one wave.
bool is_of_vectors(const problem& asked, const config& how) {
  return is_one_wave(asked, how) && has_values_of_a_bank(asked) && input_offset(asked) == 0 &&
         size_of(asked) % vector_tile_elements(asked, how) == 0;
}

std::uint64_t sectors_of_elements(const problem& asked) {
  return size_of(asked) * size_bytes(element_type_of(asked)) / 32;
}

// Words of 8 bytes behind a ticket of 8, cleared 32 at a time.
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

std::vector<expected_defect> predictions_of(const wave_costs& costs) {
  const auto atomics = [](const problem& asked, const config& how) -> predicted {
    if (!is_one_wave(asked, how)) return {};
    return blocks_of(asked, how);
  };
  const auto barriers = [costs](const problem& asked, const config& how) -> predicted {
    if (!is_one_wave(asked, how)) return {};
    return costs.barriers_per_tile * tiles_of(asked, how) +
           costs.barriers_per_block * blocks_of(asked, how);
  };
  const auto shuffles = [costs](const problem& asked, const config& how) -> predicted {
    if (!is_of_vectors(asked, how)) return {};
    return costs.shuffles(how) * tiles_of(asked, how);
  };
  const auto loads = [costs](const problem& asked, const config& how) -> predicted {
    if (!is_of_vectors(asked, how) || tiles_of(asked, how) > 1) return {};
    return costs.loads_by_bulk_copy ? 0 : sectors_of_elements(asked);
  };
  const auto stores = [costs](const problem& asked, const config& how) -> predicted {
    if (!is_of_vectors(asked, how)) return {};
    const std::uint64_t words = 2 * costs.ahead(how) * blocks_of(asked, how);
    return sectors_of_elements(asked) + tiles_of(asked, how) + sectors_of_clearing(words);
  };
  const std::string of_vectors = " (one wave of whole tiles, 4-byte values)";
  return {
      {"launches", "1", [](const problem&, const config&) -> predicted { return 1; }},
      {"global_atomic_requests", "G, on the ticket (one wave)", atomics},
      {"block_barriers", costs.barriers_formula + " (one wave)", barriers},
      {"shuffles", costs.shuffles_formula + " a tile" + of_vectors, shuffles},
      {"global_load_sectors",
       costs.loads_by_bulk_copy
           ? "0 for one whole tile: bulk copies are no requests; else what is read of the boards"
           : "N*s/32 for one whole tile; else what is read of the boards besides",
       loads},
      {"global_store_sectors",
       "N*s/32 + G posts + those of 2*ahead*G words that are cleared" + of_vectors, stores}};
}

}  // namespace warpmark::scan
