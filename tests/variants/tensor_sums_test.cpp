// Sums by tensor cores: exact where every order is, wherever the data begin, and with one planted
// fault each.

#include <string>

#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

const settings small_tensor_scan = {{"block", std::int64_t{64}}, {"matrices", std::int64_t{2}}};
const settings small_tensor_sum = {{"block", std::int64_t{64}}, {"unroll", std::int64_t{2}}};

settings problem_with(settings problem, const char* type) {
  problem.insert(problem.end(), {{"type", type}, {"dist", "exact"}});
  return problem;
}

TEST(tensor_sums, of_whole_numbers_are_exact_wherever_they_begin) {
  const variant& scan = *built_in_registry().find_variant("scan/tensor_core");
  const variant& reduce = *built_in_registry().find_variant("reduce/tensor_core");
  std::vector<point> points;
  for (const std::int64_t offset : {0, 1, 3, 4})
    for (const std::int64_t n : {1, 1023, 1024, 5000}) {
      for (const char* type : {"f16", "bf16"})
        for (const char* kind : {"inclusive", "exclusive"}) {
          const settings with = problem_with({{"n", n}, {"offset", offset}, {"kind", kind}}, type);
          points.push_back({&scan, problem_of(scan, with), config_of(scan, small_tensor_scan)});
        }
      for (const char* type : {"f16", "bf16", "i8", "u8"}) {
        const settings with = problem_with({{"n", n}, {"offset", offset}}, type);
        points.push_back({&reduce, problem_of(reduce, with), config_of(reduce, small_tensor_sum)});
      }
    }
  for (const auto& result : interpret_all(points)) {
    expect_ok(result);
    expect_predicted_counters(*result.point.variant, result);
  }
}

measurement run_planted(const std::string& path, settings problem, const settings& config,
                        const std::string& from, const std::string& to) {
  const variant& variant = *built_in_registry().find_variant(path);
  std::string source(kernels::text(path + ".cuh"));
  if (!from.empty()) source = replaced(std::move(source), from, to);
  problem.emplace_back("dist", "exact");
  return interpret_source({&variant, problem_of(variant, problem), config_of(variant, config)},
                          source);
}

measurement run_tensor_scan(const std::string& from, const std::string& to) {
  return run_planted("scan/tensor_core",
                     {{"n", std::int64_t{3 * 1024 + 100}}, {"kind", "exclusive"}},
                     small_tensor_scan, from, to);
}

measurement run_tensor_sum(const std::string& from, const std::string& to) {
  return run_planted("reduce/tensor_core", {{"n", std::int64_t{5003}}}, small_tensor_sum, from, to);
}

TEST(tensor_sum_fault, products_with_another_matrix_are_wrong) {
  expect_ok(run_tensor_scan("", ""));
  const std::pair<const char*, const char*> faults[] = {
      {"of_c : of_c - 1", "of_c : of_c"},                              // inclusive, not exclusive
      {"4 * t + 2 * word", "2 * t + 8 * word"},                        // columns not permuted
      {"[j] = row_total[j];", "[j] = 0;"},                             // rows begin anew
      {"d = 4; d < 32", "d = 8; d < 32"},                              // every other row
      {"op(before[0], row_total[0])", "op(before[0], row_total[2])"},  // of the wrong row
      {"if (w == warp_index) warp_prefix = total;", ""},
      {"[2 * r + j % 2]", "[r + 2 * (j % 2)]"},
  };
  for (const auto& [from, to] : faults)
    EXPECT_EQ(name(run_tensor_scan(from, to).status), "wrong") << from;
}

TEST(tensor_sum_fault, rows_that_are_counted_twice_or_left_out_are_wrong) {
  expect_ok(run_tensor_sum("", ""));
  const std::pair<const char*, const char*> faults[] = {
      {"if (threadIdx.x % 4 == 0)", "if (threadIdx.x % 2 == 0)"},
      {"op(sum[u][0], sum[u][2])", "op(sum[u][0], sum[u][1])"},
      {"mma::ones<In>, mma::ones<In>", "mma::ones<In>, 0"},
      {"i < span.vectors ?", "i + 1 < span.vectors ?"},
      {"if (tail < n)", "if (false)"},
  };
  for (const auto& [from, to] : faults)
    EXPECT_EQ(name(run_tensor_sum(from, to).status), "wrong") << from;
}

}  // namespace
}  // namespace warpmark::tests
