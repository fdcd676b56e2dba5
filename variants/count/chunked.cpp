// H5: the published CUDA scheme, corrected, with launches by the host instead of the device.

#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/chunk_levels.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

// Units of work, and how many of them one launch processes.
struct units_per_launch {
  std::uint64_t keys, chunks, lists;
};

units_per_launch shares_of(const config& config, const chunk_levels& levels) {
  if (config.text("launches") == "per_item") return {1, 1, 1};
  if (config.text("launches") == "per_chunk") return {levels.chunk, 1, 1};
  return {std::max<std::uint64_t>(1, levels.n), std::max<std::uint64_t>(1, levels.chunks), 0};
}

std::uint64_t launches_for(std::uint64_t units, std::uint64_t share) {
  return (units + share - 1) / share;
}

// Launches over `units` blocks, `share` per launch; argument `first` is the first unit of a launch.
void launch_shares(plan_builder& plan, const launch_step& step, std::size_t first,
                   std::uint64_t units, std::uint64_t share) {
  plan.launch_one_by_one(launches_for(units, share), [=](std::uint64_t number) {
    launch_step here = step;
    here.arguments[first] = scalar_argument::of(number * share);
    here.shape.grid.x = static_cast<std::uint32_t>(std::min(share, units - number * share));
    return here;
  });
}

struct list_level {
  std::size_t lists, lengths;
  std::uint64_t stride, count;
};

// Merges the lists of one level into those of the next: each in a launch of its own, or those of
// one parent by one block of one launch.
void launch_merges(plan_builder& plan, bool gaps, list_level from, list_level to,
                   std::uint64_t fanout, bool one_by_one) {
  constexpr std::size_t first = 7;
  const std::uint64_t lists_a_block = one_by_one ? 1 : fanout;
  const launch_step step = plan.instance(
      templates::merge_lists{.gaps = gaps}, one_by_one ? 1 : to.count, 1,
      {buffer_argument{from.lists}, buffer_argument{from.lengths}, scalar_argument::of(from.stride),
       buffer_argument{to.lists}, buffer_argument{to.lengths}, scalar_argument::of(to.stride),
       scalar_argument::of(fanout), scalar_argument::of(std::uint64_t{0}),
       scalar_argument::of(lists_a_block), scalar_argument::of(from.count)});
  if (from.count == 0) return;
  plan.launch_one_by_one(one_by_one ? from.count : 1, [=](std::uint64_t number) {
    launch_step here = step;
    here.arguments[first] = scalar_argument::of(number);
    return here;
  });
}

launch_plan plan_chunked(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem, answer::table);
  const chunk_levels levels(problem, config);
  const chunk_buffers at = add_chunk_buffers(plan, levels);
  const auto [keys, chunks, lists] = shares_of(config, levels);
  const auto chunk = static_cast<std::uint32_t>(levels.chunk);
  const std::string key = plan.key_spelling();
  const auto zero = scalar_argument::of(std::uint64_t{0});
  const auto n = scalar_argument::of(levels.n);

  launch_shares(plan,
                plan.instance(templates::count_if{.T = key, .chunk = chunk}, 1, chunk,
                              {plan.input_argument(), buffer_argument{at.counts}, zero, n}),
                2, levels.n, keys);
  launch_shares(plan,
                plan.instance(templates::list_chunk{.T = key, .chunk = chunk}, 1, chunk,
                              {plan.input_argument(), buffer_argument{at.counts},
                               buffer_argument{at.chunk_lists}, zero, n,
                               scalar_argument::of(last_counted(problem))}),
                3, levels.chunks, chunks);
  const bool one_by_one = lists == 1;
  const list_level of_chunks{at.chunk_lists, at.group_lengths, levels.chunk, levels.chunks};
  const list_level inner{at.group_lists, at.group_lengths, levels.group_records, levels.groups};
  const list_level outer{at.outer_lists, at.outer_lengths, levels.outer_records,
                         levels.outer_groups};
  launch_merges(plan, true, of_chunks, inner, levels.fanout, one_by_one);
  launch_merges(plan, false, inner, outer, levels.fanout, one_by_one);
  launch_merges(plan, false, outer, {at.table, at.table_length, levels.bins, 1},
                std::max<std::uint64_t>(1, levels.outer_groups), one_by_one);
  return plan.take();
}

