// M8: a least-significant-digit radix sort that reads and writes every key once per digit.

#include <algorithm>

#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/sort/shared/radix.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {
namespace {

constexpr std::uint32_t histogram_block = 512;
constexpr std::uint64_t min_bytes_per_histogram_block = histogram_block * 64;
constexpr std::uint64_t max_passes = 8;  // of keys of 8 bytes; each has a counter of drawn tiles

std::uint64_t tiles_of(const problem& problem, const config& config) {
  return blocks_for(n_of(problem), radix_tiling_of(problem, config).size());
}

std::size_t histogram_shared_bytes(const problem& problem, const config& config) {
  return radix_passes(problem) * radix_digits * 4 *
         static_cast<std::size_t>(config.integer("copies"));
}

// The plan's counters and statuses.
struct radix_buffers {
  std::size_t counters;  // drawn tiles of each pass, then the histograms of all digits
  std::size_t statuses;
  std::size_t status_bytes;
};

radix_buffers add_buffers(keyed_plan& plan, const problem& problem, const config& config) {
  const std::uint64_t passes = radix_passes(problem);
  const std::size_t bytes = tiles_of(problem, config) * radix_digits *
                            static_cast<std::size_t>(config.integer("status_bytes"));
  return {plan.state("counters", (max_passes + passes * radix_digits) * 4),
          plan.scratch_bytes("statuses", bytes), bytes};
}

buffer_argument histogram_of(const radix_buffers& buffers, std::uint64_t pass) {
  return {buffers.counters, (max_passes + pass * radix_digits) * 4};
}

// As many blocks as fit a multiprocessor, unless there are too few keys for that.
void add_histogram(keyed_plan& plan, const radix_buffers& buffers, const problem& problem,
                   const config& config, const device_limits& limits) {
  constexpr std::uint64_t max_per_multiprocessor = 3;
  const std::size_t shared_bytes = histogram_shared_bytes(problem, config);
  const std::uint64_t per_multiprocessor = std::clamp<std::uint64_t>(
      limits.shared_bytes_per_multiprocessor / (shared_bytes + 1024), 1, max_per_multiprocessor);
  const std::uint64_t grid =
      std::min(per_multiprocessor * static_cast<std::uint64_t>(limits.multiprocessors),
               blocks_for(plan.key_bytes(), min_bytes_per_histogram_block));
  auto& step =
      plan.launch_instance(templates::radix_histogram{.Key = plan.key_spelling(),
                                                      .block = histogram_block,
                                                      .copies = config.integer("copies"),
                                                      .min_blocks = per_multiprocessor},
                           grid, histogram_block,
                           {plan.keys_argument(plan.from()), scalar_argument::of(plan.n()),
                            histogram_of(buffers, 0), buffer_argument{buffers.statuses},
                            scalar_argument::of(std::uint64_t{buffers.status_bytes / 16})});
  step.shape.dynamic_shared_bytes = shared_bytes;
}

struct radix_pass {
  std::uint64_t byte;
  keyed_buffers from, to;
  std::string in, out;  // CUDA C++ of what the keys are kept as
};

void add_pass(keyed_plan& plan, const radix_buffers& buffers, const radix_pass& pass,
              const problem& problem, const config& config, const device_limits& limits) {
  const radix_tiling tiling = radix_tiling_of(problem, config);
  const std::uint64_t grid = tiles_of(problem, config);
  const std::int64_t min_blocks =
      std::max<std::int64_t>(1, config.integer("resident") / tiling.block);
  const bool all_resident = grid <= static_cast<std::uint64_t>(limits.multiprocessors);
  auto& step = plan.launch_instance(
      templates::radix_onesweep{
          .In = pass.in,
          .Out = pass.out,
          .Payload = plan.payload_spelling(),
          .Word = config.integer("status_bytes") == 4 ? "unsigned" : "unsigned long long",
          .block = tiling.block,
          .items = tiling.items,
          .Matching = tiling.matching_spelling(),
          .looks = config.integer("looks"),
          .min_blocks = min_blocks,
          .counts_first = config.text("counting") == "first",
          .all_resident = all_resident},
      grid, tiling.block,
      {plan.keys_argument(pass.from), plan.payload_argument(pass.from), plan.keys_argument(pass.to),
       plan.payload_argument(pass.to), scalar_argument::of(static_cast<std::uint32_t>(plan.n())),
       scalar_argument::of(static_cast<std::uint32_t>(pass.byte)),
       buffer_argument{buffers.counters, pass.byte * 4}, histogram_of(buffers, pass.byte),
       buffer_argument{buffers.statuses}});
  step.shape.dynamic_shared_bytes = tiling.shared_bytes();
}

launch_plan plan_onesweep(const problem& problem, const config& config,
                          const device_limits& limits) {
  keyed_plan plan(problem);
  const keyed_buffers between = plan.scratch("between");
  const radix_buffers buffers = add_buffers(plan, problem, config);
  add_histogram(plan, buffers, problem, config, limits);
  const std::uint64_t passes = radix_passes(problem);
  const std::string ordered = passes == 4 ? "unsigned" : "unsigned long long";
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    const bool is_odd = pass % 2 == 1;
    add_pass(plan, buffers,
             {.byte = pass,
              .from = pass == 0 ? plan.from()
                      : is_odd  ? between
                                : plan.to(),
              .to = is_odd ? plan.to() : between,
              .in = pass == 0 ? plan.key_spelling() : ordered,
              .out = pass == passes - 1 ? plan.key_spelling() : ordered},
             problem, config, limits);
  }
  return plan.take();
}

