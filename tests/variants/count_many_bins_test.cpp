// Histograms whose bins do not fit shared memory: caches that miss, shares that have several parts,
// ranges of which the last is short. Each fault that is planted in a kernel must be found.

#include <string>

#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

// Few blocks, so that each has many keys.
constexpr device_limits two_multiprocessors() {
  device_limits limits;
  limits.multiprocessors = 2;
  return limits;
}

point many_bins(const std::string& path, const settings& problem_settings,
                const settings& config_settings) {
  const variant& variant = *built_in_registry().find_variant(path);
  settings of_problem = {{"n", std::int64_t{30'011}}, {"bins", std::int64_t{10'007}}};
  of_problem.insert(of_problem.end(), problem_settings.begin(), problem_settings.end());
  return {&variant, problem_of(variant, of_problem), config_of(variant, config_settings)};
}

const settings small_cache = {{"cache", "sampled"}, {"cache_kib", std::int64_t{4}}};
const settings short_ranges = {{"range_kib", std::int64_t{16}}};
const settings small_parts = {{"part_bits", std::int64_t{8}}, {"items", std::int64_t{4}}};

// The point with `from` replaced by `to` in its kernels' file.
measurement run_changed(const point& point, const std::string& from, const std::string& to) {
  const std::string file = point.variant->path() + ".cuh";
  std::string source(kernels::text(file));
  const auto at = source.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) source.replace(at, from.size(), to);
  return interpret_source(point, source, two_multiprocessors());
}

void expect_right_of_every_kind(const std::string& path, const settings& config) {
  for (const char* dist :
       {"uniform", "zipf", "zipf_scattered", "constant", "sorted", "overflowing"}) {
    const auto result = run_changed(many_bins(path, {{"dist", dist}}, config), "", "");
    EXPECT_EQ(name(result.status), "ok") << path << " " << dist << ": " << result.reason;
    EXPECT_TRUE(result.seen.findings.empty()) << path << " " << dist;
  }
}

TEST(count_many_bins, are_counted_past_a_cache_that_holds_few) {
  expect_right_of_every_kind("count/hot_bins", small_cache);
  expect_right_of_every_kind("count/hot_bins",
                             {{"cache", "lowest"}, {"cache_kib", std::int64_t{4}}});
}

TEST(count_many_bins, are_counted_in_ranges_and_in_parts) {
  expect_right_of_every_kind("count/bin_ranges", short_ranges);
  expect_right_of_every_kind("count/bin_parts", small_parts);
}

// Frequent bins are cached wherever they are, so few keys are left to global atomics.
TEST(count_many_bins, that_are_frequent_are_cached_wherever_they_are) {
  const auto global_lanes = [](const char* cache) {
    const auto result = run_changed(many_bins("count/hot_bins", {{"dist", "zipf_scattered"}},
                                              {{"cache", cache}, {"cache_kib", std::int64_t{8}}}),
                                    "", "");
    return result.seen.counters.at("global_atomic_lanes");
  };
  EXPECT_LT(global_lanes("sampled"), global_lanes("lowest") * 2 / 3);
}

void expect_wrong(const point& point, const std::string& from, const std::string& to) {
  const auto result = run_changed(point, from, to);
  EXPECT_EQ(name(result.status), "wrong") << from << " -> " << to << ": " << result.reason;
}

TEST(count_many_bins, of_a_cache_that_ignores_whose_place_it_is_are_found_wrong) {
  const point point = many_bins("count/hot_bins", {}, small_cache);
  expect_wrong(point, "bin_at[place] == bin", "bin_at[place] != no_bin");
  expect_wrong(point, "atomicAdd(counts + bin_at[place]", "atomicAdd(counts + place");
}

TEST(count_many_bins, of_ranges_that_overlap_or_leave_a_gap_are_found_wrong) {
  const point point = many_bins("count/bin_ranges", {}, short_ranges);
  expect_wrong(point, "number - first < size", "number - first + 1 < size");
  expect_wrong(point, "counter.first = blockIdx.y * range", "counter.first = 0");
}

TEST(count_many_bins, of_parts_that_are_mixed_up_are_found_wrong) {
  const point point = many_bins("count/bin_parts", {}, small_parts);
  expect_wrong(point, "begins[part + 1] < end ? begins[part + 1] : end", "end");
  expect_wrong(point, "begins[part] + rank[k]", "begins[part]");
  expect_wrong(point, "if (tail < end)", "if (tail + 1 < end)");
}

}  // namespace
}  // namespace warpmark::tests
