// The variants of count that make tables, on keys that the published code gets wrong: the article's
// own example, the key 0, values that fill a full chunk, partial last chunks.

#include <algorithm>
#include <map>
#include <span>

#include <gtest/gtest.h>

#include "bench/backends/host/host_backend.hpp"
#include "bench/backends/simt_backend.hpp"
#include "bench/compiler/cubin_file.hpp"
#include "bench/core/point_measurer.hpp"
#include "bench/core/prepared_point.hpp"
#include "kernels/embedded.hpp"
#include "tests/variants/interpreted.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/oracle.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

using table = std::map<std::uint64_t, std::uint64_t>;
using keys_of_test = std::vector<std::uint64_t>;

// Chosen keys; what is made of them is kept, and whatever it is, right.
class chosen_keys final : public problem_instance {
 public:
  explicit chosen_keys(keys_of_test keys) : keys_(std::move(keys)) {}

  std::span<const std::byte> input(std::string_view) const override {
    return std::as_bytes(std::span(keys_));
  }

  oracle_result check(std::string_view, std::span<const std::byte> output,
                      const guarantees&) const override {
    made.clear();
    repeated = false;
    for (std::size_t at = 0; at < output.size(); at += sizeof(count::value_count)) {
      count::value_count record{};
      std::memcpy(&record, output.data() + at, sizeof record);
      if (record.count != 0) repeated |= !made.emplace(record.value, record.count).second;
    }
    return {.ok = true};
  }

  mutable table made;
  mutable bool repeated = false;

 private:
  keys_of_test keys_;
};

struct counted {
  table made;
  bool repeated;
  std::vector<finding> findings;
};

// Keys of 64 bits from anywhere.
counted count_with(const std::string& path, const keys_of_test& keys,
                   const std::vector<std::pair<std::string, parameter_value>>& with) {
  const variant& variant = *built_in_registry().find_variant(path);
  const problem problem = problem_of("count", {{"type", "u64"},
                                               {"n", static_cast<std::int64_t>(keys.size())},
                                               {"keys", "sparse"},
                                               {"bins", std::int64_t{64}}});
  const auto machine =
      test_backend_of(variant) == "host" ? host::make_host_backend() : make_simt_backend({});
  const auto& limits = machine->device().limits;
  const pending_point pending = begin_point({&variant, problem, config_of(variant, with)},
                                            machine->name(), limits, shared_compiler());
  std::vector<compiler::kernel_handle> kernels;
  for (const auto& kernel : pending.own.kernels) kernels.push_back(kernel.get());
  const chosen_keys instance(keys);
  device_inputs inputs(*machine, instance);
  prepared_point prepared(*machine, pending.own.plan, kernels, inputs);
  prepared.poison();
  prepared.enqueue();
  machine->synchronize();
  std::string buffer;
  EXPECT_TRUE(prepared.verify({}, buffer).ok) << buffer;
  return {instance.made, instance.repeated, machine->take_findings()};
}

table truth_of(const keys_of_test& keys) {
  table truth;
  for (const auto key : keys) ++truth[key];
  return truth;
}

class count_table : public testing::TestWithParam<std::string> {
 protected:
  void expect_right(const keys_of_test& keys,
                    const std::vector<std::pair<std::string, parameter_value>>& with = {}) {
    const counted result = count_with(GetParam(), keys, with);
    EXPECT_EQ(result.made, truth_of(keys));
    EXPECT_FALSE(result.repeated);
    EXPECT_TRUE(result.findings.empty());
  }
};

TEST_P(count_table, of_the_published_example) {
  const counted result = count_with(GetParam(), {3, 1, 6, 2, 1, 3, 6}, {});
  EXPECT_EQ(result.made, (table{{3, 2}, {1, 2}, {6, 2}, {2, 1}}));
  EXPECT_FALSE(result.repeated);
}

TEST_P(count_table, has_the_key_0) {
  expect_right({0});
  expect_right({0, 0, 5, 0});
  expect_right({9, 0, 9});
}

TEST_P(count_table, has_keys_that_look_like_markers) {
  const std::uint64_t all_ones = ~std::uint64_t{0};
  expect_right({all_ones, 0, all_ones, all_ones >> 1, all_ones - 1, all_ones});
}

TEST_P(count_table, has_keys_that_differ_in_their_upper_halves_alone) {
  const std::uint64_t high = std::uint64_t{1} << 32;
  expect_right({1, 1 + high, 1, 1 + 2 * high, 1 + high, 1});
}

TEST_P(count_table, has_values_that_fill_a_whole_chunk) {
  for (const std::size_t n : {31, 32, 33, 64})
    expect_right(keys_of_test(n, 7), {{"chunk", std::int64_t{32}}});
}