std::vector<axis> axes_of_onesweep() {
  return {
      radix_block_axis(384),
      radix_items_axis(20),
      matching_axis(),
      {.name = "counting",
       .summary = "whether a tile counts its digits first, by atomics, and publishes that before "
                  "it ranks its keys, or counts while it ranks",
       .values = {"first", "ranking"},
       .base = "first"},
      {.name = "looks",
       .summary = "preceding tiles that a thread reads at a time when it looks back",
       .values = {std::int64_t{1}, std::int64_t{4}, std::int64_t{8}},
       .base = std::int64_t{4},
       .min = 1,
       .max = 16},
      {.name = "status_bytes",
       .summary =
           "bytes of the word that a tile publishes for each digit, two bits of which are its kind",
       .values = {std::int64_t{4}, std::int64_t{8}},
       .base = std::int64_t{4},
       .min = 4,
       .max = 8,
       .power_of_two = true},
      {.name = "resident",
       .summary = "threads of a multiprocessor that the compiler must leave registers for, in full "
                  "blocks, but at least one",
       .values = {std::int64_t{768}, std::int64_t{1152}, std::int64_t{1536}},
       .base = std::int64_t{1152},
       .min = 128,
       .max = 2048},
      {.name = "copies",
       .summary =
           "counters per value of a digit that the lanes of a warp share in the histogram kernel",
       .values = {std::int64_t{1}, std::int64_t{8}, std::int64_t{16}, std::int64_t{32}},
       .base = std::int64_t{8},
       .min = 1,
       .max = 32,
       .power_of_two = true}};
}

std::vector<constraint> constraints_of_onesweep() {
  return {
      radix_tile_fits_shared_memory(),
      {"the histograms' counters must fit shared memory",
       [](const problem& problem, const config& config, const device_limits& limits) {
         return histogram_shared_bytes(problem, config) <= limits.max_shared_bytes_per_block_optin;
       }},
      // The last tile's counts include the keys that it lacks.
      {"indices of keys must fit 30 bits with status_bytes=4: fewer than 2^30 - 2^16 keys",
       [](const problem& problem, const config& config, const device_limits&) {
         return config.integer("status_bytes") == 8 || n_of(problem) < (1ULL << 30) - (1ULL << 16);
       }}};
}

