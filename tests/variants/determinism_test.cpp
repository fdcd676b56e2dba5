// What variants state of their determinism: equal bits in random schedules of blocks and warps
// where results are reproducible, equal bits for every number of multiprocessors where cards do not
// matter, and different ones somewhere where nothing is guaranteed.
//
// Floats have both signs and magnitudes over twelve decimal orders, so that nearly every order of
// additions has a result of its own. Keys that are often equal come with payloads, whose order
// tells them apart.

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "bench/backends/simt_backend.hpp"
#include "bench/core/guarantees_of.hpp"
#include "bench/core/reproducibility.hpp"
#include "kernels/embedded.hpp"
#include "tests/variants/interpreted.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

using output_map = std::map<std::string, std::vector<std::byte>>;

constexpr std::size_t executions = 100;

device_limits card_of(int multiprocessors) {
  return {.architecture = "compute_90", .multiprocessors = multiprocessors, .interpreted = true};
}

// Floats that cancel each other, with magnitudes over many binary orders, in place of a problem's
// own: a sum of all is nothing but rounding errors. Only bits are compared of what comes out.
class ill_conditioned final : public problem_instance {
 public:
  // Words of a float's bits, with `mantissa_bits` of mantissa and exponents from `min_exponent` on.
  template <class Word>
  static std::vector<std::byte> bits(std::size_t size_bytes, int mantissa_bits, int min_exponent) {
    constexpr std::uint64_t exponents = 24;
    constexpr Word sign = static_cast<Word>(Word{1} << (8 * sizeof(Word) - 1));
    std::mt19937_64 random(1);
    std::vector<Word> words(size_bytes / sizeof(Word));
    const std::size_t half = words.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
      const std::uint64_t exponent =
          static_cast<std::uint64_t>(min_exponent) + random() % exponents;
      const std::uint64_t mantissa = random() & ((std::uint64_t{1} << mantissa_bits) - 1);
      words[i] = static_cast<Word>(exponent << mantissa_bits | mantissa);
      if (random() % 2 == 0) words[i] ^= sign;
      words[words.size() - 1 - i] = words[i] ^ sign;
    }
    const auto bytes = std::as_bytes(std::span(words));
    return {bytes.begin(), bytes.end()};
  }

  explicit ill_conditioned(std::vector<std::byte> input) : input_(std::move(input)) {}

  std::span<const std::byte> input(std::string_view) const override { return input_; }
  oracle_result check(std::string_view, std::span<const std::byte>,
                      const guarantees&) const override {
    return {.ok = true};
  }

 private:
  std::vector<std::byte> input_;
};

std::unique_ptr<problem_instance> inputs_of(const point& point) {
  auto own = point.variant->contract->instance(point.problem, 1);
  if (point.problem.find("op") == nullptr) return own;
  const std::size_t size_bytes = own->input("input").size();
  const std::string& type = point.problem.text("type");
  if (type == "f32")
    return std::make_unique<ill_conditioned>(
        ill_conditioned::bits<std::uint32_t>(size_bytes, 23, 110));
  if (type == "f16")
    return std::make_unique<ill_conditioned>(
        ill_conditioned::bits<std::uint16_t>(size_bytes, 10, 1));
  return own;
}

// A point on an interpreter with the limits that its plan is made for.
class interpreted_point {
 public:
  interpreted_point(const point& point, const device_limits& limits)
      : point_(point),
        limits_(limits),
        machine_(make_simt_backend({.limits = limits, .check = simt::checks::none()})),
        pending_(begin_point(point, "simt", limits, shared_compiler())),
        instance_(inputs_of(point)),
        inputs_(*machine_, *instance_),
        prepared_(*machine_, pending_.own.plan, finished(pending_.own.kernels, [](const char*) {}),
                  inputs_) {
    prepared_.poison();
  }

  output_map outputs() {
    prepared_.restore();
    prepared_.enqueue();
    machine_->synchronize();
    expect_right();
    return prepared_.outputs();
  }

  // In as many schedules.
  std::size_t distinct_outputs() {
    return compare_executions(*machine_, prepared_, nullptr, executions,
                              [&](bool is_new) {
                                if (is_new) expect_right();
                              })
        .distinct_outputs;
  }

 private:
  void expect_right() {
    std::string buffer;
    const auto found = prepared_.verify(guarantees_of(point_, limits_), buffer);
    EXPECT_TRUE(found.ok) << point_.key() << ": " << buffer << ": " << found.got << ", expected "
                          << found.expected;
  }

  point point_;
  device_limits limits_;
  std::unique_ptr<backend> machine_;
  pending_point pending_;
  std::unique_ptr<problem_instance> instance_;
  device_inputs inputs_;
  prepared_point prepared_;
};

