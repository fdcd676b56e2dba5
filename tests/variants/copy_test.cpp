// The oracle of copy, and what the copy kernel is stated to cost.

#include <cstring>

#include <gtest/gtest.h>

#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

measurement copied(const std::string& name, const std::string& type, std::int64_t n) {
  const variant& variant = *built_in_registry().find_variant("copy/" + name);
  return interpret(
      {&variant, problem_of("copy", {{"n", n}, {"type", type}}), config_of(variant, {})});
}

TEST(copy, oracle_names_the_first_element_that_differs) {
  const auto problem = problem_of("copy", {{"n", std::int64_t{1000}}, {"type", "f64"}});
  const auto instance = built_in_registry().find_family("copy")->instance(problem, 7);
  const auto input = instance->input("input");
  std::vector<std::byte> output(input.begin(), input.end());
  EXPECT_TRUE(instance->check("output", output, {}).ok);
  output[8 * 123 + 7] ^= std::byte{0x80};  // -x: equal in size, different in sign
  output[8 * 500] ^= std::byte{1};
  const oracle_result found = instance->check("output", output, {});
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.first_bad_index, 123u);
  EXPECT_NE(found.expected, found.got);
}

TEST(copy, oracle_tells_the_two_zeros_apart) {
  const auto problem =
      problem_of("copy", {{"n", std::int64_t{3}}, {"type", "f32"}, {"dist", "exact"}});
  const auto instance = built_in_registry().find_family("copy")->instance(problem, 7);
  std::vector<std::byte> output(12);
  const auto input = instance->input("input");
  std::memcpy(output.data(), input.data(), 12);
  output[3] ^= std::byte{0x80};
  EXPECT_FALSE(instance->check("output", output, {}).ok);
}

TEST(copy, moves_a_sector_of_32_bytes_once_each_way) {
  for (const char* type : {"i32", "f64"}) {
    const auto result = copied("vectorised", type, 40000);
    const std::uint64_t sectors = result.bytes / 2 / 32;
    EXPECT_EQ(result.seen.counters.at("global_load_sectors"), sectors) << type;
    EXPECT_EQ(result.seen.counters.at("global_store_sectors"), sectors) << type;
  }
}

TEST(copy, compulsory_bytes_are_read_and_written) {
  EXPECT_EQ(copied("vectorised", "f64", 1000).bytes, 16000u);
}

TEST(copy, a_copy_by_the_driver_counts_nothing_and_is_not_modelled) {
  const auto result = copied("vendor_memcpy", "u64", 1009);
  EXPECT_EQ(name(result.status), "ok") << result.reason;
  EXPECT_EQ(result.seen.counters.at("warp_instructions"), 0u);
  EXPECT_FALSE(result.seen.modelled.has_value());
  EXPECT_EQ(result.launches, 0u);
}

}  // namespace
}  // namespace warpmark::tests
