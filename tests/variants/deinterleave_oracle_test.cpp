// The oracle of deinterleave: which element comes where, told by applying the definition.

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "variants/deinterleave/shared/oracle.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

using series = std::vector<std::size_t>;
using settings = std::vector<std::pair<std::string, parameter_value>>;

problem asked_with(const settings& with) {
  problem problem;
  for (const auto& along : built_in_registry().find_family("deinterleave")->axes)
    problem.set(along.name, along.base);
  for (const auto& [name, value] : with) problem.set(name, value);
  return problem;
}

// As the family's page defines it, once.
series apart(const series& x, std::size_t begin, std::size_t size) {
  series result = x;
  std::size_t place = begin;
  for (std::size_t parity : {0u, 1u})
    for (std::size_t i = parity; i < size; i += 2) result[place++] = x[begin + i];
  return result;
}

series numbers(std::size_t n) {
  series result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = i;
  return result;
}

series sources(const problem& problem, std::size_t n) {
  const deinterleave::permutation right(problem);
  series result;
  for (std::size_t i = 0; i < n; ++i) result.push_back(right.source_of(i));
  return result;
}

TEST(deinterleave_oracle, groups_are_rearranged_as_often_as_asked_and_a_rest_stays) {
  constexpr std::size_t n = 4 * 128 + 37;
  for (const std::int64_t width : {8, 16, 32, 64})
    for (const std::int64_t repeats : {1, 2, 3, 4, 5, 6, 7, 61, 1021}) {
      const auto group = static_cast<std::size_t>(2 * width);
      series expected = numbers(n);
      for (std::int64_t time = 0; time < repeats; ++time)
        for (std::size_t begin = 0; begin + group <= n; begin += group)
          expected = apart(expected, begin, group);
      EXPECT_EQ(
          sources(asked_with({{"n", std::int64_t{n}}, {"width", width}, {"repeats", repeats}}), n),
          expected)
          << width << " " << repeats;
    }
}

std::vector<parameter_value> values_of(const std::string& axis_name) {
  for (const auto& along : built_in_registry().find_family("deinterleave")->axes)
    if (along.name == axis_name) return along.values;
  return {};
}

TEST(deinterleave_oracle, no_listed_number_of_repeats_leaves_things_as_they_were) {
  EXPECT_FALSE(values_of("repeats").empty());
  for (const auto& repeats : values_of("repeats"))
    for (const auto& width : values_of("width"))
      EXPECT_NE(
          sources(asked_with({{"n", std::int64_t{128}}, {"width", width}, {"repeats", repeats}}),
                  128),
          numbers(128))
          << to_text(width) << " " << to_text(repeats);
}

TEST(deinterleave_oracle, split_is_of_the_whole_array) {
  for (const std::int64_t n : {0, 1, 2, 7, 64, 101})
    EXPECT_EQ(sources(asked_with({{"n", n}, {"layout", "split"}}), static_cast<std::size_t>(n)),
              apart(numbers(static_cast<std::size_t>(n)), 0, static_cast<std::size_t>(n)))
        << n;
}

TEST(deinterleave_oracle, interleave_undoes_deinterleave) {
  for (const char* layout : {"groups", "split"})
    for (const std::int64_t repeats : {1, 61})
      for (const std::int64_t n : {0, 1, 64, 99, 1000}) {
        if (layout == std::string("split") && repeats != 1) continue;
        const settings common = {{"n", n}, {"layout", layout}, {"repeats", repeats}};
        settings inverse = common;
        inverse.emplace_back("direction", "interleave");
        const auto size = static_cast<std::size_t>(n);
        const series there = sources(asked_with(common), size);
        series both = sources(asked_with(inverse), size);
        for (std::size_t& index : both) index = there[index];
        EXPECT_EQ(both, numbers(size)) << layout << n;
      }
}

TEST(deinterleave_oracle, every_bit_counts_and_the_first_bad_element_is_named) {
  for (const char* type : {"u8", "f16", "f32", "f64"}) {
    const auto problem =
        asked_with({{"n", std::int64_t{200}}, {"type", type}, {"dist", "special"}});
    const auto instance = built_in_registry().find_family("deinterleave")->instance(problem, 7);
    const auto input = instance->input("input");
    const std::size_t size = input.size() / 200;
    const deinterleave::permutation right(problem);
    std::vector<std::byte> output(input.size());
    for (std::size_t i = 0; i < 200; ++i)
      std::memcpy(&output[i * size], &input[right.source_of(i) * size], size);
    EXPECT_TRUE(instance->check("output", output, {}).ok) << type;
    output[150 * size] ^= std::byte{1};  // the last bit: of a NaN, its payload
    output[199 * size] ^= std::byte{1};
    const oracle_result found = instance->check("output", output, {});
    EXPECT_FALSE(found.ok) << type;
    EXPECT_EQ(found.first_bad_index, 150u) << type;
    EXPECT_NE(found.expected, found.got) << type;
  }
}

}  // namespace
}  // namespace warpmark::tests
