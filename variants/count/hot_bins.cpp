// A histogram of any number of bins, with a cache of counters in shared memory.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

bool is_sampled(const config& config) { return config.text("cache") == "sampled"; }

// A sampled bin has its number beside its counter.
std::uint64_t bytes_per_bin(const config& config) { return is_sampled(config) ? 8 : 4; }

std::uint64_t cached_bins(const problem& problem, const config& config) {
  const auto bytes = static_cast<std::uint64_t>(config.integer("cache_kib")) * 1024;
  return std::min(bytes / bytes_per_bin(config),
                  static_cast<std::uint64_t>(problem.integer("bins")));
}

launch_plan plan_hot_bins(const problem& problem, const config& config,
                          const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t cached = cached_bins(problem, config);
  plan.clear_output();
  launch_step& step = plan.launch_instance(
      templates::hot_bins{
          .T = plan.key_spelling(),
          .block = block,
          .unroll = config.integer("unroll"),
          .Cache = is_sampled(config) ? "count::sampled_bins" : "count::lowest_bins"},
      grid_of_shares(problem, config, limits), block,
      {plan.input_argument(), scalar_argument::of(plan.n()), buffer_argument{plan.output()},
       scalar_argument::of(static_cast<std::uint32_t>(plan.bins())),
       scalar_argument::of(static_cast<std::uint32_t>(cached)),
       scalar_argument::of(static_cast<std::uint32_t>(config.integer("samples")))});
  step.shape.dynamic_shared_bytes = cached * bytes_per_bin(config);
  return plan.take();
}

std::vector<axis> axes_of_hot_bins() {
  std::vector<axis> result = {block_axis(false), blocks_per_sm_axis(1), unroll_axis(2)};
  result.front().base = std::int64_t{1024};
  result.push_back({.name = "cache",
                    .summary = "bins that a block counts in shared memory: the lowest, or those "
                               "that a sample of the keys has",
                    .values = {"lowest", "sampled"},
                    .base = "lowest"});
  result.push_back(
      {.name = "cache_kib",
       .summary = "KiB of shared memory per block for counters, at most",
       .values = {std::int64_t{16}, std::int64_t{48}, std::int64_t{112}, std::int64_t{224}},
       .base = std::int64_t{224},
       .min = 1,
       .max = 227});
  result.push_back({.name = "samples",
                    .summary = "cache=sampled: keys of the sample",
                    .values = {std::int64_t{1024}, std::int64_t{4096}, std::int64_t{16384}},
                    .base = std::int64_t{4096},
                    .min = 1,
                    .max = 65536});
  return result;
}

// While every key has a cached bin, and no other atomics in shared memory fill the cache.
bool counts_all_in_the_cache(const problem& problem, const config& config) {
  return !is_sampled(config) &&
         (problem.text("dist") == "constant" ||
          cached_bins(problem, config) == static_cast<std::uint64_t>(problem.integer("bins")));
}

template <auto prediction>
std::optional<std::uint64_t> of_cached_keys(const problem& problem, const config& config) {
  if (!counts_all_in_the_cache(problem, config)) return std::nullopt;
  return prediction(problem, config);
}

}  // namespace

variant hot_bins() {
  return {
      .family = "count",
      .name = "hot_bins",
      .level = 18,
      .catalogue_id = "",
      .title = "any number of bins, frequent ones cached in shared memory",
      .summary =
          "The number of bins is an argument of the kernel, not a constant of it. A block counts "
          "as many bins as fit its shared memory there, and all others by atomics in global "
          "memory. cache=lowest takes the first ones, which is all of a histogram of up to 58 112 "
          "bins, and the right ones where bins are numbered by frequency. cache=sampled reads some "
          "keys first and caches their bins: frequent ones are nearly always among them, wherever "
          "they are. Wins over many bins if few of them have most of the keys.",
      .source =
          "CUDA C++ Programming Guide, dynamic shared memory; the sample as in sample sort (W. D. "
          "Frazer, A. C. McKellar, Samplesort, Journal of the ACM 17(3), 1970); Fibonacci hashing: "
          "Knuth, The Art of Computer Programming 3, section 6.4",
      .types = key_types(),
      .axes = axes_of_hot_bins(),
      .constraints = counter_constraints([](const problem& problem, const config& config) {
        return static_cast<std::size_t>(cached_bins(problem, config) * bytes_per_bin(config));
      }),
      .default_problem = {{"type", "u32"}, {"bins", std::int64_t{65536}}},
      .costs = {.bytes = "N*s + 4*bins + 4*cached*G",
                .operations = "N atomics: in shared memory if the bin is cached, else in global "
                              "memory; + cached*G global ones",
                .synchronisation = "2 or 3 barriers per block; one fill, one launch"},
      .predictions =
          {one_launch(),
           {"shared_atomic_requests",
            "cache=lowest, dist=constant or all bins cached: one per key of a lane's vectors in "
            "each warp",
            of_cached_keys<requests_of_all_keys>},
           {"shared_atomic_serialisation", "cache=lowest, dist=constant: N less the requests",
            of_cached_keys<lanes_behind_the_first>},
           {"shared_atomic_wavefronts", "cache=lowest, dist=constant: the requests",
            of_cached_keys<wavefronts_of_constant_keys>},
           {"global atomics", "keys in other bins, + at most cached*G"}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_hot_bins,
  };
}

}  // namespace warpmark::count
