// The checks must be able to fail: kernels with one planted fault each, in place of
// tree_sequential or of another variant's kernel.

#include <gtest/gtest.h>

#include "kernels/embedded.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

constexpr const char* sound_tree = R"(#include "common/operators.cuh"
namespace reduce {
template <class T, class Out, class Op, int block, int items>
__global__ void tree_sequential(const T* input, Out* partials, size_t n) {
  __shared__ T value[block];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * block + t;
  value[t] = i < n ? input[i] : T(0);
  __syncthreads();
  for (unsigned d = block / 2; d > 0; d /= 2) {
    if (t < d) value[t] = value[t] + value[t + d];
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = value[0];
}
})";

std::string faulty(const std::string& from, const std::string& to) {
  return replaced(sound_tree, from, to);
}

measurement run_tree(const std::string& source, std::int64_t n = 1000) {
  const variant& variant = *built_in_registry().find_variant("reduce/tree_sequential");
  return interpret_source({&variant, problem_of("reduce", {{"n", n}}), config_of(variant, {})},
                          source);
}

bool found_at(const measurement& result, const std::string& kind, int line) {
  for (const auto& finding : result.seen.findings)
    if (finding.kind == kind && finding.line == line) return true;
  return false;
}

TEST(planted_fault, the_sound_kernel_passes) {
  const auto result = run_tree(sound_tree);
  EXPECT_EQ(name(result.status), "ok") << result.reason << result.log;
}

TEST(planted_fault, a_wrong_sum_is_wrong_and_has_no_time) {
  const auto result = run_tree(faulty("unsigned d = block / 2", "unsigned d = block / 4"));
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_FALSE(result.times_ns.has_value());
  EXPECT_NE(result.reason.find("expected"), std::string::npos) << result.reason;
}

TEST(planted_fault, a_result_that_is_not_written_is_wrong) {
  EXPECT_EQ(name(run_tree(faulty("if (t == 0) partials", "if (t == block) partials")).status),
            "wrong");
}

TEST(planted_fault, an_out_of_bounds_read_is_found_at_its_line) {
  const auto result = run_tree(faulty("i < n ? input[i]", "i <= n ? input[i]"));
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_TRUE(found_at(result, "out_of_bounds", 8)) << result.reason;
}

TEST(planted_fault, an_out_of_bounds_shared_access_is_found_at_its_line) {
  const auto result = run_tree(faulty("value[t + d];", "value[t + d + block / 2];"));
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_TRUE(found_at(result, "out_of_bounds", 11)) << result.reason;
}

TEST(planted_fault, an_out_of_bounds_write_is_found_even_if_the_result_is_right) {
  const auto result = run_tree(faulty("if (t == 0) partials[blockIdx.x] = value[0];",
                                      "if (t < 2) partials[blockIdx.x + t * 64] = value[0];"));
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_TRUE(found_at(result, "out_of_bounds", 14)) << result.reason;
}

TEST(planted_fault, a_barrier_in_divergent_code_is_found_at_its_line) {
  const auto result =
      run_tree(faulty("if (t < d) value[t] = value[t] + value[t + d];\n    __syncthreads();",
                      "if (t < d) { value[t] = value[t] + value[t + d];\n"
                      "    __syncthreads(); }"));
  EXPECT_EQ(name(result.status), "wrong") << result.reason;
  EXPECT_TRUE(found_at(result, "divergent_barrier", 12)) << result.reason;
}

TEST(planted_fault, a_finding_is_not_held_against_the_next_point) {
  const variant& variant = *built_in_registry().find_variant("reduce/tree_sequential");
  // The second kernel is refused when it is loaded, before anything could be found in it.
  const std::string refused =
      faulty("if (t == 0) partials",
             "asm volatile(\"multimem.red.relaxed.sys.global.add.u32 [%0], %1;\" :: "
             "\"l\"(partials), \"r\"(1)); if (t == 0) partials");
  const auto results = interpret_sources(
      {&variant, problem_of("reduce", {{"n", std::int64_t{1000}}}), config_of(variant, {})},
      {faulty("i < n ? input[i]", "i <= n ? input[i]"), refused, sound_tree});
  EXPECT_EQ(name(results[0].status), "wrong");
  EXPECT_EQ(name(results[1].status), "skipped") << results[1].reason;
  for (const char* part : {"PTX line", "planted.cu:14", "multimem.red"})
    EXPECT_NE(results[1].reason.find(part), std::string::npos) << results[1].reason;
  EXPECT_TRUE(results[1].seen.findings.empty());
  EXPECT_EQ(name(results[2].status), "ok") << results[2].reason;
}

