// Every built-in variant must be right at sizes around every boundary, for every type and
// operator, for every value of every config axis, without a finding of the interpreter. What runs
// on the CPU alone is tested there, and what runs on cards alone is not.

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

class every_variant : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (backend_.empty()) GTEST_SKIP() << of().unavailable_on("simt");
  }

  const variant& of() const { return *built_in_registry().find_variant(GetParam()); }

  // Sizes around a warp, a block, a tile and powers of two, and a prime.
  static std::vector<std::int64_t> awkward_sizes(std::int64_t block) {
    const std::set<std::int64_t> sizes = {0,
                                          1,
                                          2,
                                          31,
                                          32,
                                          33,
                                          block - 1,
                                          block,
                                          block + 1,
                                          1009,
                                          1023,
                                          1024,
                                          1025,
                                          4 * block - 1,
                                          4 * block + 1,
                                          65537};
    return {sizes.begin(), sizes.end()};
  }

  // Of a problem axis; a family without it has one value that is never requested.
  std::vector<parameter_value> values_of(const std::string& problem_axis) const {
    for (const auto& along : of().contract->axes)
      if (along.name == problem_axis) return along.values;
    return {"-"};
  }

  // The first variant of a family tries everything, in place of all others.
  bool stands_for_the_family() const {
    for (const auto& variant : built_in_registry().variants())
      if (variant.family == of().family) return &variant == &of();
    return false;
  }

  // Operators are the same code for every variant, and compiling them takes most of the time.
  std::vector<parameter_value> operators_to_try(element_type type) const {
    const std::set<element_type> typical = {element_type::i8, element_type::i32, element_type::f16,
                                            element_type::f64};
    if (stands_for_the_family() || typical.contains(type)) return values_of("op");
    return {values_of("op").front()};
  }

  // Of every kind, where the family knows several.
  void expect_right(problem problem, const config& config) {
    for (const auto& kind : values_of("kind")) {
      if (problem.find("kind") != nullptr) problem.set("kind", kind);
      expect_this_right(problem, config);
    }
  }

  void expect_this_right(const problem& problem, const config& config) {
    const point point{&of(), problem, config};
    if (!is_taken(point, test_limits(backend_))) return;
    // Each axis has the base config among its own.
    if (!tried_.insert(point.key()).second) return;
    const measurement result = measure_on(backend_, point);
    EXPECT_EQ(name(result.status), "ok") << point.key() << ": " << result.reason << result.log;
    EXPECT_TRUE(result.seen.findings.empty()) << point.key();
  }

  const std::string backend_ = test_backend_of(of());
  std::set<std::string> tried_;
};

TEST_P(every_variant, is_right_at_awkward_sizes) {
  for (const std::int64_t block : {32, 256, 1024})
    for (const std::int64_t n : awkward_sizes(block))
      expect_right(problem_of(of(), {{"n", n}}), config_of(of(), {{"block", block}}));
  EXPECT_GE(tried_.size(), 12u) << "constraints leave nothing to try: what is its default problem?";
}

// With one row, where there are rows: kernels that unroll them take seconds each to compile.
TEST_P(every_variant, is_right_for_every_type_and_operator) {
  for (const auto type : of().types)
    for (const auto& op : operators_to_try(type))
      for (const std::int64_t n : {0, 1, 33, 1009})
        expect_right(problem_of(of(), {{"n", n}, {"type", std::string(name(type))}, {"op", op}}),
                     config_of(of(), {{"rows", std::int64_t{1}}}));
}

TEST_P(every_variant, sums_floats_exactly_where_every_order_is_exact) {
  for (const char* type : {"f32", "f64"})
    expect_right(problem_of(of(), {{"n", std::int64_t{5003}}, {"type", type}, {"dist", "exact"}}),
                 config_of(of(), {}));
}

// Of the type that predictions are held for, too: the same kernels serve both.
TEST_P(every_variant, is_right_along_every_axis) {
  for (const auto& along : of().axes)
    for (const auto& value : along.values)
      for (const std::string& type : {problem_of(of(), {}).text("type"), std::string("f64")})
        for (const std::int64_t n : {33, 5003})
          expect_right(problem_of(of(), {{"n", n}, {"type", type}}),
                       config_of(of(), {{along.name, value}}));
}

// Not only each value on its own: some variants take one only together with another.
TEST_P(every_variant, is_right_for_every_pair_of_problem_values) {
  const std::set<std::string> elsewhere = {"type", "n", "op", "kind"};
  const auto& axes = of().contract->axes;
  for (const auto& first : axes)
    for (const auto& second : axes) {
      if (&first >= &second || elsewhere.contains(first.name) || elsewhere.contains(second.name))
        continue;
      for (const auto& a : first.values)
        for (const auto& b : second.values)
          for (const std::int64_t n : {33, 1009})
            expect_right(problem_of(of(), {{"n", n}, {first.name, a}, {second.name, b}}),
                         config_of(of(), {}));
    }
}

TEST_P(every_variant, is_right_wherever_the_data_begin) {
  for (const char* type : {"i8", "i32", "f64"})
    for (const std::int64_t offset : {1, 3})
      for (const std::int64_t n : {0, 1, 2, 1009})
        expect_right(problem_of(of(), {{"n", n}, {"type", type}, {"offset", offset}}),
                     config_of(of(), {}));
}

// Each value can be asked for by its name: `all` means all values of an axis.
TEST_P(every_variant, has_no_value_that_the_command_line_reads_as_something_else) {
  for (const auto& along : of().axes)
    for (const auto& value : along.values) EXPECT_NE(to_text(value), "all") << along.name;
}

INSTANTIATE_TEST_SUITE_P(registry, every_variant, testing::ValuesIn(variant_paths()), name_of_path);

}  // namespace
}  // namespace warpmark::tests
