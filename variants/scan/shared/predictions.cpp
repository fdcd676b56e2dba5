#include "variants/scan/shared/predictions.hpp"

#include <algorithm>
#include <bit>

#include "variants/contract/problem_axes.hpp"
#include "variants/scan/shared/bank_conflicts.hpp"

namespace warpmark::scan {
namespace {

using count = std::uint64_t;

bool has_elements_of_a_bank(const problem& problem) {
  return size_bytes(element_type_of(problem)) == 4 && input_offset(problem) == 0;
}

bool fills_tile(const problem& problem, const tiling& tiles) {
  return static_cast<std::uint64_t>(problem.integer("n")) == tiles.size() &&
         has_elements_of_a_bank(problem);
}

// Steps of distances 1, 2, 4, ... below the block.
count steps_of(const tiling& tiles) { return std::bit_width(tiles.block - 1u); }

count warps_of(const tiling& tiles) { return tiles.block / 32; }

// Warps with a thread that has one `distance` before it, over all steps; an exclusive result takes
// one more read by all warps.
count hillis_steele_loads(const tiling& tiles, const config&, bool inclusive) {
  count loads = inclusive ? 0 : warps_of(tiles);
  for (count d = 1; d < tiles.block; d *= 2) loads += warps_of(tiles) - d / 32;
  return loads;
}

count hillis_steele_stores(const tiling& tiles, const config&, bool) {
  return warps_of(tiles) * (1 + steps_of(tiles));
}

count hillis_steele_barriers(const tiling& tiles, const config& config, bool) {
  return 1 + (config.integer("buffers") == 1 ? 2 : 1) * steps_of(tiles);
}

count leaves_of(const tiling& tiles) { return 2 * count{tiles.block}; }

// Both sweeps read both children; the up-sweep writes the right one, the down-sweep both. All
// leaves are written first and read last, coalesced; thread 0 reads and replaces the root and keeps
// the total.
template <count sweep_cost::*counted>
count blelloch_loads(const tiling& tiles, const placement& place) {
  const count leaves = leaves_of(tiles);
  return 2 * (sweep_of(leaves, child::left, place).*counted +
              sweep_of(leaves, child::right, place).*counted) +
         leaves / 32 + 1;
}

template <count sweep_cost::*counted>
count blelloch_stores(const tiling& tiles, const placement& place) {
  const count leaves = leaves_of(tiles);
  return sweep_of(leaves, child::left, place).*counted +
         2 * (sweep_of(leaves, child::right, place).*counted) + leaves / 32 + 2;
}

count blelloch_barriers(const tiling& tiles, const config&, bool) {
  return 1 + 2 * static_cast<count>(std::bit_width(leaves_of(tiles) - 1));
}

// What a block loads from shared memory, or stores.
using accesses = std::function<access_cost(const tiling&, const config&, bool inclusive)>;

// The four counters of both.
std::vector<tile_cost> shared_costs(const accesses& loads, const std::string& loaded,
                                    const accesses& stores, const std::string& stored) {
  const auto with = [](const accesses& of, count access_cost::*counted) {
    return [of, counted](const tiling& tiles, const config& config, bool inclusive) {
      return of(tiles, config, inclusive).*counted;
    };
  };
  return {{"shared_load_requests", loaded, with(loads, &access_cost::requests)},
          {"shared_load_wavefronts", loaded, with(loads, &access_cost::wavefronts)},
          {"shared_store_requests", stored, with(stores, &access_cost::requests)},
          {"shared_store_wavefronts", stored, with(stores, &access_cost::wavefronts)}};
}

// Two elements per thread, a block apart, in slots of a tree or in their own.
access_cost both_elements(const tiling& tiles, const placement& place) {
  return access_by(0, leaves_of(tiles), place);
}

// The results: an exclusive one is that of the element before, and the first one is known.
access_cost results_of(const tiling& tiles, bool inclusive, const placement& place) {
  const count shift = inclusive ? 0 : 1;
  const count block = tiles.block;
  access_cost cost = access_by(shift, block, [&](count t) { return place(t - shift); });
  cost += access_by(0, block, [&](count t) { return place(t + block - shift); });
  return cost;
}

// Down from the root: pair t of a step adds the end of range t to the middle of the next range.
access_cost brent_kung_down(const tiling& tiles, child side, const placement& place) {
  access_cost cost;
  for (count half = tiles.block / 2; half > 0; half /= 2)
    cost += access_by(0, tiles.block / half - 1, [&](count t) {
      return place(half * (2 * t + (side == child::left ? 2 : 3)) - 1);
    });
  return cost;
}

access_cost brent_kung_side(const tiling& tiles, child side, const placement& place) {
  const sweep_cost up = sweep_of(leaves_of(tiles), side, place);
  access_cost cost = {up.requests, up.wavefronts};
  cost += brent_kung_down(tiles, side, place);
  return cost;
}

// In the step of ranges of 2 * half, thread t adds the last element of the left half to one of the
// right half.
access_cost sklansky_side(const tiling& tiles, child side) {
  access_cost cost;
  for (count half = 1; half < leaves_of(tiles); half *= 2)
    cost += access_by(0, tiles.block, [&](count t) {
      const count right_half = t / half * (2 * half) + half;
      return side == child::left ? right_half - 1 : right_half + t % half;
    });
  return cost;
}

// Each lane of one warp accesses its own block / 32 values, one after the other.
access_cost raking_side(const tiling& tiles, const placement& place) {
  access_cost cost;
  for (count j = 0; j < warps_of(tiles); ++j)
    cost += access_by(0, 32, [&](count lane) { return place(lane * warps_of(tiles) + j); });
  return cost;
}

bool is_staged(const tiling& tiles) { return tiles.items > 1 && tiles.transposed; }

// A warp's own elements, with an unused word after every 32. On input `items` coalesced stores and
// as many loads of elements `items` apart, on output the other way round.
count staging_wavefronts(const tiling& tiles) {
  if (!is_staged(tiles)) return 0;
  const placement place = placement_named("pad32");
  count taken = 0;
  for (count j = 0; j < tiles.items; ++j) {
    std::vector<count> neighbours, apart;
    for (count lane = 0; lane < 32; ++lane) {
      neighbours.push_back(place(lane + 32 * j));
      apart.push_back(place(lane * tiles.items + j));
    }
    taken += wavefronts_of(neighbours) + wavefronts_of(apart);
  }
  return taken * warps_of(tiles);
}

// The second level reads the warps' totals at once; every warp but the first reads its prefix.
// Values of one warp are adjacent.
count shuffle_own_loads(const tiling& tiles) { return 1 + warps_of(tiles) - 1; }
count shuffle_own_stores(const tiling& tiles) { return warps_of(tiles) + 1; }

// Sectors of 32 bytes that a warp's requests touch, of 8 elements each.
count sectors(const tiling& tiles, const config&, bool) {
  if (is_staged(tiles)) return count{tiles.block} * tiles.items / 8;
  return warps_of(tiles) * tiles.items * std::min<count>(32, 4 * tiles.items);
}

count shuffles(const tiling& tiles, const config&, bool inclusive) {
  const bool shifted = !inclusive || tiles.items > 1;
  return 5 * warps_of(tiles) + 5 + (shifted ? warps_of(tiles) : 0);
}

}  // namespace

counter_prediction in_one_tile(const tile_cost& cost, block_method (*method_of)(const config&)) {
  const auto value = [cost, method_of](const problem& problem,
                                       const config& config) -> std::optional<std::uint64_t> {
    const tiling tiles = tiling_of(config, method_of(config));
    if (static_cast<std::uint64_t>(problem.integer("n")) > tiles.size()) return {};
    if (!cost.of_any_value && !has_values_of_a_bank(problem)) return {};
    if ((cost.of_whole_tiles || (!cost.of_any_value && is_staged(tiles))) &&
        !fills_tile(problem, tiles))
      return {};
    return cost.of(tiles, config, problem.text("kind") == "inclusive");
  };
  return {cost.counter, cost.formula, value};
}

std::vector<counter_prediction> in_one_tile(const std::vector<tile_cost>& costs,
                                            block_method (*method_of)(const config&)) {
  std::vector<counter_prediction> predicted;
  predicted.reserve(costs.size());
  for (const auto& cost : costs) predicted.push_back(in_one_tile(cost, method_of));
  return predicted;
}

std::vector<tile_cost> hillis_steele_costs() {
  const std::string loaded = "the sum of (B - d)/32 over d = 1, 2, 4, ... B/2, + B/32 if exclusive";
  const std::string stored = "B/32*(1 + log2 B): every warp works in every step";
  return {{"shared_load_requests", loaded, hillis_steele_loads},
          {"shared_load_wavefronts", loaded + ": no conflicts", hillis_steele_loads},
          {"shared_store_requests", stored, hillis_steele_stores},
          {"shared_store_wavefronts", stored, hillis_steele_stores},
          {"block_barriers", "1 + log2 B, in place 1 + 2*log2 B", hillis_steele_barriers, true}};
}

std::vector<tile_cost> blelloch_costs(std::string (*padding_of)(const config&)) {
  const auto with = [padding_of](count (*of)(const tiling&, const placement&)) {
    return [of, padding_of](const tiling& tiles, const config& config, bool) {
      return of(tiles, placement_named(padding_of(config)));
    };
  };
  const std::string conflicts =
      "; a sweep of n = 1024 takes 191 per child with steps of degree 2, 4, 8, 16, 32, 16, ... 1, "
      "and 36 without conflicts: 573 for the up-sweep's three accesses against 108";
  return {{"shared_load_requests", "4 per pair of children, n/32 + 1 to end",
           with(blelloch_loads<&sweep_cost::requests>)},
          {"shared_load_wavefronts", "4 per pair of children, n/32 + 1 to end" + conflicts,
           with(blelloch_loads<&sweep_cost::wavefronts>)},
          {"shared_store_requests", "3 per pair of children, n/32 to begin, 2 at the root",
           with(blelloch_stores<&sweep_cost::requests>)},
          {"shared_store_wavefronts",
           "3 per pair of children, n/32 to begin, 2 at the root" + conflicts,
           with(blelloch_stores<&sweep_cost::wavefronts>)},
          {"block_barriers", "1 + 2*log2 n for n = 2*B leaves", blelloch_barriers, true}};
}

std::vector<tile_cost> brent_kung_costs(std::string (*padding_of)(const config&)) {
  const auto loads = [padding_of](const tiling& tiles, const config& config, bool inclusive) {
    const placement place = placement_named(padding_of(config));
    access_cost cost = brent_kung_side(tiles, child::left, place);
    cost += brent_kung_side(tiles, child::right, place);
    cost += results_of(tiles, inclusive, place);
    return cost;
  };
  const auto stores = [padding_of](const tiling& tiles, const config& config, bool) {
    const placement place = placement_named(padding_of(config));
    access_cost cost = both_elements(tiles, place);
    cost += brent_kung_side(tiles, child::right, place);
    return cost;
  };
  auto costs = shared_costs(loads, "2 per addition of a warp, n/32 to end, and conflicts", stores,
                            "1 per addition of a warp, n/32 to begin, and conflicts");
  const auto barriers = [](const tiling& tiles, const config&, bool) {
    return 2 * static_cast<count>(std::bit_width(leaves_of(tiles) - 1));
  };
  costs.push_back({"block_barriers", "2*log2 n for n = 2*B leaves", barriers, true});
  return costs;
}

std::vector<tile_cost> kogge_stone_costs() {
  const auto one_per_warp = [](const tiling& tiles, const config&, bool) {
    return warps_of(tiles);
  };
  const auto exchanges = [](const tiling& tiles, const config&, bool inclusive) {
    return (inclusive ? 12 : 13) * warps_of(tiles);
  };
  const auto barriers = [](const tiling&, const config&, bool) { return count{1}; };
  return {{"shuffles", "12*B/32, + B/32 if exclusive", exchanges},
          {"shared_load_wavefronts", "B/32: every warp reads all totals at once", one_per_warp},
          {"shared_store_wavefronts", "B/32", one_per_warp},
          {"block_barriers", "1", barriers, true}};
}

std::vector<tile_cost> raking_costs() {
  const placement place = placement_named("pad32");
  const auto loads = [place](const tiling& tiles, const config&, bool) {
    access_cost cost = raking_side(tiles, place);
    cost += access_by(0, tiles.block, place);
    return cost;
  };
  const auto stores = [loads](const tiling& tiles, const config& config, bool inclusive) {
    access_cost cost = loads(tiles, config, inclusive);
    cost += {1, 1};  // the total
    return cost;
  };
  const std::string padded = ": no conflicts if B/32 is a power of two (pad=pad32)";
  auto costs = shared_costs(loads, "2*B/32" + padded, stores, "2*B/32 + 1" + padded);
  const auto six = [](const tiling&, const config&, bool) { return count{6}; };
  const auto barriers = [](const tiling&, const config&, bool) { return count{2}; };
  costs.push_back({"shuffles", "6", six});
  costs.push_back({"block_barriers", "2", barriers, true});
  return costs;
}

std::vector<tile_cost> sklansky_costs() {
  const placement own = placement_named("unpadded");
  const auto loads = [own](const tiling& tiles, const config&, bool inclusive) {
    access_cost cost = sklansky_side(tiles, child::left);
    cost += sklansky_side(tiles, child::right);
    cost += results_of(tiles, inclusive, own);
    return cost;
  };
  const auto stores = [own](const tiling& tiles, const config&, bool) {
    access_cost cost = both_elements(tiles, own);
    cost += sklansky_side(tiles, child::right);
    return cost;
  };
  const std::string conflicts = "; of degree 2 in the first five steps";
  auto costs =
      shared_costs(loads, "2*B/32*log2 n, n/32 to end (n = 2*B)" + conflicts, stores,
                   "B/32*log2 n, n/32 to begin: every warp works in every step" + conflicts);
  const auto barriers = [](const tiling& tiles, const config&, bool) {
    return 1 + static_cast<count>(std::bit_width(leaves_of(tiles) - 1));
  };
  costs.push_back({"block_barriers", "1 + log2 n", barriers, true});
  return costs;
}

std::vector<tile_cost> shuffle_costs() {
  const auto loads = [](const tiling& tiles, const config&, bool) {
    return shuffle_own_loads(tiles) + staging_wavefronts(tiles);
  };
  const auto stores = [](const tiling& tiles, const config&, bool) {
    return shuffle_own_stores(tiles) + staging_wavefronts(tiles);
  };
  const auto barriers = [](const tiling&, const config&, bool) { return count{2}; };
  const std::string turned = ", + 2*K*B/32 if elements are transposed and K is a power of two";
  const std::string touched = "K*B/8; transfer=direct: K*B/32*min(32, 4*K)";
  return {{"shuffles", "5*B/32 + 5, + B/32 if exclusive or items > 1", shuffles},
          {"block_barriers", "2", barriers, true},
          {"shared_load_wavefronts", "B/32" + turned, loads},
          {"shared_store_wavefronts", "B/32 + 1" + turned, stores},
          {"global_load_sectors", touched, sectors, false, true},
          {"global_store_sectors", touched, sectors, false, true}};
}

counter_prediction of_sectors(std::string counter, std::string formula,
                              block_method (*method_of)(const config&),
                              std::uint64_t (*sectors)(const traffic_of_tiles&, const config&)) {
  const auto value = [method_of, sectors](const problem& problem,
                                          const config& config) -> std::optional<std::uint64_t> {
    const tiling tiles = tiling_of(config, method_of(config));
    const auto n = static_cast<std::uint64_t>(problem.integer("n"));
    const std::uint64_t grid = n / tiles.size();
    if (n % tiles.size() != 0 || grid < 2 || grid > tiles.size()) return {};
    if (tiles.items > 1 && !tiles.transposed) return {};
    if (!has_values_of_a_bank(problem) || !has_elements_of_a_bank(problem)) return {};
    return sectors({n / 8, grid, (grid + 7) / 8, warps_of(tiles)}, config);
  };
  return {std::move(counter), std::move(formula), value};
}

counter_prediction sectors_of_two_readings() {
  return of_sectors("global_load_sectors",
                    "2*N/8 + G/8 totals + G*B/32 prefixes (4-byte, full tiles, G <= T)", method_of,
                    [](const traffic_of_tiles& traffic, const config&) {
                      return 2 * traffic.elements + traffic.totals + traffic.tiles * traffic.warps;
                    });
}

counter_prediction of_launches(block_method (*method_of)(const config&)) {
  const auto value = [method_of](const problem& problem,
                                 const config& config) -> std::optional<std::uint64_t> {
    const tiling tiles = tiling_of(config, method_of(config));
    std::uint64_t launches = 1;
    for (auto grid = blocks_for(static_cast<std::uint64_t>(problem.integer("n")), tiles.size());
         grid > 1; grid = blocks_for(grid, tiles.size()))
      launches += 2;
    return launches;
  };
  return {"launches", "1 + 2*(ceil(log_T N) - 1)", value};
}

}  // namespace warpmark::scan
