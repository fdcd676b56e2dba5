// M8: a least-significant-digit radix sort that reads and writes every key once per digit.

#include <algorithm>

#include "variants/contract/dependent_launches.hpp"
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

bool skips(const config& config) { return config.text("skip") == "on"; }

// The plan's counters and statuses.
struct radix_buffers {
  std::size_t counters;  // as below
  std::size_t statuses;
  std::size_t status_bytes;
  std::size_t active;  // with skip=on: the bytes whose passes are needed
};

// Words of the counters: drawn tiles of each pass, blocks that have counted, and, in sectors of
// their own, the histograms of all digits.
constexpr std::uint64_t counted_blocks_at = max_passes, histograms_at = 16;

radix_buffers add_buffers(keyed_plan& plan, const problem& problem, const config& config) {
  const std::uint64_t passes = radix_passes(problem);
  const std::size_t bytes = tiles_of(problem, config) * radix_digits *
                            static_cast<std::size_t>(config.integer("status_bytes"));
  return {.counters = plan.state("counters", (histograms_at + passes * radix_digits) * 4),
          .statuses = plan.scratch_bytes("statuses", bytes),
          .status_bytes = bytes,
          .active = skips(config) ? plan.scratch_bytes("active", 4) : keyed_buffers::none};
}

buffer_argument histogram_of(const radix_buffers& buffers, std::uint64_t pass) {
  return {buffers.counters, (histograms_at + pass * radix_digits) * 4};
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
  kernel_argument active = scalar_argument::of(std::uint64_t{0});
  if (skips(config)) active = buffer_argument{buffers.active};
  auto& step =
      plan.launch_instance(templates::radix_histogram{.Key = plan.key_spelling(),
                                                      .block = histogram_block,
                                                      .copies = config.integer("copies"),
                                                      .min_blocks = per_multiprocessor,
                                                      .finds_active = skips(config)},
                           grid, histogram_block,
                           {plan.keys_argument(plan.from()), scalar_argument::of(plan.n()),
                            histogram_of(buffers, 0), buffer_argument{buffers.statuses},
                            scalar_argument::of(std::uint64_t{buffers.status_bytes / 16}),
                            buffer_argument{buffers.counters, counted_blocks_at * 4}, active});
  step.shape.dynamic_shared_bytes = shared_bytes;
}

// What the launches of all passes have in common.
struct pass_terms {
  radix_tiling tiling;
  std::uint64_t grid;
  std::string word, payloads;  // CUDA C++ of a status, and of how payloads move
  std::int64_t looks, min_blocks;
  bool counts_first, all_resident;

  pass_terms(const problem& problem, const config& config, const device_limits& limits)
      : tiling(radix_tiling_of(problem, config)),
        grid(tiles_of(problem, config)),
        word(config.integer("status_bytes") == 4 ? "unsigned" : "unsigned long long"),
        payloads("sort::payloads_together"),
        looks(config.integer("looks")),
        min_blocks(std::max<std::int64_t>(1, config.integer("resident") / tiling.block)),
        counts_first(config.text("counting") == "first"),
        all_resident(grid <= static_cast<std::uint64_t>(limits.multiprocessors)) {
    const std::string pairs = pairs_of(problem, config);
    if (pairs == "early") payloads = "sort::payloads_early";
    if (pairs == "late" || pairs == "gathered") payloads = "sort::payloads_late";
  }
};

struct radix_pass {
  std::uint64_t number;  // which is the byte of the key
  std::uint64_t byte;    // of the word that moves
  keyed_buffers from, to;
  std::string in, out;  // CUDA C++ of the elements in memory: kernels/sort/radix_memory.cuh
};

// Null for words of packed pairs, which have none.
kernel_argument payload_of(const keyed_plan& plan, const keyed_buffers& buffers) {
  if (buffers.payload == keyed_buffers::none) return scalar_argument::of(std::uint64_t{0});
  return plan.payload_argument(buffers);
}

void add_pass(keyed_plan& plan, const radix_buffers& buffers, const radix_pass& pass,
              const pass_terms& terms, const std::string& payload) {
  auto& step = plan.launch_instance(
      templates::radix_onesweep{.In = pass.in,
                                .Out = pass.out,
                                .Payload = payload,
                                .Word = terms.word,
                                .block = terms.tiling.block,
                                .items = terms.tiling.items,
                                .Matching = terms.tiling.matching_spelling(),
                                .Payloads = terms.payloads,
                                .looks = terms.looks,
                                .min_blocks = terms.min_blocks,
                                .counts_first = terms.counts_first,
                                .all_resident = terms.all_resident},
      terms.grid, terms.tiling.block,
      {plan.keys_argument(pass.from), payload_of(plan, pass.from), plan.keys_argument(pass.to),
       payload_of(plan, pass.to), scalar_argument::of(static_cast<std::uint32_t>(plan.n())),
       scalar_argument::of(static_cast<std::uint32_t>(pass.byte)),
       buffer_argument{buffers.counters, pass.number * 4}, histogram_of(buffers, pass.number),
       buffer_argument{buffers.statuses}});
  step.shape.dynamic_shared_bytes = terms.tiling.shared_bytes();
}

