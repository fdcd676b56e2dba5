// Smallest and largest elements of narrow types, which vectors hold packed: every place of a vector
// must count, whatever is beside it.

#include <string>

#include <gtest/gtest.h>

#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

point extremum(const settings& problem_settings, std::int64_t vector) {
  const variant& variant = *built_in_registry().find_variant("reduce/vectorised");
  return {&variant, problem_of(variant, problem_settings),
          config_of(variant, {{"block", std::int64_t{32}}, {"vector", vector}})};
}

TEST(narrow_extrema, are_right_for_every_type_operator_and_width) {
  std::vector<point> points;
  for (const char* type : {"i8", "u8", "i16", "u16", "f16", "bf16"})
    for (const char* op : {"min", "max"})
      for (const char* dist : {"uniform", "special", "alternating"})
        for (const std::int64_t vector : {4, 8, 16})
          points.push_back(extremum({{"type", type},
                                     {"op", op},
                                     {"dist", dist},
                                     {"n", std::int64_t{1013}},
                                     {"offset", std::int64_t{1}}},
                                    vector));
  for (const auto& result : interpret_all(points)) expect_ok(result);
}

// The smallest element is the first one, or the largest one the last, of one vector.
TEST(narrow_extrema, a_place_that_is_left_out_is_wrong) {
  const std::string source = flattened("reduce/vectorised.cuh", "");
  const auto status = [&](const char* type, const char* op, std::int64_t n, const std::string& from,
                          const std::string& to) {
    const settings sorted = {{"type", type}, {"op", op}, {"dist", "sorted"}, {"n", n}};
    return std::string(
        name(interpret_source(extremum(sorted, 16), replaced(source, from, to)).status));
  };
  EXPECT_EQ(status("i8", "min", 16, "v.words_[w] << 8", "v.words_[w]"), "wrong");
  EXPECT_EQ(status("i16", "min", 8, "best = v.words_[0]", "best = v.words_[1]"), "wrong");
  EXPECT_EQ(status("u16", "max", 8, "best[2 * step - 1]", "best[step - 1]"), "wrong");
}

TEST(narrow_extrema, unsigned_numbers_that_are_compared_as_signed_ones_are_wrong) {
  const settings uniform = {{"type", "u8"}, {"op", "max"}, {"n", std::int64_t{1013}}};
  const std::string source =
      replaced(flattened("reduce/vectorised.cuh", ""), "__vmaxu2(a, b)", "__vmaxs2(a, b)");
  EXPECT_EQ(name(interpret_source(extremum(uniform, 16), source).status), "wrong");
}

}  // namespace
}  // namespace warpmark::tests