// Rows of 32 keys that are ranked, in all passes.
std::uint64_t ranked_rows(const problem& problem, const config& config) {
  const radix_tiling tiling = radix_tiling_of(problem, config);
  return radix_passes(problem) * tiles_of(problem, config) * tiling.size() / 32;
}

// Of few enough tiles to be resident on any device, and few enough keys for as few blocks to count.
predicted_count barriers_of_onesweep(const problem& problem, const config& config) {
  constexpr std::uint64_t min_multiprocessors = 4;
  const std::uint64_t tiles = tiles_of(problem, config);
  const std::uint64_t counting =
      blocks_for(n_of(problem) * radix_passes(problem), min_bytes_per_histogram_block);
  if (std::max(tiles, counting) > min_multiprocessors) return {};
  return 2 * counting + radix_passes(problem) * (4 * tiles + 1);
}

std::vector<counter_prediction> predictions_of_onesweep() {
  const auto launches = [](const problem& problem, const config&) -> predicted_count {
    return 1 + radix_passes(problem);
  };
  const auto votes = [](const problem& problem, const config& config) -> predicted_count {
    return config.text("matching") == "ballot" ? 8 * ranked_rows(problem, config) : 0;
  };
  const auto matches = [](const problem& problem, const config& config) -> predicted_count {
    return config.text("matching") == "instruction" ? ranked_rows(problem, config) : 0;
  };
  return {
      {"launches", "1 + d: 5 for keys of 4 bytes, 9 of 8", launches},
      {"votes", "8*d*G*T/32 with matching=ballot, else 0", votes},
      {"matches", "d*G*T/32 with matching=instruction, else 0", matches},
      {"block_barriers",
       "2 per block that counts; 4 per tile and digit, one more for the first tile, and one per "
       "tile that draws its number (at most 4 of each kind of block, where none draws)",
       barriers_of_onesweep},
      {"wavefronts of counters and of keys in order",
       "about 3.4 per row of 32 random digits, 1 if all are equal: the maximum of 32 in one bank"}};
}

}  // namespace

variant radix_onesweep() {
  return {
      .family = "sort",
      .name = "radix_onesweep",
      .level = 8,
      .catalogue_id = "M8",
      .title = "least-significant-digit radix sort, one sweep per digit",
      .summary =
          "One kernel counts all digits of 8 bits in one pass over the keys. Then one kernel per "
          "digit, from the least significant, reads every key once and writes it to its place: 36 "
          "bytes per key of 4. Each warp ranks 32 keys at a time by finding the lanes with equal "
          "digits, which keeps their order. Keys are put in order in shared memory, so that "
          "neighbouring threads write neighbouring keys. The position of the tile's keys of a "
          "digit follows from decoupled look-back, one thread per digit; with counting=first the "
          "tiles before it have published their counts by then, with counting=ranking it saves one "
          "atomic per key. Words of statuses change their meaning from pass to pass instead of "
          "being cleared. Tiles are numbered in the order in which blocks start, unless each has a "
          "multiprocessor of its own. It wins over merging from some ten thousand keys on: its "
          "traffic does not grow with log N. Its bottlenecks are instructions and shared memory, "
          "so that matching, tile and resident threads are the axes to tune; small inputs want "
          "small tiles.",
      .source =
          "A. Adinets, D. Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, "
          "arXiv:2206.01784 (2022); catalogue M8",
      .types = radix_types(),
      .axes = axes_of_onesweep(),
      .constraints = constraints_of_onesweep(),
      .costs = {.bytes = "(1 + 2*d)*N*s with d = s digits, and 6*1024*N/T of statuses per digit",
                .operations = "d*N ranks, each of 8 votes, a match, or 3 accesses to shared memory",
                .synchronisation = "1 + d launches; N/T look-backs per digit, which overlap"},
      .predictions = predictions_of_onesweep(),
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_onesweep,
  };
}

}  // namespace warpmark::sort