// One pass per digit. Between the first and the last, elements are what tiles hold.
void add_passes(keyed_plan& plan, const radix_buffers& buffers, const problem& problem,
                const config& config, const pass_terms& terms) {
  const std::uint64_t passes = radix_passes(problem);
  const std::string pairs = pairs_of(problem, config), key = plan.key_spelling();
  const bool is_packed = pairs == "packed", is_gathered = pairs == "gathered";
  keyed_buffers between{}, other = plan.to(), last = plan.to();
  if (is_packed) {
    between.keys = plan.scratch_bytes("between", plan.n() * 8);
    other = {plan.scratch_bytes("other", plan.n() * 8)};
  } else {
    between = plan.scratch("between");
  }
  if (is_gathered) last.payload = plan.scratch_bytes("indices", plan.payload_bytes());
  const std::string ordered = passes == 8 || is_packed ? "unsigned long long" : "unsigned";
  const std::string ends = is_packed ? "sort::packed<" + key + ">" : key;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    const bool is_odd = pass % 2 == 1;
    add_pass(plan, buffers,
             {.number = pass,
              .byte = pass + (is_packed ? 4 : 0),
              .from = pass == 0 ? plan.from()
                      : is_odd  ? between
                                : other,
              .to = pass == passes - 1 ? last
                    : is_odd           ? other
                                       : between,
              .in = pass != 0     ? ordered
                    : is_gathered ? "sort::indexed<" + key + ">"
                                  : ends,
              .out = pass == passes - 1 ? ends : ordered},
             terms, is_packed ? "sort::no_payload" : plan.payload_spelling());
  }
  if (!is_gathered) return;
  constexpr std::uint32_t block = 256, items = 8;
  plan.launch_instance(
      templates::gather_payloads{
          .Payload = plan.payload_spelling(), .block = block, .items = items},
      blocks_for(plan.n(), std::uint64_t{block} * items), block,
      {plan.payload_argument(last), plan.payload_argument(plan.from()),
       plan.payload_argument(plan.to()),
       scalar_argument::of(static_cast<std::uint32_t>(plan.n()))});
}

// The same, where the device decides which passes there are.
void add_active_passes(keyed_plan& plan, const radix_buffers& buffers, const problem& problem,
                       const pass_terms& terms) {
  const keyed_buffers between = plan.scratch("between");
  for (std::uint64_t pass = 0; pass < radix_passes(problem); ++pass) {
    auto& step = plan.launch_instance(
        templates::radix_onesweep_if_active{.Key = plan.key_spelling(),
                                            .Payload = plan.payload_spelling(),
                                            .Word = terms.word,
                                            .block = terms.tiling.block,
                                            .items = terms.tiling.items,
                                            .Matching = terms.tiling.matching_spelling(),
                                            .Payloads = terms.payloads,
                                            .looks = terms.looks,
                                            .min_blocks = terms.min_blocks,
                                            .counts_first = terms.counts_first,
                                            .all_resident = terms.all_resident},
        terms.grid, terms.tiling.block,
        {plan.keys_argument(plan.from()), plan.payload_argument(plan.from()),
         plan.keys_argument(plan.to()), plan.payload_argument(plan.to()),
         plan.keys_argument(between), plan.payload_argument(between),
         scalar_argument::of(static_cast<std::uint32_t>(plan.n())),
         scalar_argument::of(static_cast<std::uint32_t>(pass)),
         buffer_argument{buffers.counters, pass * 4}, histogram_of(buffers, pass),
         buffer_argument{buffers.statuses}, buffer_argument{buffers.active}});
    step.shape.dynamic_shared_bytes = terms.tiling.shared_bytes();
  }
}

launch_plan plan_onesweep(const problem& problem, const config& config,
                          const device_limits& limits) {
  keyed_plan plan(problem);
  const radix_buffers buffers = add_buffers(plan, problem, config);
  const pass_terms terms(problem, config, limits);
  add_histogram(plan, buffers, problem, config, limits);
  if (skips(config))
    add_active_passes(plan, buffers, problem, terms);
  else
    add_passes(plan, buffers, problem, config, terms);
  return plan.take();
}

