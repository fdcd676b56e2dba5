#include "variants/reduce/shared/block_costs.hpp"

namespace warpmark::reduce {
namespace {

// Of the axis "second_level": each warp reduces the warps' results, or only the first one.
bool by_every_warp(const config& config) { return config.text("second_level") == "every"; }

std::uint64_t warp_folds(std::uint64_t block, const config& config) {
  return block / 32 + (by_every_warp(config) ? block / 32 : 1);
}

std::vector<block_cost> two_level_costs() {
  const auto barriers = [](std::uint64_t, const config&) { return std::uint64_t{1}; };
  const auto stores = [](std::uint64_t block, const config&) { return block / 32; };
  const auto loads = [](std::uint64_t block, const config& config) {
    return by_every_warp(config) ? block / 32 : 1;
  };
  const std::string loaded = "1, or B/32 if second_level=every";
  return {{"block_barriers", "1", barriers, true},
          {"shared_store_requests", "B/32", stores},
          {"shared_store_wavefronts", "B/32", stores},
          {"shared_load_requests", loaded, loads},
          {"shared_load_wavefronts", loaded, loads}};
}

}  // namespace

block_cost tree_barriers() {
  return {"block_barriers", "1 + log2 B",
          [](std::uint64_t block, const config&) { return 1 + steps_of(block); }, true};
}

std::vector<block_cost> sequential_tree_costs() {
  // B/64 + B/128 + … + 1 warps work, then one in each of the last five steps: B/32 + 4.
  const auto loads = [](std::uint64_t block, const config&) { return 2 * (block / 32 + 4) + 1; };
  const auto stores = [](std::uint64_t block, const config&) {
    return block / 32 + block / 32 + 4;
  };
  const std::string loaded = "2*(B/32 + 4) + 1", stored = "B/32 + B/32 + 4";
  return {{"shared_load_requests", loaded, loads},
          {"shared_load_wavefronts", loaded, loads},
          {"shared_store_requests", stored, stores},
          {"shared_store_wavefronts", stored, stores},
          tree_barriers()};
}

std::vector<block_cost> unrolled_tree_costs() {
  // Loads and stores of B/64 + B/128 + … + 2 warps, which are B/32 - 2; the fill, and the operands
  // of the last warp's first step.
  const auto accesses = [](std::uint64_t block, const config&) { return 2 * block / 32 - 2; };
  const std::string formula = "2*B/32 - 2";
  return {{"shared_load_requests", formula, accesses},
          {"shared_load_wavefronts", formula, accesses},
          {"shared_store_requests", formula, accesses},
          {"shared_store_wavefronts", formula, accesses},
          {"block_barriers", "log2 B - 5",
           [](std::uint64_t block, const config&) { return steps_of(block) - 5; }, true},
          {"shuffles", "5", [](std::uint64_t, const config&) { return std::uint64_t{5}; }}};
}

std::vector<block_cost> two_level_shuffle_costs() {
  auto costs = two_level_costs();
  costs.push_back(
      {"shuffles", "5*B/32 + 5, or 10*B/32 if second_level=every",
       [](std::uint64_t block, const config& config) { return 5 * warp_folds(block, config); }});
  return costs;
}

std::vector<block_cost> two_level_redux_costs() {
  auto costs = two_level_costs();
  costs.push_back({"reduxes", "B/32 + 1, or 2*B/32 if second_level=every", warp_folds});
  costs.push_back({"shuffles", "0", [](std::uint64_t, const config&) { return std::uint64_t{0}; }});
  return costs;
}

std::vector<block_cost> block_fold_costs() {
  // One warp needs no second level.
  const auto stores = [](std::uint64_t block, const config&) {
    return block > 32 ? block / 32 : 0;
  };
  const auto once = [](std::uint64_t block, const config&) {
    return static_cast<std::uint64_t>(block > 32);
  };
  const auto shuffles = [](std::uint64_t block, const config&) {
    return 5 * (block / 32) + (block > 32 ? 5 : 0);
  };
  return {{"shared_load_requests", "1, or 0 if B=32", once},
          {"shared_load_wavefronts", "1, or 0 if B=32", once},
          {"shared_store_requests", "B/32, or 0 if B=32", stores},
          {"shared_store_wavefronts", "B/32, or 0 if B=32", stores},
          {"block_barriers", "1, or 0 if B=32", once, true},
          {"shuffles", "5*B/32 + 5, or 5 if B=32", shuffles}};
}

}  // namespace warpmark::reduce
