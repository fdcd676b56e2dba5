// Every built-in variant must be right at sizes around every boundary, for every type and
// operator, for every value of every config axis, without a finding of the interpreter and with the
// counters that are predicted of it. What runs on the CPU alone is tested there, and what runs on
// cards alone is not.
//
// Compiling kernels takes most of the time, sizes and distributions need no other kernel. So types,
// operators and kinds are not tried in all combinations with each other and with the values of
// axes: each takes its next value in turn, and variants of a family begin at different ones. So do
// sizes, of which only the base config gets all.

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

// Pairs of values of different axes that no problem has had yet.
class pairs_of_values {
 public:
  using setting = settings::value_type;
  using pair = std::pair<setting, setting>;

  explicit pairs_of_values(const std::vector<axis>& axes) {
    for (const auto& along : axes) names_.push_back(along.name);
    std::sort(names_.begin(), names_.end());
    for (const auto& first : axes)
      for (const auto& second : axes)
        if (first.name < second.name)
          for (const auto& a : first.values)
            for (const auto& b : second.values)
              missing_.insert({{first.name, a}, {second.name, b}});
  }

  /// One of them, which is missing no more.
  std::optional<pair> take() {
    if (missing_.empty()) return std::nullopt;
    return missing_.extract(std::prev(missing_.end())).value();
  }

  std::ptrdiff_t missing_in(const problem& problem) const {
    const auto pairs = pairs_in(problem);
    return std::count_if(pairs.begin(), pairs.end(),
                         [&](const pair& each) { return missing_.contains(each); });
  }

  void remove(const problem& problem) {
    for (const auto& each : pairs_in(problem)) missing_.erase(each);
  }

 private:
  std::vector<pair> pairs_in(const problem& problem) const {
    std::vector<pair> result;
    for (std::size_t i = 0; i < names_.size(); ++i)
      for (std::size_t j = i + 1; j < names_.size(); ++j)
        result.push_back(
            {{names_[i], *problem.find(names_[i])}, {names_[j], *problem.find(names_[j])}});
    return result;
  }

  std::vector<std::string> names_;  // ascending
  std::set<pair> missing_;
};

// Where there are rows: kernels that unroll them take seconds each to compile.
const settings one_row = {{"rows", std::int64_t{1}}};

class every_variant : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (backend_.empty()) GTEST_SKIP() << of().unavailable_on("simt");
    runner_.emplace(backend_);
  }

  const variant& of() const { return *built_in_registry().find_variant(GetParam()); }

  // Sizes around a warp, a block, a tile and powers of two, and a prime.
  static std::vector<std::int64_t> awkward_sizes(const config& config) {
    const std::int64_t block = config.find("block") == nullptr ? 256 : config.integer("block");
    return {0,
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
            4 * block + 1};
  }

  // Of a problem axis; a family without it has one value that is never requested.
  std::vector<parameter_value> values_of(const std::string& problem_axis) const {
    for (const auto& along : of().contract->axes)
      if (along.name == problem_axis) return along.values;
    return {"-"};
  }

  std::ptrdiff_t position() const { return &of() - built_in_registry().variants().data(); }

  // The first variant of a family tries all operators with types of each sort.
  bool stands_for_the_family() const {
    return position() == 0 || (&of())[-1].family != of().family;
  }

  // Each type with its next operator, and where the variant stands for the family, types of each
  // sort with all.
  std::vector<settings> types_and_operators() const {
    const std::set<element_type> typical = {element_type::i8, element_type::i32, element_type::f16,
                                            element_type::f64};
    const auto ops = values_of("op");
    std::size_t turn = position();
    std::vector<settings> result;
    for (const auto type : of().types) {
      const bool all = stands_for_the_family() && typical.contains(type);
      for (std::size_t tried = 0; tried < ops.size(); ++tried) {
        const settings with = {{"type", std::string(name(type))}, {"op", next_of(ops, turn)}};
        if (!is_taken({&of(), small_problem(with), config_of(of(), one_row)},
                      test_limits(backend_)))
          continue;
        result.push_back(with);
        if (!all) break;
      }
    }
    return result;
  }

  // The base config, then the next value of every axis at once, or of each alone where the variant
  // does not take them together.
  std::vector<settings> axis_values() const {
    std::vector<settings> result = {one_row};
    std::size_t longest = 0;
    for (const auto& along : of().axes) longest = std::max(longest, along.values.size());
    for (std::size_t i = 0; i < longest; ++i) {
      settings together, alone;
      for (const auto& along : of().axes) {
        together.emplace_back(along.name, along.values[i % along.values.size()]);
        if (i < along.values.size()) alone.emplace_back(along.name, along.values[i]);
      }
      if (is_taken({&of(), small_problem({}), config_of(of(), together)}, test_limits(backend_)))
        result.push_back(together);
      else
        for (const auto& value : alone) result.push_back({one_row.front(), value});
    }
    return result;
  }

  problem small_problem(const settings& with) const {
    problem problem = problem_of(of(), with);
    problem.set("n", std::int64_t{33});
    return problem;
  }

  template <class Value>
  const Value& next_of(const std::vector<Value>& values, std::size_t& turn) const {
    return values[turn++ % values.size()];
  }

  // Of every kind, where the family knows several.
  void expect_right_of_every_kind(problem problem, const config& config) {
    for (const auto& kind : values_of("kind")) {
      if (problem.find("kind") != nullptr) problem.set("kind", kind);
      expect_right(problem, config);
    }
  }

  // False if the variant does not take the point.
  bool expect_right(const problem& problem, const config& config) {
    const point point{&of(), problem, config};
    if (!is_taken(point, test_limits(backend_))) return false;
    // Each axis has the base config among its own.
    if (!tried_.insert(point.key()).second) return true;
    const measurement result = runner_->measure(point);
    EXPECT_EQ(name(result.status), "ok") << point.key() << ": " << result.reason << result.log;
    EXPECT_TRUE(result.seen.findings.empty()) << point.key();
    if (backend_ == "simt") expect_predicted_counters(of(), result);
    return true;
  }

  const std::string backend_ = test_backend_of(of());
  std::optional<point_runner> runner_;
  std::set<std::string> tried_;
};

