// The checks must be able to fail for scans, too: the kernels of the family with one planted fault
// each.

#include <string>

#include <gtest/gtest.h>

#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

measurement run_recurrence(const planted& fault) {
  return run(fault, {{"n", std::int64_t{64}}, {"op", "recurrence"}, {"kind", "exclusive"}},
             {{"block", std::int64_t{64}}});
}

TEST(scan_fault, operands_in_the_wrong_order_are_wrong) {
  const planted faults[] = {
      {"hillis_steele", "scan/hillis_steele.cuh", "op(shared.prefix[current][t - d], own)",
       "op(own, shared.prefix[current][t - d])"},
      {"blelloch", "scan/blelloch.cuh", "op(before, below_left)", "op(below_left, before)"},
      {"blelloch_padded", "scan/blelloch.cuh", "op(left, right)", "op(right, left)"},
      {"shuffle_two_level", "scan/shuffle_two_level.cuh", "op(before, v)", "op(v, before)",
       "common/warp_scan.cuh"},
      {"shuffle_two_level", "scan/shuffle_two_level.cuh", "op(shared.prefix[warp_index - 1], own)",
       "op(own, shared.prefix[warp_index - 1])"},
      {"sklansky", "scan/sklansky.cuh", "op(shared.prefix[right_half - 1], right)",
       "op(right, shared.prefix[right_half - 1])"},
      {"brent_kung", "scan/brent_kung.cuh", "op(node(half * (2 * t + 2) - 1), middle)",
       "op(middle, node(half * (2 * t + 2) - 1))"},
      {"kogge_stone", "scan/kogge_stone.cuh", "op(before, own)", "op(own, before)"},
      {"raking", "scan/raking.cuh", "op(own[j - 1], own[j])", "op(own[j], own[j - 1])"},
      {"raking", "scan/raking.cuh", "op(before, own[j - 1])", "op(own[j - 1], before)"},
  };
  for (const auto& fault : faults) {
    const auto right = run_recurrence({fault.variant_name, fault.file, "", ""});
    EXPECT_EQ(name(right.status), "ok") << fault.file << right.reason << right.log;
    EXPECT_EQ(name(run_recurrence(fault).status), "wrong") << fault.file << ": " << fault.to;
  }
}

TEST(scan_fault, a_missing_barrier_is_a_race) {
  const planted faults[] = {
      {"hillis_steele", "scan/hillis_steele.cuh", "own;\n      __syncthreads();", "own;"},
      {"blelloch", "scan/blelloch.cuh", "half /= 2;\n      __syncthreads();", "half /= 2;"},
      {"shuffle_two_level", "scan/shuffle_two_level.cuh", "= own;\n    __syncthreads();", "= own;"},
      {"sklansky", "scan/sklansky.cuh", "half *= 2) {\n      __syncthreads();", "half *= 2) {"},
      {"brent_kung", "scan/brent_kung.cuh", "half /= 2;\n      __syncthreads();", "half /= 2;"},
      {"kogge_stone", "scan/kogge_stone.cuh", "= own;\n    __syncthreads();", "= own;"},
      {"raking", "scan/raking.cuh", "= v[0];\n    __syncthreads();", "= v[0];"},
  };
  for (const auto& fault : faults) {
    const auto result = run(fault, {{"n", std::int64_t{128}}}, {{"block", std::int64_t{128}}});
    EXPECT_TRUE(found(result, "shared_race")) << fault.file << ": " << result.reason << result.log;
  }
}

TEST(scan_fault, the_total_of_a_last_warp_that_is_left_out_is_wrong) {
  // A mask or a bound that forgets the 32nd warp: wrong for blocks of 1024 alone.
  const planted fault = {"shuffle_two_level", "scan/shuffle_two_level.cuh",
                         "if (lane < warps) shared.prefix[lane] = total;",
                         "if (lane < warps && lane < 31) shared.prefix[lane] = total;"};
  for (const std::int64_t block : {992, 1024}) {
    const auto result = run(fault, {{"n", 2 * block}}, {{"block", block}});
    EXPECT_EQ(name(result.status), block == 1024 ? "wrong" : "ok") << result.reason;
  }
}

measurement run_chained(const std::string& from, const std::string& to) {
  return run({"chained", "scan/chained.cuh", from, to}, {{"n", std::int64_t{1000}}},
             {{"block", std::int64_t{64}}, {"items", std::int64_t{1}}});
}

TEST(scan_fault, a_message_that_is_not_cleared_is_state_left_dirty) {
  const auto sound = run_chained("", "");
  EXPECT_EQ(name(sound.status), "ok") << sound.reason << sound.log;
  const auto dirty = run_chained("memory::store_relaxed(flags + i, 0u);", "");
  EXPECT_EQ(name(dirty.status), "wrong");
  EXPECT_NE(dirty.reason.find("words"), std::string::npos) << dirty.reason;
  const auto counter = run_chained("atomicExch(begun, 0u);", "{}");
  EXPECT_EQ(name(counter.status), "wrong");
  EXPECT_NE(counter.reason.find("begun"), std::string::npos) << counter.reason;
}

TEST(scan_fault, a_flag_that_does_not_release_its_value_is_a_race) {
  const auto result =
      run_chained("memory::store_release(flags + i, 1u)", "memory::store_relaxed(flags + i, 1u)");
  EXPECT_TRUE(found(result, "global_race")) << name(result.status) << result.reason << result.log;
}

TEST(scan_fault, a_chain_that_nobody_continues_is_a_deadlock) {
  const auto result = run_chained("messages.publish(place, tile.op(before, total));", "{}");
  EXPECT_TRUE(found(result, "deadlock")) << name(result.status) << result.reason << result.log;
}

// The widely copied macro: + binds tighter than >>, so that all bits are shifted out.
TEST(scan_fault, a_padding_that_pads_nothing_is_told_by_its_wavefronts_alone) {
  const planted fault = {"blelloch_padded", "scan/blelloch.cuh", "return i + i / 32;",
                         "return i + (i >> 5 + i >> 10);", "scan/padding.cuh"};
  const std::string mutant = replaced(source_of(fault), "node[Padding::slot(leaves - 1) + 1]",
                                      "node[leaves + leaves / 16]");

  const variant& variant = *built_in_registry().find_variant("scan/blelloch_padded");
  const point point{&variant, problem_of("scan", {{"n", std::int64_t{1024}}}),
                    config_of(variant, {{"block", std::int64_t{512}}})};
  const auto right = interpret(point);
  const auto wrong = interpret_source(point, mutant);
  EXPECT_EQ(name(wrong.status), "ok") << wrong.reason << wrong.log;
  EXPECT_TRUE(wrong.seen.findings.empty());

  const auto loads = [](const measurement& result) {
    return result.seen.counters.at("shared_load_wavefronts");
  };
  for (const auto& prediction : variant.predictions) {
    if (prediction.metric != "shared_load_wavefronts") continue;
    const auto predicted = prediction.value(point.problem, point.config);
    ASSERT_TRUE(predicted.has_value());
    EXPECT_EQ(loads(right), *predicted);
    EXPECT_EQ(loads(wrong) - *predicted, 4 * (191u - 36u));
  }
}

}  // namespace
}  // namespace warpmark::tests