std::vector<axis> axes_of_onesweep() {
  return {
      radix_block_axis(384),
      radix_items_axis(20),
      matching_axis(),
      pairs_axis(),
      {.name = "skip",
       .summary = "whether the passes of digits that are equal in all keys are left out, which the "
                  "device finds out",
       .values = {"off", "on"},
       .base = "off"},
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
      resident_axis(),
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
  std::vector<constraint> all = pairs_constraints();
  const std::vector<constraint> own = {
      radix_tile_fits_shared_memory(),
      {"with skip=on any pass may be the first or the last: keys and payloads stay in their arrays",
       [](const problem& problem, const config& config, const device_limits&) {
         const std::string pairs = pairs_of(problem, config);
         return !skips(config) || (pairs != "packed" && pairs != "gathered");
       }},
      {"the histograms' counters must fit shared memory",
       [](const problem& problem, const config& config, const device_limits& limits) {
         return histogram_shared_bytes(problem, config) <= limits.max_shared_bytes_per_block_optin;
       }},
      // The last tile's counts include the keys that it lacks.
      {"indices of keys must fit 30 bits with status_bytes=4: fewer than 2^30 - 2^16 keys",
       [](const problem& problem, const config& config, const device_limits&) {
         return config.integer("status_bytes") == 8 || n_of(problem) < (1ULL << 30) - (1ULL << 16);
       }}};
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

// Passes that move keys; unknown where that depends on the keys.
predicted_count moving_passes(const problem& problem, const config& config) {
  if (!skips(config)) return radix_passes(problem);
  if (problem.text("dist") == "constant") return 1;
  return {};
}

// Rows of 32 keys that are ranked, in all passes.
predicted_count ranked_rows(const problem& problem, const config& config) {
  const auto passes = moving_passes(problem, config);
  if (!passes) return {};
  return *passes * tiles_of(problem, config) * radix_tiling_of(problem, config).size() / 32;
}

// Of few enough tiles to be resident on any device, and few enough keys for as few blocks to count.
predicted_count barriers_of_onesweep(const problem& problem, const config& config) {
  constexpr std::uint64_t min_multiprocessors = 4;
  const std::uint64_t tiles = tiles_of(problem, config);
  const std::uint64_t counting =
      blocks_for(n_of(problem) * radix_passes(problem), min_bytes_per_histogram_block);
  const auto passes = moving_passes(problem, config);
  if (!passes || std::max(tiles, counting) > min_multiprocessors) return {};
  const std::string pairs = pairs_of(problem, config);
  const bool follow = pairs == "early" || pairs == "late" || pairs == "gathered";
  return (skips(config) ? 4 : 2) * counting + *passes * ((follow ? 6 : 4) * tiles + 1);
}

std::vector<counter_prediction> predictions_of_onesweep() {
  const auto launches = [](const problem& problem, const config& config) -> predicted_count {
    return 1 + radix_passes(problem) + (pairs_of(problem, config) == "gathered" ? 1 : 0);
  };
  const auto votes = [](const problem& problem, const config& config) -> predicted_count {
    if (skips(config)) return {};
    if (config.text("matching") != "ballot") return 0;
    return 8 * *ranked_rows(problem, config);
  };
  const auto matches = [](const problem& problem, const config& config) -> predicted_count {
    if (config.text("matching") != "instruction") return 0;
    return ranked_rows(problem, config);
  };
  return {
      {"launches", "1 + d: 5 for keys of 4 bytes, 9 of 8; one more with pairs=gathered", launches},
      {"votes", "8*d*G*T/32 with matching=ballot, else 0 (skip=off)", votes},
      {"matches",
       "d*G*T/32 with matching=instruction, else 0; with skip=on G*T/32 if all keys are equal",
       matches},
      {"block_barriers",
       "2 per block that counts, 4 with skip=on; 4 per tile and digit, 6 where payloads follow, "
       "one more for the first tile, and one per tile that draws its number (at most 4 of each "
       "kind of block, where none draws; with skip=on one digit, if all keys are equal)",
       barriers_of_onesweep},
      {"wavefronts of counters and of keys in order",
       "about 3.4 per row of 32 random digits, 1 if all are equal: the maximum of 32 in one bank"}};
}

}  // namespace

variant radix_onesweep() {
  return with_dependent_launches({
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
          "small tiles. Payloads that follow their keys through the same shared memory "
          "(pairs=early, late) leave room for larger tiles, and late ones need registers only "
          "after the keys are ranked. Pairs of 4 and 4 bytes can move as words of 8 between the "
          "first pass and the last (packed). With skip=on, digits that are equal in all keys cost "
          "an empty launch instead of a pass; keys are then converted in every pass.",
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
  });
}

}  // namespace warpmark::sort