TEST_P(every_variant, is_right_at_awkward_sizes) {
  const auto kinds = values_of("kind");
  std::size_t kind_turn = position();
  const config config = config_of(of(), one_row);
  for (const std::int64_t n : awkward_sizes(config))
    expect_right(problem_of(of(), {{"n", n}, {"kind", next_of(kinds, kind_turn)}}), config);
  expect_right_of_every_kind(problem_of(of(), {{"n", std::int64_t{65537}}}), config);
  EXPECT_GE(tried_.size(), 12u) << "constraints leave nothing to try: what is its default problem?";
}

TEST_P(every_variant, is_right_for_every_type_operator_and_axis_value) {
  const auto problems = types_and_operators();
  ASSERT_FALSE(problems.empty()) << "no type is taken";
  const auto configs = axis_values();
  const auto kinds = values_of("kind");
  std::size_t kind_turn = position(), size_turn = position();
  const auto are_right = [&](settings of_problem, const settings& of_config) {
    const config config = config_of(of(), of_config);
    of_problem.emplace_back("kind", next_of(kinds, kind_turn));
    std::vector<std::int64_t> sizes = {0, 1, tile_of(config), two_tiles(config)};
    const auto awkward = awkward_sizes(config);
    for (int i = 0; i < 4; ++i) sizes.push_back(next_of(awkward, size_turn));
    bool are_taken = false;
    for (const std::int64_t n : sizes) {
      problem problem = problem_of(of(), of_problem);
      problem.set("n", n);
      are_taken |= expect_right(problem, config);
    }
    return are_taken;
  };
  std::size_t problem_turn = position(), config_turn = 0;
  for (std::size_t i = 0; i < std::max(problems.size(), configs.size()); ++i) {
    const auto& problem = next_of(problems, problem_turn);
    const auto& config = next_of(configs, config_turn);
    if (are_right(problem, config)) continue;
    are_right(problem, one_row);
    are_right({}, config);
  }
}

TEST_P(every_variant, sums_floats_exactly_where_every_order_is_exact) {
  const config config = config_of(of(), {});
  for (const char* type : {"f32", "f64"})
    expect_right_of_every_kind(
        problem_of(of(), {{"n", two_tiles(config)}, {"type", type}, {"dist", "exact"}}), config);
}

// Not only each value on its own: some variants take one only together with another. Each point
// has as many pairs as possible that no point before had.
TEST_P(every_variant, is_right_for_every_pair_of_problem_values) {
  const std::set<std::string> elsewhere = {"type", "n", "op"};
  const std::int64_t three_blocks = 517;
  std::vector<axis> axes = {{.name = "n", .values = {std::int64_t{33}, three_blocks}}};
  for (const auto& along : of().contract->axes)
    if (!elsewhere.contains(along.name)) axes.push_back(along);
  const config config = config_of(of(), {});
  pairs_of_values pairs(axes);
  while (const auto pair = pairs.take()) {
    problem problem = problem_of(of(), {{"n", three_blocks}});
    for (const auto& [name, value] : {pair->first, pair->second}) problem.set(name, value);
    if (!is_taken({&of(), problem, config}, test_limits(backend_))) continue;
    for (const auto& along : axes) {
      if (along.name == pair->first.first || along.name == pair->second.first) continue;
      warpmark::problem best = problem;
      std::ptrdiff_t most = pairs.missing_in(best);
      for (const auto& value : along.values) {
        warpmark::problem other = problem;
        other.set(along.name, value);
        const std::ptrdiff_t missing = pairs.missing_in(other);
        if (missing <= most || !is_taken({&of(), other, config}, test_limits(backend_))) continue;
        best = other;
        most = missing;
      }
      problem = best;
    }
    pairs.remove(problem);
    expect_right(problem, config);
  }
}

TEST_P(every_variant, is_right_wherever_the_data_begin) {
  for (const char* type : {"i8", "i32", "f64"})
    for (const std::int64_t offset : {1, 3})
      for (const std::int64_t n : {0, 1, 2, 1009})
        expect_right_of_every_kind(problem_of(of(), {{"n", n}, {"type", type}, {"offset", offset}}),
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
