// The catalogue's exact costs of the block scans, one tile, 32-bit elements: barriers against work,
// conflicts with and without padding.

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"
#include "variants/scan/shared/bank_conflicts.hpp"

namespace warpmark::tests {
namespace {

using counters = std::map<std::string, std::uint64_t>;

point point_of(const variant& variant, std::int64_t n, const std::string& kind,
               const settings& with) {
  return {&variant, problem_of("scan", {{"n", n}, {"kind", kind}}), config_of(variant, with)};
}

counters counters_of(const measurement& result) {
  EXPECT_EQ(name(result.status), "ok") << result.reason << result.log;
  EXPECT_TRUE(result.seen.findings.empty());
  EXPECT_EQ(result.launches, 1u);
  return result.seen.counters;
}

counters count(const std::string& variant_name, std::int64_t n, const settings& with,
               const std::string& kind = "inclusive") {
  return counters_of(interpret(
      point_of(*built_in_registry().find_variant("scan/" + variant_name), n, kind, with)));
}

constexpr const char* counting_operator = R"(
namespace ops {
__device__ unsigned applied;
template <class T>
struct counted_sum : sum<T> {
  using value = typename sum<T>::value;
  __device__ value operator()(value a, value b) const {
    atomicAdd(&applied, 1u);
    return sum<T>()(a, b);
  }
};
})";

// How often the operator is applied to one tile: by an operator that counts itself.
counters count_operations(const std::string& variant_name, std::int64_t n, const settings& with,
                          const std::string& kind) {
  variant variant = *built_in_registry().find_variant("scan/" + variant_name);
  std::string file;
  const auto plan_of = variant.plan;
  variant.plan = [plan_of, &file](const problem& problem, const config& config,
                                  const device_limits& limits) {
    launch_plan plan = plan_of(problem, config, limits);
    for (auto& kernel : plan.kernels) {
      file = kernel.file;
      for (auto at = kernel.expression.find("ops::sum"); at != std::string::npos;
           at = kernel.expression.find("ops::sum", at + 1))
        kernel.expression.replace(at, 8, "ops::counted_sum");
    }
    return plan;
  };
  const point point = point_of(variant, n, kind, with);
  variant.plan(point.problem, point.config, device_limits{});
  return counters_of(interpret_source(point, std::string(kernels::text(file)) + counting_operator));
}

std::uint64_t log2_of(std::int64_t power) {
  std::uint64_t steps = 0;
  for (; power > 1; power /= 2) ++steps;
  return steps;
}

class scan_costs : public testing::TestWithParam<std::int64_t> {
 protected:
  std::int64_t block() const { return GetParam(); }
  std::uint64_t threads() const { return static_cast<std::uint64_t>(block()); }
  std::uint64_t warps() const { return threads() / 32; }
};

TEST_P(scan_costs, hillis_steele_adds_b_log_b_with_all_warps) {
  const std::uint64_t steps = log2_of(block());
  for (const std::int64_t buffers : {1, 2}) {
    const settings with = {{"block", block()}, {"buffers", buffers}};
    const auto added = count_operations("hillis_steele", block(), with, "inclusive");
    EXPECT_EQ(added.at("global_atomic_lanes"), threads() * steps - threads() + 1);
    const auto seen = count("hillis_steele", block(), with);
    EXPECT_EQ(seen.at("shared_store_requests") - warps(), warps() * steps);
    EXPECT_EQ(seen.at("shared_store_wavefronts"), seen.at("shared_store_requests"));
    EXPECT_EQ(seen.at("shared_load_wavefronts"), seen.at("shared_load_requests"));
    EXPECT_EQ(seen.at("block_barriers"), 1 + steps * (buffers == 1 ? 2 : 1));
  }
}

TEST_P(scan_costs, blelloch_adds_twice_as_often_as_there_are_elements) {
  const std::uint64_t leaves = 2 * threads();
  const settings with = {{"block", block()}};
  const auto tile = static_cast<std::int64_t>(leaves);
  EXPECT_EQ(count_operations("blelloch", tile, with, "exclusive").at("global_atomic_lanes"),
            2 * (leaves - 1));
  EXPECT_EQ(count_operations("blelloch", tile, with, "inclusive").at("global_atomic_lanes"),
            2 * (leaves - 1) + leaves);
  EXPECT_EQ(count("blelloch", tile, with).at("block_barriers"), 1 + 2 * log2_of(tile));
}

TEST_P(scan_costs, two_level_shuffles) {
  const settings with = {{"block", block()}};
  const auto seen = count("shuffle_two_level", block(), with);
  EXPECT_EQ(seen.at("shuffles"), 5 * warps() + 5);
  EXPECT_EQ(seen.at("block_barriers"), 2u);
  EXPECT_EQ(seen.at("shared_load_wavefronts"), warps());
  // 129 = 31 + 30 + 28 + 24 + 16 additions a warp scan, and all warps but the first add once more.
  EXPECT_EQ(
      count_operations("shuffle_two_level", block(), with, "inclusive").at("global_atomic_lanes"),
      129 * (warps() + 1) + 32 * (warps() - 1));
}

TEST_P(scan_costs, sklansky_adds_half_as_often_as_there_are_elements_in_each_step) {
  const std::uint64_t steps = log2_of(2 * block());
  const settings with = {{"block", block()}};
  for (const char* kind : {"inclusive", "exclusive"})
    EXPECT_EQ(count_operations("sklansky", 2 * block(), with, kind).at("global_atomic_lanes"),
              threads() * steps);
  const auto seen = count("sklansky", 2 * block(), with);
  EXPECT_EQ(seen.at("block_barriers"), 1 + steps);
  EXPECT_EQ(seen.at("shared_store_requests") - 2 * warps(), warps() * steps);
  // Two lanes conflict in the first five steps.
  EXPECT_EQ(seen.at("shared_store_wavefronts") - seen.at("shared_store_requests"), 5 * warps());
}

TEST_P(scan_costs, brent_kung_saves_a_step_and_its_additions) {
  const std::uint64_t leaves = 2 * threads();
  const auto tile = static_cast<std::int64_t>(leaves);
  const settings with = {{"block", block()}};
  for (const char* kind : {"inclusive", "exclusive"})
    EXPECT_EQ(count_operations("brent_kung", tile, with, kind).at("global_atomic_lanes"),
              2 * (leaves - 1) - log2_of(tile));
  EXPECT_EQ(count("brent_kung", tile, with).at("block_barriers"), 2 * log2_of(tile));
}

TEST_P(scan_costs, kogge_stone_takes_one_barrier) {
  const settings with = {{"block", block()}};
  const auto seen = count("kogge_stone", block(), with);
  EXPECT_EQ(seen.at("block_barriers"), 1u);
  EXPECT_EQ(seen.at("shuffles"), 12 * warps());
  // Every warp scans its own values and the totals.
  EXPECT_EQ(count_operations("kogge_stone", block(), with, "inclusive").at("global_atomic_lanes"),
            2 * 129 * warps() + 32 * (warps() - 1));
}

TEST_P(scan_costs, raking_is_linear) {
  const settings with = {{"block", block()}};
  const auto seen = count("raking", block(), with);
  EXPECT_EQ(seen.at("block_barriers"), 2u);
  EXPECT_EQ(seen.at("shuffles"), 6u);
  EXPECT_EQ(seen.at("shared_load_wavefronts"), 2 * warps());
  EXPECT_EQ(count_operations("raking", block(), with, "inclusive").at("global_atomic_lanes"),
            2 * threads() + 97);
  const auto unpadded = count("raking", block(), {{"block", block()}, {"pad", "unpadded"}});
  if (warps() > 2) {
    EXPECT_GT(unpadded.at("shared_load_wavefronts"), 2 * warps());
  }
}

INSTANTIATE_TEST_SUITE_P(blocks, scan_costs, testing::Values(32, 64, 128, 256, 512, 1024));

TEST(scan_costs_of_1024, are_the_catalogues) {
  const settings with = {{"block", std::int64_t{1024}}};
  EXPECT_EQ(count_operations("hillis_steele", 1024, with, "inclusive").at("global_atomic_lanes"),
            9217u);
  EXPECT_EQ(count("hillis_steele", 1024, with).at("shared_store_requests") - 32, 320u);
  EXPECT_EQ(count("shuffle_two_level", 1024, with).at("shuffles"), 165u);
  EXPECT_EQ(
      count_operations("shuffle_two_level", 1024, with, "inclusive").at("global_atomic_lanes"),
      5249u);
}

// The up-sweep reads both children and writes one: three accesses a step. Of the counted loads a
// quarter is one child of one sweep, but for the leaves' and the root's.
std::uint64_t up_sweep_wavefronts(const counters& seen, std::uint64_t leaves) {
  return 3 * (seen.at("shared_load_wavefronts") - leaves / 32 - 1) / 4;
}

TEST(blelloch_conflicts, of_1024_leaves_take_573_wavefronts_up_and_108_with_padding) {
  using degrees = std::vector<std::uint64_t>;
  const auto plain = scan::sweep_of(1024, scan::child::right, scan::placement_named("unpadded"));
  EXPECT_EQ(plain.degrees, (degrees{2, 4, 8, 16, 32, 16, 8, 4, 2, 1}));
  EXPECT_EQ(plain.wavefronts, 191u);
  EXPECT_EQ(plain.requests, 36u);
  const settings with = {{"block", std::int64_t{512}}};
  EXPECT_EQ(up_sweep_wavefronts(count("blelloch", 1024, with), 1024), 573u);
  EXPECT_EQ(up_sweep_wavefronts(count("blelloch_padded", 1024, with), 1024), 108u);
}

TEST(blelloch_conflicts, of_other_sizes_are_the_catalogues) {
  const auto three_streams = [](std::uint64_t leaves, const char* padding) {
    const auto place = scan::placement_named(padding);
    return scan::sweep_of(leaves, scan::child::left, place).wavefronts +
           2 * scan::sweep_of(leaves, scan::child::right, place).wavefronts;
  };
  EXPECT_EQ(three_streams(512, "unpadded"), 285u);
  EXPECT_EQ(three_streams(512, "pad32"), 60u);
  EXPECT_EQ(three_streams(2048, "unpadded"), 1149u);
  EXPECT_EQ(three_streams(2048, "pad32"), 219u);
  EXPECT_EQ(three_streams(2048, "pad32x2"), 204u);
}

}  // namespace
}  // namespace warpmark::tests
