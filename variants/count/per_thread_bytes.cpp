// H9: one-byte counters, private to each thread, without atomics.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

// Bytes for four warps in a word of each lane, and a total of the block for each bin.
std::size_t shared_bytes_of_threads(const problem& problem, const config& config) {
  const auto groups = (config.integer("block") / 32 + 3) / 4;
  return static_cast<std::size_t>((groups * 32 + 1) * problem.integer("bins")) *
         sizeof(std::uint32_t);
}

std::vector<constraint> constraints_of_bytes() {
  std::vector<constraint> result = private_constraints(shared_bytes_of_threads);
  result.push_back(
      {"a byte holds what a thread counts in a tile, and a key at either end: at most "
       "253 keys in `unroll` vectors",
       [](const problem& problem, const config& config, const device_limits&) {
         const auto width = 16 / size_bytes(*parse_element_type(problem.text("type")));
         return static_cast<std::size_t>(config.integer("unroll")) * width <= 253;
       }});
  return result;
}

std::optional<std::uint64_t> none(const problem&, const config&) { return 0; }

}  // namespace

variant per_thread_bytes() {
  return {
      .family = "count",
      .name = "per_thread_bytes",
      .level = 9,
      .catalogue_id = "H9",
      .title = "byte counters per thread, no atomics",
      .summary =
          "Every thread counts in bytes of its own, by a load, an addition and a store. Four warps "
          "share words, so that each lane has a bank to itself, and the time does not depend on "
          "the keys. After 255 keys a byte might overflow: before that, the block adds up all "
          "bytes by dot products with ones and clears them. Shared memory bounds the threads: 24 "
          "warps per multiprocessor at 256 bins in blocks of 4. Wins where atomics in shared "
          "memory are slow, and for 64 bins.",
      .source =
          "V. Podlozhnyuk, Histogram calculation in CUDA (NVIDIA, 2007), histogram64: per-thread "
          "byte counters, 255 samples per flush",
      .types = key_types(),
      .axes = private_axes(128, 7, 2, "table"),
      .constraints = constraints_of_bytes(),
      .costs = {.bytes = "N*s + 4*bins*G (merge=table: twice that)",
                .operations = "N loads and stores of a byte; bins*B bytes added up every 255 keys",
                .synchronisation = "2 barriers per flush"},
      .predictions = {{"shared_atomic_requests", "0", none}, launches_of_merge()},
      .reproducible = determinism::gpu_to_gpu,
      .plan =
          [](const problem& problem, const config& config, const device_limits& limits) {
            return plan_private(templates::per_thread_bytes{}, problem, config, limits,
                                shared_bytes_of_threads(problem, config));
          },
  };
}

}  // namespace warpmark::count