// Two levels of groups, the last of each with less than the others.
TEST_P(count_table, has_the_partial_last_chunk_and_groups) {
  keys_of_test keys;
  for (std::uint64_t i = 0; i < 32 * 2 * 2 * 3 + 32 * 2 + 5; ++i) keys.push_back(i * i % 61);
  keys.push_back(12345);
  for (const char* launches : {"per_item", "per_chunk", "per_level"})
    expect_right(keys, {{"chunk", std::int64_t{32}},
                        {"fanout", std::int64_t{2}},
                        {"launches", launches},
                        {"threads", std::int64_t{2}}});
}

INSTANTIATE_TEST_SUITE_P(makers, count_table,
                         testing::Values("count/all_pairs", "count/chunked", "count/hash",
                                         "count/hash_matched", "count/sort_run_length",
                                         "count/host_all_pairs", "count/host_openmp"),
                         [](const auto& tested) { return tested.param.substr(6); });

// More threads than keys, and a remainder: no key is left over.
TEST(count_openmp, counts_what_does_not_divide_by_the_threads) {
  const keys_of_test keys = {4, 4, 8, 15, 16, 23, 42};
  for (const std::int64_t threads : {2, 3, 4, 16})
    EXPECT_EQ(count_with("count/host_openmp", keys, {{"threads", threads}}).made, truth_of(keys))
        << threads;
}

// Every slot taken: each search for a new key walks far, and ends.
TEST(count_hash, fills_its_table_to_the_last_slot) {
  keys_of_test keys;
  for (std::uint64_t i = 0; i < 64; ++i) keys.insert(keys.end(), {i * 0x9e3779b97f4a7c15, 1});
  keys.resize(126);  // 63 of the products, and the key 1
  for (const std::int64_t shared : {0, 256}) {
    const counted result =
        count_with("count/hash", keys, {{"load", std::int64_t{100}}, {"shared_slots", shared}});
    EXPECT_EQ(result.made, truth_of(keys)) << shared;
  }
}