std::optional<std::uint64_t> launches_of_chunked(const problem& problem, const config& config) {
  const chunk_levels levels(problem, config);
  if (levels.n == 0) return 0;
  const auto [keys, chunks, lists] = shares_of(config, levels);
  const std::uint64_t merges = lists == 1 ? levels.chunks + levels.groups + levels.outer_groups : 3;
  return launches_for(levels.n, keys) + launches_for(levels.chunks, chunks) + merges;
}

// Each warp of a block with a key that equals the block's adds to the block's counter.
std::optional<std::uint64_t> additions(const problem& problem, const config& config) {
  if (problem.text("dist") != "constant" && problem.integer("n") > 0) return std::nullopt;
  const chunk_levels levels(problem, config);
  const auto of_chunk = [](std::uint64_t keys) { return keys * ((keys + 31) / 32); };
  return levels.n / levels.chunk * of_chunk(levels.chunk) + of_chunk(levels.n % levels.chunk);
}

std::optional<std::uint64_t> barriers(const problem& problem, const config& config) {
  const chunk_levels levels(problem, config);
  return 2 * levels.n + levels.chunks;
}

std::vector<axis> axes_of_chunked() {
  return {
      chunk_axis({std::int64_t{32}, std::int64_t{64}, std::int64_t{256}, std::int64_t{1024}}, 256),
      fanout_axis(),
      {.name = "launches",
       .summary = "per_item: one per key, as published; per_chunk; or one per_level",
       .values = {"per_item", "per_chunk", "per_level"},
       .base = "per_item"}};
}

}  // namespace

variant chunked() {
  return with_dependent_launches({
      .family = "count",
      .name = "chunked",
      .level = 3,
      .catalogue_id = "H5",
      .title = "chunks, one launch per key, lists merged by one thread",
      .summary =
          "The article's scheme for the GPU. For each key a kernel counts the keys of its chunk "
          "that equal it, a second lists the chunk's values, and single threads merge the lists of "
          "chunks into those of larger and larger groups, by linear search. The article launches "
          "all of it from the device and synchronises there, which CUDA no longer supports since "
          "Hopper; here the host launches the levels in stream order. launches=per_item shows the "
          "cost of one launch per key, per_level the scheme without that cost. Published faults "
          "that are corrected: a counter cleared after the barrier that should guard it, barriers "
          "that only some threads reach, values that fill a full chunk dropped, the key 0 taken "
          "for an empty record, partial last chunks and those deeper than the recursion omitted, "
          "lists compared with frequencies instead of values, and all threads of a level merging "
          "into one table at once.",
      .source = "dca-2016, 'Using the code', in the form of catalogue section 5.1",
      .types = key_types(),
      .axes = axes_of_chunked(),
      .constraints = {few_keys_to_interpret(),
                      {"launches are serial: n is at most 10^7, which takes a minute, except with "
                       "launches=per_level",
                       [](const problem& problem, const config& config, const device_limits&) {
                         return config.text("launches") == "per_level" ||
                                problem.integer("n") <= 10'000'000;
                       }},
                      {"a launch has at most 2^31 - 1 blocks, here one per key",
                       [](const problem& problem, const config& config, const device_limits&) {
                         return config.text("launches") != "per_level" ||
                                problem.integer("n") < (std::int64_t{1} << 31);
                       }}},
      .costs = {.bytes = "N*G0*s from caches, N*4 + N*16 written and read again, + the lists",
                .operations = "N*G0 comparisons, + at most N*k by one thread",
                .synchronisation = "launches, see below"},
      .predictions =
          {{"launches",
            "per_item: N + 2*ceil(N/G0) + ceil(N/G1) + ceil(N/G2); per_chunk: "
            "3*ceil(N/G0) + ceil(N/G1) + ceil(N/G2); per_level: 5",
            launches_of_chunked},
           {"shared_atomic_requests",
            "one per warp and key of its chunk with an equal key; of N equal keys N*G0/32",
            additions},
           {"block_barriers", "2*N + ceil(N/G0)", barriers}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_chunked,
  });
}

}  // namespace warpmark::count