TEST(planted_fault, a_source_that_does_not_compile_fails_with_the_compilers_log) {
  const auto result = run_tree(faulty("value[0];", "valu[0];"));
  EXPECT_EQ(name(result.status), "failed");
  EXPECT_NE(result.log.find("valu"), std::string::npos);
  EXPECT_NE(result.reason.find("planted.cu"), std::string::npos) << result.reason;
}

measurement run_recurrence(const std::string& source) {
  const variant& variant = *built_in_registry().find_variant("reduce/tree_interleaved_compact");
  return interpret_source(
      {&variant, problem_of("reduce", {{"n", std::int64_t{1000}}, {"op", "recurrence"}}),
       config_of(variant, {})},
      source);
}

TEST(planted_fault, swapped_operands_are_wrong_where_the_order_matters) {
  const std::string in_order(kernels::text("reduce/tree_interleaved_compact.cuh"));
  const auto right = run_recurrence(in_order);
  EXPECT_EQ(name(right.status), "ok") << right.reason << right.log;
  const auto swapped = run_recurrence(replaced(in_order, "op(left, value[slot<padded>(i + d)])",
                                               "op(value[slot<padded>(i + d)], left)"));
  EXPECT_EQ(name(swapped.status), "wrong");
}

// One block draws a ticket, whose number it adds to its sum, and puts it back.
constexpr const char* draws_a_ticket = R"(#include "common/operators.cuh"
namespace reduce {
template <class In, class Out, class Op>
__global__ void draws_a_ticket(const In* input, Out* output, size_t n, unsigned* ticket) {
  if (threadIdx.x != 0) return;
  Out sum = atomicAdd(ticket, 1);
  for (size_t i = 0; i < n; ++i) sum += input[i];
  *output = sum;
  *ticket = 0;
}
})";

struct ticket_kernel {
  static constexpr device_template<operator_arguments> source{"reduce/draws_a_ticket.cuh",
                                                              "reduce::draws_a_ticket"};
};

measurement run_with_ticket(const std::string& source, std::size_t state_bytes = 4) {
  variant variant = *built_in_registry().find_variant("reduce/tree_sequential");
  variant.plan = [state_bytes](const problem& problem, const config&, const device_limits&) {
    reduce::plan_builder plan(problem);
    const std::size_t ticket = plan.state("ticket", state_bytes);
    plan.launch(ticket_kernel{}, 1, 32, plan.input(), plan.output(), plan.n(),
                {buffer_argument{ticket}});
    return plan.take();
  };
  return interpret_source(
      {&variant, problem_of("reduce", {{"n", std::int64_t{50}}}), config_of(variant, {})}, source);
}

TEST(planted_fault, state_that_is_put_back_passes) {
  const auto result = run_with_ticket(draws_a_ticket);
  EXPECT_EQ(name(result.status), "ok") << result.reason << result.log;
}

TEST(planted_fault, state_that_is_left_dirty_is_wrong_though_the_result_is_right) {
  const auto result = run_with_ticket(replaced(draws_a_ticket, "*ticket = 0;", ""));
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_FALSE(result.times_ns.has_value());
  EXPECT_NE(result.reason.find("ticket"), std::string::npos) << result.reason;
  EXPECT_NE(result.reason.find("expected zeros"), std::string::npos) << result.reason;
}

TEST(planted_fault, state_of_an_odd_size_is_cleared_and_looked_at_to_its_last_byte) {
  const std::string reads_the_end =
      replaced(draws_a_ticket, "atomicAdd(ticket, 1)", "reinterpret_cast<char*>(ticket)[6]");
  const auto clear = run_with_ticket(reads_the_end, 7);
  EXPECT_EQ(name(clear.status), "ok") << clear.reason << clear.log;
  const auto dirty = run_with_ticket(
      replaced(reads_the_end, "*ticket = 0;", "reinterpret_cast<char*>(ticket)[6] = 1;"), 7);
  EXPECT_EQ(name(dirty.status), "wrong");
  EXPECT_NE(dirty.reason.find("ticket[6]"), std::string::npos) << dirty.reason;
}

}  // namespace
}  // namespace warpmark::tests
