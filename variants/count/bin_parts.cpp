// Partition the keys by the high bits of their bins, then count each part in shared memory.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

constexpr std::uint32_t placing_block = 1024;  // a thread for each part

std::uint64_t parts_of(const problem& problem, const config& config) {
  return blocks_for(static_cast<std::uint64_t>(problem.integer("bins")),
                    std::uint64_t{1} << config.integer("part_bits"));
}

std::size_t shared_bytes_of_part(const problem&, const config& config) {
  return sizeof(std::uint32_t) << config.integer("part_bits");
}

// Two numbers of 16 bits per key of a tile; per thread three words, one of each part.
std::size_t shared_bytes_to_move(const config& config) {
  const auto block = static_cast<std::size_t>(config.integer("block"));
  return block * static_cast<std::size_t>(config.integer("items")) * 4 + block * 12 + 128;
}

launch_plan plan_bin_parts(const problem& problem, const config& config,
                           const device_limits& limits) {
  plan_builder plan(problem);
  constexpr std::size_t word = sizeof(std::uint32_t);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t parts = parts_of(problem, config);
  const auto n = scalar_argument::of(plan.n());
  const auto bins = scalar_argument::of(static_cast<std::uint32_t>(plan.bins()));
  const auto part_bits =
      scalar_argument::of(static_cast<std::uint32_t>(config.integer("part_bits")));
  const auto part_count = scalar_argument::of(static_cast<std::uint32_t>(parts));

  plan.clear_output();
  const std::size_t sizes = plan.zeroed("part_sizes", parts * word);
  const std::size_t begins = plan.scratch_bytes("part_begins", (parts + 1) * word);
  const std::size_t ends = plan.scratch_bytes("part_ends", parts * word);
  const std::size_t moved = plan.scratch_bytes("moved", plan.n() * sizeof(std::uint16_t));
  const std::uint64_t grid = grid_of_shares(problem, config, limits);
  plan.launch_instance(
      templates::size_parts{
          .T = plan.key_spelling(), .block = block, .unroll = config.integer("unroll")},
      grid, block, {plan.input_argument(), n, buffer_argument{sizes}, bins, part_bits, part_count});
  plan.launch_instance(
      templates::place_parts{.block = placing_block}, 1, placing_block,
      {buffer_argument{sizes}, buffer_argument{begins}, buffer_argument{ends}, part_count});
  plan.launch_instance(
      templates::move_to_parts{
          .T = plan.key_spelling(), .block = block, .items = config.integer("items")},
      tile_count(problem, config), block,
      {plan.input_argument(), n, buffer_argument{moved}, buffer_argument{ends}, bins, part_bits});
  launch_step& step =
      plan.launch_instance(templates::count_parts{.block = block}, grid, block,
                           {buffer_argument{moved}, buffer_argument{begins},
                            buffer_argument{plan.output()}, bins, part_bits, part_count});
  step.shape.dynamic_shared_bytes = shared_bytes_of_part(problem, config);
  return plan.take();
}

std::vector<axis> axes_of_bin_parts() {
  std::vector<axis> result = {block_axis(false), blocks_per_sm_axis(2), unroll_axis(2)};
  result.front().base = std::int64_t{1024};
  result.push_back({.name = "items",
                    .summary = "keys per thread that a block moves at a time",
                    .values = {std::int64_t{4}, std::int64_t{8}, std::int64_t{16}},
                    .base = std::int64_t{8},
                    .min = 1,
                    .max = 32});
  result.push_back({.name = "part_bits",
                    .summary = "bins of a part, as a power of two: 4 bytes of shared memory each",
                    .values = {std::int64_t{12}, std::int64_t{14}, std::int64_t{15}},
                    .base = std::int64_t{14},
                    .min = 6,
                    .max = 15});
  return result;
}

std::vector<constraint> constraints_of_bin_parts() {
  auto result = counter_constraints(shared_bytes_of_part);
  result.push_back({"a thread per part: bins / 2^part_bits is at most `block`",
                    [](const problem& problem, const config& config, const device_limits&) {
                      return parts_of(problem, config) <=
                             static_cast<std::uint64_t>(config.integer("block"));
                    }});
  result.push_back({"a tile of keys fits static shared memory",
                    [](const problem&, const config& config, const device_limits& limits) {
                      return shared_bytes_to_move(config) <= limits.max_shared_bytes_per_block;
                    }});
  return result;
}

std::optional<std::uint64_t> launches_of_parts(const problem&, const config&) { return 4; }

std::optional<std::uint64_t> stores_of_moved_keys(const problem& problem, const config& config) {
  if (problem.text("dist") == "overflowing") return std::nullopt;
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  return (n + 31) / 32 + 2 * blocks_for(parts_of(problem, config), 32) + 1;
}

}  // namespace

variant bin_parts() {
  return {
      .family = "count",
      .name = "bin_parts",
      .level = 20,
      .catalogue_id = "",
      .title = "partition by high bits, then one histogram per part",
      .summary =
          "A first reading of the keys tells how many are in each part of 2^part_bits bins. A "
          "second moves them there: a block orders a tile of keys by part in shared memory, takes "
          "room in each part by one atomic, and stores 16 bits per key, the bin within its part. "
          "Then blocks count equal shares of the moved keys, one part at a time, in shared memory. "
          "Every key is read twice and moved once, whatever the number of bins, so it wins over "
          "reading once per range from a few ranges on, and over global atomics where keys are "
          "spread over more counters than L2 executes atomics on quickly.",
      .source =
          "partition before aggregation: O. Polychroniou, K. A. Ross, A comprehensive study of "
          "main-memory partitioning (SIGMOD 2014); S. Ashkiani et al., GPU Multisplit (PPoPP "
          "2016) for the order within a tile",
      .types = key_types(),
      .axes = axes_of_bin_parts(),
      .constraints = constraints_of_bin_parts(),
      .default_problem = {{"type", "u32"}, {"bins", std::int64_t{1} << 20}},
      .costs = {.bytes = "2*N*s + 4*N + 4*bins, + 2^part_bits*4 per block and part",
                .operations = "3*N shared atomics, at most parts*tiles + 2^part_bits*(G + parts) "
                              "global ones",
                .synchronisation = "two fills, 4 launches"},
      .predictions =
          {{"launches", "4", launches_of_parts},
           {"global_store_requests",
            "N/32 for the keys, less those outside the bins, 2*parts/32 + 1 for where parts begin",
            stores_of_moved_keys},
           {"shared atomics", "3N, less the keys outside the bins: to size, rank and count"}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_bin_parts,
  };
}

}  // namespace warpmark::count
