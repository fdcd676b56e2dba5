// Counters narrower than the counts: they overflow where one block counts many keys of few bins.

#include <string>

#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

// The variant on a card with one multiprocessor, so that one block has all keys.
variant in_one_block(const std::string& path) {
  variant variant = *built_in_registry().find_variant(path);
  variant.plan = [inner = variant.plan](const problem& problem, const config& config,
                                        device_limits limits) {
    limits.multiprocessors = 1;
    return inner(problem, config, limits);
  };
  return variant;
}

void expect_right(const std::string& path, const settings& problem_settings,
                  settings config_settings) {
  config_settings.emplace_back("blocks_per_sm", std::int64_t{1});
  const variant variant = in_one_block(path);
  const auto result = interpret(
      {&variant, problem_of("count", problem_settings), config_of(variant, config_settings)});
  EXPECT_EQ(name(result.status), "ok") << result.reason << result.log;
  EXPECT_TRUE(result.seen.findings.empty());
}

TEST(narrow_counters, bytes_are_added_up_before_they_overflow) {
  // Far more than 255 keys for each of 128 threads.
  for (const char* dist : {"constant", "alternating", "uniform"})
    for (const std::int64_t unroll : {1, 4, 15})
      expect_right("count/per_thread_bytes", {{"n", std::int64_t{100'001}}, {"dist", dist}},
                   {{"unroll", unroll}});
}

// Six times 2^15, so that each of two halves is emptied several times.
constexpr std::int64_t many = 200'003;

TEST(narrow_counters, halves_are_emptied_before_they_overflow) {
  for (const char* dist : {"constant", "alternating", "zipf"})
    for (const char* runs : {"single", "combined"})
      expect_right("count/packed_halves", {{"n", many}, {"dist", dist}}, {{"runs", runs}});
}

TEST(narrow_counters, wider_keys_overflow_halves_as_well) {
  expect_right("count/packed_halves", {{"n", many}, {"type", "u16"}, {"dist", "constant"}}, {});
}

// packed_halves from a changed source: bins 0 and 1, the halves of word 0, have 148 000 and 74 000
// keys.
measurement run_changed(const std::string& old_text, const std::string& new_text) {
  std::string source(kernels::text("count/packed_halves.cuh"));
  const auto at = source.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text;
  if (at != std::string::npos) source.replace(at, old_text.size(), new_text);
  const variant variant = in_one_block("count/packed_halves");
  return interpret_source(
      {&variant,
       problem_of("count",
                  {{"n", std::int64_t{700'000}}, {"dist", "zipf"}, {"bins", std::int64_t{64}}}),
       config_of(variant, {})},
      source);
}

TEST(narrow_counters, what_carries_out_of_halves_is_exact_even_if_nobody_empties_them) {
  const auto result = run_changed("if (half >= full || half + amount < full) return;", "return;");
  EXPECT_EQ(name(result.status), "ok") << result.reason << result.log;
}

TEST(narrow_counters, halves_that_are_emptied_late_are_exact) {
  // A half that has grown by another 2^14 when it is emptied, twice.
  const auto result = run_changed("if (half >= full || half + amount < full) return;",
                                  "if (half != full + 0x4000 && half != full + 0x4001) return;");
  EXPECT_EQ(name(result.status), "ok") << result.reason << result.log;
}

TEST(narrow_counters, a_carry_that_stays_in_the_other_half_is_found_out) {
  const auto result = run_changed("judge(bin, before, int(amount));", "return;");
  EXPECT_EQ(name(result.status), "wrong") << result.reason << result.log;
}

TEST(narrow_counters, bytes_that_are_added_up_too_late_are_found_out) {
  std::string source(kernels::text("count/per_thread_bytes.cuh"));
  const std::string limit = "static constexpr unsigned most = 255;";
  const auto at = source.find(limit);
  ASSERT_NE(at, std::string::npos);
  source.replace(at, limit.size(), "static constexpr unsigned most = 300;");
  const variant variant = in_one_block("count/per_thread_bytes");
  const auto result = interpret_source(
      {&variant, problem_of("count", {{"n", std::int64_t{100'001}}, {"dist", "constant"}}),
       config_of(variant, {{"unroll", std::int64_t{1}},
                           {"blocks_per_sm", std::int64_t{1}},
                           {"merge", "atomics"}})},
      source);
  EXPECT_EQ(name(result.status), "wrong") << result.reason << result.log;
}

}  // namespace
}  // namespace warpmark::tests
