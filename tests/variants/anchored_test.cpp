// Sums of floats that cancel, in several schedules of the interpreter: look-back to fixed anchors
// gives the same bits in all of them, and decoupled look-back does not.

#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bench/backends/simt_backend.hpp"
#include "bench/core/prepared_point.hpp"
#include "tests/variants/planted_scans.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

// Large numbers of both signs and small ones, so that every order of additions rounds differently.
class cancelling_floats final : public problem_instance {
 public:
  explicit cancelling_floats(std::size_t n) : elements_(n) {
    std::uint32_t word = 1;
    for (auto& element : elements_) {
      word = word * 1664525u + 1013904223u;
      const float fraction = static_cast<float>(word >> 8) / static_cast<float>(1 << 24);
      const float magnitude = (word >> 3) % 4 == 0 ? 1e7f : 1.0f;
      element = ((word >> 7) % 2 == 0 ? magnitude : -magnitude) * (1 + fraction);
    }
  }

  std::span<const std::byte> input(std::string_view) const override {
    return std::as_bytes(std::span(elements_));
  }
  oracle_result check(std::string_view, std::span<const std::byte>,
                      const guarantees&) const override {
    return {.ok = true};
  }

 private:
  std::vector<float> elements_;
};

using bits = std::vector<std::byte>;

bits output_of(const variant& variant, const settings& with, std::int64_t n,
               const std::string& source) {
  const problem problem = problem_of("scan", {{"n", n}, {"type", "f32"}});
  const auto machine = make_simt_backend({});
  const launch_plan plan =
      variant.plan(problem, config_of(variant, with), machine->device().limits);
  std::vector<compiler::kernel_handle> kernels;
  for (const auto& kernel : plan.kernels)
    kernels.push_back(shared_compiler()
                          .submit({.name = "scheduled.cu",
                                   .source = source,
                                   .expression = kernel.expression,
                                   .architecture = "compute_90"})
                          .get());
  const cancelling_floats instance(static_cast<std::size_t>(n));
  device_inputs inputs(*machine, instance);
  prepared_point prepared(*machine, plan, kernels, inputs);
  prepared.poison();
  prepared.enqueue();
  machine->synchronize();
  EXPECT_TRUE(machine->take_findings().empty());
  return prepared.outputs().at("output");
}

// Tiles `place` with place % every >= 2 stop until the tile `after` tiles later has published
// something: before they begin, or before they publish their prefix. Anchors publish late: no tile
// waits for one.
std::string scheduled(const std::string& file, const std::string& before, int every, int after) {
  return replaced(
      source_of({.file = file}), before,
      fmt::format("if (threadIdx.x == 0 && place % {0} >= 2 && place + {1} + 1 < gridDim.x && "
                  "(place + {1}) % 8 != 0) {{ value ignored; while (statuses.read(place + {1}, "
                  "ignored) == known::nothing) __nanosleep(1); }}\n{2}",
                  every, after, before));
}

// The different outputs over an undisturbed schedule and 18 others.
std::set<bits> outputs_of(const std::string& name, const std::string& last_publication,
                          const settings& with) {
  constexpr std::int64_t n = 99 * 32 + 5;
  const variant& variant = *built_in_registry().find_variant("scan/" + name);
  const std::string file = "scan/" + name + ".cuh";
  std::set<bits> different = {output_of(variant, with, n, source_of({.file = file}))};
  for (const auto& before : {std::string("Tile tile(shared);"), last_publication})
    for (const int every : {5, 7, 11})
      for (const int after : {1, 2, 4})
        different.insert(output_of(variant, with, n, scheduled(file, before, every, after)));
  return different;
}

const settings tiles_of_32 = {{"block", std::int64_t{32}}, {"items", std::int64_t{1}}};

TEST(anchored_lookback, has_the_same_bits_in_every_schedule) {
  for (const std::int64_t period : {8, 32, 40, 64}) {
    settings with = tiles_of_32;
    with.emplace_back("period", period);
    EXPECT_EQ(outputs_of("anchored_lookback", "if (publishes && is_anchor)", with).size(), 1u)
        << period;
  }
}

TEST(anchored_lookback, is_needed_for_that) {
  EXPECT_GT(outputs_of("decoupled_lookback", "if (publishes) statuses.publish(place, known::incl",
                       tiles_of_32)
                .size(),
            1u);
}

planted anchoring(const std::string& from, const std::string& to, const std::string& header = "") {
  return {"anchored_lookback", "scan/anchored_lookback.cuh", from, to, header};
}

const settings anchored_pairs = {
    {"n", std::int64_t{99 * 32 + 5}}, {"op", "recurrence"}, {"type", "u32"}};

TEST(anchored_lookback, is_right_with_every_period) {
  for (const std::int64_t period : {1, 3, 32, 33, 64, 256}) {
    settings with = tiles_of_32;
    with.emplace_back("period", period);
    expect_ok(run(anchoring("", ""), anchored_pairs, with));
    expect_ok(run(anchoring("", ""), {{"n", std::int64_t{99 * 32 + 5}}}, with));
  }
}

TEST(anchored_fault, what_is_left_out_or_taken_twice_is_wrong) {
  const planted faults[] = {
      anchoring("(tile - 1) / period * period", "tile / period * period"),  // an anchor's own
      anchoring("% 32 * each", "% 32 * each + 1"),
      anchoring("if (first + j < tile) folded", "if (first + j + 1 < tile) folded"),
      anchoring("known::inclusive, tile.op(prefix, total)", "known::inclusive, total"),
  };
  for (const auto& fault : faults)
    EXPECT_NE(name(run(fault, anchored_pairs, tiles_of_32).status), "ok") << fault.from;
}

TEST(anchored_fault, a_prefix_that_nobody_publishes_is_a_deadlock) {
  const auto result =
      run(anchoring("if (publishes && is_anchor)", "if (false)"), anchored_pairs, tiles_of_32);
  EXPECT_TRUE(found(result, "deadlock")) << name(result.status) << result.reason << result.log;
}

TEST(anchored_fault, a_kind_that_does_not_release_its_value_is_a_race) {
  const auto result =
      run(anchoring("memory::store_release(kinds_ + tile, unsigned(kind))",
                    "memory::store_relaxed(kinds_ + tile, unsigned(kind))", "scan/tile_status.cuh"),
          anchored_pairs, tiles_of_32);
  EXPECT_TRUE(found(result, "global_race")) << name(result.status) << result.reason;
}

}  // namespace
}  // namespace warpmark::tests