// Whether the variant's results on any two of these cards differ. Small grids are the same on all.
bool depends_on_the_card(const point& small) {
  point point = small;
  point.problem.set("n", std::max<std::int64_t>(point.problem.integer("n"), 100'003));
  if (!is_taken(point, card_of(4))) point = small;
  std::set<output_map> seen;
  for (const int multiprocessors : {1, 3, 4, 132})
    if (is_taken(point, card_of(multiprocessors)))
      seen.insert(interpreted_point(point, card_of(multiprocessors)).outputs());
  return seen.size() > 1;
}

// The highest level that executions do not disprove.
determinism observed(const point& point) {
  if (interpreted_point(point, card_of(4)).distinct_outputs() > 1)
    return determinism::not_guaranteed;
  return depends_on_the_card(point) ? determinism::run_to_run : determinism::gpu_to_gpu;
}

bool has_value(const variant& variant, const char* axis_name, const char* value) {
  const auto& axes = variant.contract->axes;
  return std::any_of(axes.begin(), axes.end(), [&](const axis& along) {
    return along.name == axis_name && std::find(along.values.begin(), along.values.end(),
                                                parameter_value(value)) != along.values.end();
  });
}

// Problems that may have several right results, the first of which a variant takes: rounded sums,
// equal keys with payloads, zeros of both signs.
std::vector<settings> problems_with_a_choice(const variant& variant, std::int64_t n) {
  std::vector<settings> result;
  for (const char* type : {"f32", "f16", "u32", "u8"})
    for (const char* payload : {"u32", "none"})
      for (const std::int64_t size : {n, std::int64_t{2000}}) {
        settings values = {{"type", type}, {"payload", payload}, {"n", size}, {"op", "sum"}};
        const char* dist = payload == std::string("none") ? "special" : "few_distinct";
        if (has_value(variant, "payload", payload) && has_value(variant, "dist", dist))
          values.emplace_back("dist", dist);
        result.push_back(std::move(values));
      }
  return result;
}

// For the base config, and each value of each axis that is a text: another way to do it.
std::vector<point> points_with_a_choice(const variant& variant) {
  std::vector<settings> configs = {{}};
  for (const auto& along : variant.axes)
    for (const auto& value : along.values)
      if (std::holds_alternative<std::string>(value) && value != along.base)
        configs.push_back({{along.name, value}});
  std::vector<point> result;
  for (const auto& setting : configs) {
    const config config = config_of(variant, setting);
    const std::int64_t n = std::clamp<std::int64_t>(5 * tile_of(config) + 37, 3000, 40'000);
    for (const auto& values : problems_with_a_choice(variant, n)) {
      const point tried{&variant, problem_of(variant, values), config};
      if (!is_taken(tried, card_of(4))) continue;
      result.push_back(tried);
      break;
    }
  }
  return result;
}

class stated_determinism : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (test_backend_of(of()) != "simt") GTEST_SKIP() << of().unavailable_on("simt");
  }
  const variant& of() const { return *built_in_registry().find_variant(GetParam()); }
};

TEST_P(stated_determinism, holds_and_is_no_lower_than_it_could_be) {
  determinism lowest = determinism::gpu_to_gpu;
  const auto points = points_with_a_choice(of());
  ASSERT_FALSE(points.empty());
  for (const point& point : points) {
    const determinism seen = observed(point);
    EXPECT_GE(seen, determinism_of(of(), point.problem))
        << point.key() << " is only " << name(seen);
    lowest = std::min(lowest, seen);
  }
  EXPECT_EQ(name(lowest), name(determinism_of(of(), points.front().problem)))
      << "no execution shows that it is as low as stated";
}

INSTANTIATE_TEST_SUITE_P(of, stated_determinism, testing::ValuesIn(variant_paths()), name_of_path);

// The same variant with another statement.
variant stating(const std::string& path, determinism level) {
  variant result = *built_in_registry().find_variant(path);
  result.reproducible = level;
  return result;
}

TEST(a_false_statement, is_disproved_by_executions) {
  const variant atomics = stating("reduce/block_atomic", determinism::run_to_run);
  EXPECT_LT(observed(points_with_a_choice(atomics).front()), atomics.reproducible);
  const variant columns = stating("reduce/strided", determinism::gpu_to_gpu);
  EXPECT_LT(observed(points_with_a_choice(columns).front()), columns.reproducible);
}

TEST(a_false_statement, makes_a_point_wrong_where_executions_are_compared) {
  const variant planted = stating("reduce/block_atomic", determinism::run_to_run);
  const variant honest = stating("reduce/block_atomic", determinism::not_guaranteed);
  for (const variant* variant : {&planted, &honest}) {
    const auto machine = make_simt_backend({});
    point_measurer measurer(*machine, {.options = {.compared_executions = 20}});
    const auto point = points_with_a_choice(*variant).front();
    const auto result = measurer.measure(begin_point(point, "simt", card_of(4), shared_compiler()));
    ASSERT_TRUE(result.reproducible) << result.reason << result.log;
    EXPECT_EQ(result.reproducible->executions, 20u);
    EXPECT_GT(result.reproducible->distinct_outputs, 1u);
    EXPECT_EQ(name(result.status), variant == &planted ? "wrong" : "ok") << result.reason;
    EXPECT_EQ(result.check, variant == &planted ? "reproducibility" : "");
  }
}

// Blocks store to one word unless they count in the order of their numbers, as they do at first.
TEST(a_race_that_changes_no_result, is_found_where_executions_are_compared) {
  const variant& variant = *built_in_registry().find_variant("reduce/block_atomic");
  const point point{&variant, problem_of(variant, {{"type", "i32"}, {"n", std::int64_t{20'000}}}),
                    config_of(variant, {})};
  const std::string sum = "  if (threadIdx.x == 0) ops::atomic_combine(op, cell, value);\n";
  const std::string race =
      "  if (threadIdx.x == 0 && atomicInc(&order, gridDim.x - 1) != blockIdx.x) last = "
      "blockIdx.x;\n";
  const std::string source =
      "__device__ unsigned order, last;\n" +
      replaced(std::string(kernels::text("reduce/block_atomic.cuh")), sum, sum + race);
  for (const std::size_t executions : {std::size_t{0}, std::size_t{20}}) {
    const auto machine = make_simt_backend({});
    point_measurer measurer(*machine, {.options = {.compared_executions = executions}});
    auto pending = begin_point(point, "simt", card_of(4), shared_compiler());
    pending.own.kernels.front() =
        shared_compiler().submit({.name = "planted.cu",
                                  .source = source,
                                  .expression = pending.own.plan.kernels.front().expression,
                                  .architecture = "compute_90"});
    const auto result = measurer.measure(pending);
    EXPECT_EQ(name(result.status), executions == 0 ? "ok" : "wrong") << result.reason;
    EXPECT_EQ(result.check, executions == 0 ? "" : "global_race") << result.reason;
  }
}

TEST(exact_results, are_the_same_on_every_card_whatever_the_variant_states) {
  const variant& atomics = *built_in_registry().find_variant("reduce/block_atomic");
  const auto level = [&](const char* type, const char* op) {
    return name(determinism_of(atomics, problem_of(atomics, {{"type", type}, {"op", op}})));
  };
  EXPECT_EQ(level("f32", "sum"), "none");
  EXPECT_EQ(level("f32", "max"), "none");  // of zeros of both signs, either one
  EXPECT_EQ(level("i32", "sum"), "card");
  EXPECT_EQ(name(lowest_determinism(atomics)), "none");
  const variant& quicksort = *built_in_registry().find_variant("sort/quicksort_ballot");
  for (const auto& [type, payload, expected] :
       {std::tuple("u32", "none", "card"), {"u32", "u32", "none"}, {"f32", "none", "none"}})
    EXPECT_EQ(
        name(determinism_of(quicksort, problem_of(quicksort, {{"type", std::string(type)},
                                                              {"payload", std::string(payload)}}))),
        expected);
}

TEST(exact_results, include_counts_of_pairs_and_sums_of_integer_weights) {
  const auto level = [](const char* path, const char* type) {
    variant changed = *built_in_registry().find_variant(path);
    changed.reproducible = determinism::not_guaranteed;
    return name(determinism_of(changed, problem_of(changed, {{"type", type}})));
  };
  EXPECT_EQ(level("joint_histogram/atomic_global", "u8"), "card");
  EXPECT_EQ(level("weighted_histogram/atomic_global", "u32"), "card");
  EXPECT_EQ(level("weighted_histogram/atomic_global", "f32"), "none");
}

TEST(exact_results, of_sorted_integers_have_payloads_in_any_order) {
  variant sort = *built_in_registry().find_variant("sort/quicksort_ballot");
  sort.types = {element_type::u32};
  EXPECT_EQ(name(lowest_determinism(sort)), "none");
}

TEST(exact_results, of_atomics_in_any_order_are_equal) {
  const variant& atomics = *built_in_registry().find_variant("reduce/block_atomic");
  const point point{&atomics, problem_of(atomics, {{"type", "i32"}, {"n", std::int64_t{5000}}}),
                    config_of(atomics, {})};
  EXPECT_EQ(name(observed(point)), "card");
}

TEST(every_statement, of_the_registry_has_a_name_that_is_read_back) {
  for (const auto level : all_determinism_levels) EXPECT_EQ(parse_determinism(name(level)), level);
  EXPECT_FALSE(parse_determinism("sometimes"));
  for (const auto& variant : built_in_registry().variants())
    EXPECT_GE(lowest_determinism(variant), variant.reproducible) << variant.path();
}

}  // namespace
}  // namespace warpmark::tests
