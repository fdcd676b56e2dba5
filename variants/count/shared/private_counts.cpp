#include "variants/count/shared/private_counts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {
namespace {

constexpr std::uint32_t summing_block = 256;  // threads of a block of sum_tables
constexpr std::uint32_t summed_bins = 32;     // bins of such a block

// What a merge needs in addition to the counts.
std::size_t add_merging(plan_builder& plan, const std::string& merge, std::uint64_t grid) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  if (merge == "flag" || merge == "flag_warp") return plan.state("flag", word);
  if (merge == "ticket") return plan.state("sums_and_ticket", (plan.bins() + 1) * word);
  if (merge == "table") return plan.scratch_bytes("rows", grid * plan.bins() * word);
  plan.clear_output();
  return plan.scratch_bytes("nothing", 0);
}

// Whether all other blocks wait for the first one, which they would keep out if they took its
// place.
bool waits_for_first_block(const config& config) {
  return config.text("merge") == "flag" || config.text("merge") == "flag_warp";
}

std::uint32_t threads_of_block(const config& config) {
  return static_cast<std::uint32_t>(config.integer("block")) +
         (config.text("merge") == "flag_warp" ? 32 : 0);
}

constraint waiting_blocks_are_resident(shared_bytes_of shared_bytes) {
  return {
      "merge=flag, flag_warp: all blocks must be resident, since they wait for the first one: "
      "their threads and counters, and 2 KiB more each, must fit a multiprocessor's",
      [shared_bytes = std::move(shared_bytes)](const problem& problem, const config& config,
                                               const device_limits& limits) {
        constexpr std::size_t besides = 2048;  // static and reserved shared memory
        const auto blocks = static_cast<std::uint64_t>(config.integer("blocks_per_sm"));
        return !waits_for_first_block(config) ||
               (threads_of_block(config) * blocks <=
                    static_cast<std::uint64_t>(limits.max_threads_per_multiprocessor) &&
                (shared_bytes(problem, config) + besides) * blocks <=
                    limits.shared_bytes_per_multiprocessor);
      }};
}

}  // namespace

axis unroll_axis(std::int64_t base) {
  return {.name = "unroll",
          .summary = "vectors of 16 bytes in flight per thread",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
          .base = base,
          .min = 1,
          .max = 15};
}

axis merge_axis(const std::string& base) {
  return {
      .name = "merge",
      .summary =
          "how the blocks' counts are merged: atomics into counts that were cleared before, or "
          "by the first block, by its threads (flag) or by one more warp (flag_warp), for which "
          "the others wait in a resident grid; atomics into sums that the last block moves "
          "(ticket); one row per block and a second kernel (table)",
      .values = {"atomics", "flag", "flag_warp", "ticket", "table"},
      .base = base};
}

std::vector<axis> counter_axes(std::int64_t block, std::int64_t blocks_per_sm,
                               std::int64_t unroll) {
  std::vector<axis> axes = {block_axis(false), blocks_per_sm_axis(blocks_per_sm),
                            unroll_axis(unroll)};
  axes.front().base = block;
  return axes;
}

std::vector<axis> private_axes(std::int64_t block, std::int64_t blocks_per_sm, std::int64_t unroll,
                               const std::string& merge) {
  std::vector<axis> axes = counter_axes(block, blocks_per_sm, unroll);
  axes.push_back(merge_axis(merge));
  axes.push_back(pdl_axis());
  return axes;
}

std::size_t bytes_of_one_histogram(const problem& problem, const config&) {
  return static_cast<std::size_t>(problem.integer("bins")) * sizeof(std::uint32_t);
}

std::vector<constraint> private_constraints(shared_bytes_of shared_bytes) {
  std::vector<constraint> all = counter_constraints(shared_bytes);
  all.push_back({"merge=flag_warp adds a warp: block <= 992",
                 [](const problem&, const config& config, const device_limits&) {
                   return config.text("merge") != "flag_warp" || config.integer("block") <= 992;
                 }});
  all.push_back(waiting_blocks_are_resident(std::move(shared_bytes)));
  all.push_back(pdl_is_supported());
  all.push_back({"pdl=on: with merge=atomics the launch follows a fill, not a launch",
                 [](const problem&, const config& config, const device_limits&) {
                   return config.text("pdl") == "off" || config.text("merge") != "atomics";
                 }});
  all.push_back(
      {"pdl=on: with merge=flag and flag_warp the launch is cooperative and never overlaps",
       [](const problem&, const config& config, const device_limits&) {
         return config.text("pdl") == "off" || !waits_for_first_block(config);
       }});
  return all;
}

std::vector<constraint> counter_constraints(shared_bytes_of shared_bytes) {
  return {keys_are_dense(),
          {"a block's counters fit shared memory",
           [shared_bytes = std::move(shared_bytes)](const problem& problem, const config& config,
                                                    const device_limits& limits) {
             return shared_bytes(problem, config) <= limits.max_shared_bytes_per_block_optin;
           }}};
}

std::uint64_t grid_of_shares(const problem& problem, const config& config,
                             const device_limits& limits) {
  const auto max_grid =
      static_cast<std::uint64_t>(config.integer("blocks_per_sm") * limits.multiprocessors);
  const auto block_bytes = static_cast<std::uint64_t>(config.integer("block")) * 16;
  return std::min(max_grid, blocks_for(input_bytes(problem), block_bytes));
}

namespace {

// Its blocks wait for the first one: the compiler must leave registers for all that are to be
// resident.
std::string merge_type(const config& config) {
  const std::string type = "count::merge_by_" + config.text("merge");
  if (!waits_for_first_block(config)) return type;
  return fmt::format("{}<{}>", type, config.integer("blocks_per_sm"));
}

}  // namespace

launch_plan plan_private(const private_kernel& kernel, const problem& problem, const config& config,
                         const device_limits& limits, std::size_t shared_bytes) {
  plan_builder plan(problem);
  const std::string& merge = config.text("merge");
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t grid = grid_of_shares(problem, config, limits);
  const std::size_t merging = add_merging(plan, merge, grid);
  launch_step& step =
      plan.launch_instance(kernel.with({.T = plan.key_spelling(),
                                        .bins = plan.bins(),
                                        .block = block,
                                        .unroll = config.integer("unroll"),
                                        .Merge = merge_type(config)}),
                           grid, threads_of_block(config),
                           {plan.input_argument(), scalar_argument::of(plan.n()),
                            buffer_argument{plan.output()}, buffer_argument{merging}});
  step.shape.dynamic_shared_bytes = shared_bytes;
  // The driver rejects a grid that is not resident.
  step.shape.cooperative = waits_for_first_block(config);
  if (merge == "table")
    plan.launch_instance(
        templates::sum_tables{.block = summing_block, .bins_of_block = summed_bins},
        blocks_for(plan.bins(), summed_bins), summing_block,
        {buffer_argument{merging}, scalar_argument::of(static_cast<std::uint32_t>(grid)),
         scalar_argument::of(static_cast<std::uint32_t>(plan.bins())),
         buffer_argument{plan.output()}});
  return with_pdl(plan.take(), config);
}

}  // namespace warpmark::count