// Far more distinct keys than a block's table has slots, so that it is emptied many times; and keys
// that equal the marker of empty slots among them.
TEST(count_hash, empties_its_full_table_and_goes_on) {
  keys_of_test keys;
  for (std::uint64_t i = 0; i < 20'000; ++i)
    keys.push_back(i % 7 == 0 ? ~std::uint64_t{0} : i % 63 * 0x9e3779b97f4a7c15);
  const settings one_warp = {{"block", std::int64_t{32}},
                             {"blocks_per_sm", std::int64_t{1}},
                             {"slots", std::int64_t{256}}};
  const counted few = count_with("count/hash_matched", keys, one_warp);
  EXPECT_EQ(few.made, truth_of(keys));
  EXPECT_TRUE(few.findings.empty());

  const variant& variant = *built_in_registry().find_variant("count/hash_matched");
  const problem many = problem_of(
      variant, {{"n", std::int64_t{40'009}}, {"bins", std::int64_t{20'011}}, {"type", "u64"}});
  device_limits one_multiprocessor;
  one_multiprocessor.multiprocessors = 1;
  const std::string source(kernels::text("count/hash_matched.cuh"));
  const point point{&variant, many, config_of(variant, one_warp)};
  // list_slots is in another file.
  const std::string both = source + std::string(kernels::text("count/hash.cuh"));
  expect_ok(interpret_source(point, both, one_multiprocessor));
  for (const auto& [from, to] :
       {std::pair{"near.flush_into(far);\n      __syncthreads", "__syncthreads"},
        std::pair{"__popc(peers));\n    }\n    __syncthreads", "1);\n    }\n    __syncthreads"}}) {
    std::string changed = both;
    const auto at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    changed.replace(at, std::string(from).size(), to);
    EXPECT_EQ(name(interpret_source(point, changed, one_multiprocessor).status), "wrong") << to;
  }
}

// At a size that the interpreter takes of quadratic variants, too.
TEST(count_slow_variants, are_right_however_the_keys_are_spread) {
  std::vector<point> points;
  for (const char* path : {"count/all_pairs", "count/chunked"})
    for (const auto& dist : count::key_distributions()) {
      const variant& variant = *built_in_registry().find_variant(path);
      const problem problem =
          problem_of("count", {{"n", std::int64_t{500}}, {"type", "i32"}, {"dist", dist}});
      points.push_back({&variant, problem,
                        config_of(variant, {{"launches", "per_level"},
                                            {"block", std::int64_t{64}},
                                            {"chunk", std::int64_t{64}},
                                            {"fanout", std::int64_t{4}}})});
    }
  for (const auto& result : interpret_all(points))
    EXPECT_EQ(name(result.status), "ok") << result.point.key() << ": " << result.reason;
}

// Predictions that depend on the keys, where the keys are known; and at sizes of several chunks.
TEST(count_costs, of_known_keys_are_what_the_interpreter_counts) {
  std::vector<point> points;
  const auto add = [&](const char* path, const config& config) {
    const variant& variant = *built_in_registry().find_variant(path);
    for (const char* dist : {"constant", "distinct"})
      points.push_back(
          {&variant, problem_of("count", {{"n", std::int64_t{320}}, {"dist", dist}}), config});
  };
  add("count/all_pairs", config_of(*built_in_registry().find_variant("count/all_pairs"), {}));
  for (const char* launches : {"per_item", "per_chunk", "per_level"})
    for (const std::int64_t chunk : {32, 256})
      add("count/chunked",
          config_of(*built_in_registry().find_variant("count/chunked"),
                    {{"launches", launches}, {"chunk", chunk}, {"fanout", std::int64_t{4}}}));
  for (const auto& result : interpret_all(points))
    for (const auto& prediction : result.point.variant->predictions) {
      if (!prediction.value) continue;
      if (const auto expected = prediction.value(result.point.problem, result.point.config)) {
        EXPECT_EQ(result.seen.counters.at(prediction.metric), *expected)
            << result.point.key() << " " << prediction.metric;
      }
    }
}

TEST(count_costs, are_the_catalogues) {
  const problem distinct = problem_of("count", {{"n", std::int64_t{1009}}, {"dist", "distinct"}});
  const auto value = [&](const char* path, const char* metric,
                         const std::vector<std::pair<std::string, parameter_value>>& with) {
    const variant& variant = *built_in_registry().find_variant(path);
    for (const auto& prediction : variant.predictions)
      if (prediction.metric == metric)
        return prediction.value(distinct, config_of(variant, with)).value_or(0);
    return std::uint64_t{0};
  };
  EXPECT_EQ(value("count/all_pairs", "global_atomic_lanes", {}), 256u);
  EXPECT_EQ(value("count/chunked", "launches", {}), 1009u + 2 * 4 + 1 + 1);
  EXPECT_EQ(value("count/chunked", "launches", {{"launches", "per_chunk"}}), 3 * 4 + 1 + 1u);
  EXPECT_EQ(value("count/chunked", "launches", {{"launches", "per_level"}}), 5u);
  EXPECT_EQ(value("count/chunked_device_launch", "launches", {}), 1u);
  EXPECT_EQ(value("count/chunked_device_launch", "launches", {{"fanout", std::int64_t{4}}}), 4u);
}

TEST(count_chunked, refuses_the_interpreter_what_takes_hours) {
  const variant& variant = *built_in_registry().find_variant("count/chunked");
  for (const bool interpreted : {false, true})
    EXPECT_EQ(is_taken({&variant, problem_of("count", {{"n", std::int64_t{1'000'000}}}),
                        config_of(variant, {})},
                       {.interpreted = interpreted}),
              !interpreted);
}

TEST(count_chunked, takes_more_keys_where_it_launches_once_a_level) {
  const variant& variant = *built_in_registry().find_variant("count/chunked");
  const problem problem = problem_of("count", {{"n", std::int64_t{1} << 28}});
  EXPECT_FALSE(is_taken({&variant, problem, config_of(variant, {})}, {}));
  EXPECT_TRUE(is_taken({&variant, problem, config_of(variant, {{"launches", "per_level"}})}, {}));
}

TEST(count_device_launch, is_refused_by_the_interpreter_with_its_reason) {
  const variant& variant = *built_in_registry().find_variant("count/chunked_device_launch");
  EXPECT_EQ(variant.unavailable_on("simt"), "runs on backend cuda, not on simt");
  const auto result = interpret(
      {&variant, problem_of("count", {{"n", std::int64_t{100}}}), config_of(variant, {})});
  EXPECT_EQ(name(result.status), "skipped");
}

TEST(count_device_launch, is_compiled_to_be_linked) {
  const variant& variant = *built_in_registry().find_variant("count/chunked_device_launch");
  const launch_plan plan = variant.plan(problem_of("count", {}), config_of(variant, {}), {});
  ASSERT_EQ(plan.kernels.size(), 1u);
  EXPECT_TRUE(plan.kernels.front().device_launches);
  const auto kernel =
      shared_compiler().compile(request_for(plan.kernels.front(), "sm_90", shared_compiler()));
  EXPECT_TRUE(compiler::is_relocatable(kernel->cubin));
}

}  // namespace
}  // namespace warpmark::tests
