#include "bench/calibrate/calibrate.hpp"

#include <array>
#include <numeric>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bench/calibrate/kernel_timer.hpp"
#include "bench/calibrate/templates.hpp"
#include "tests/calibrate/clocked_simt.hpp"
#include "tests/calibrate/test_compiler.hpp"

namespace warpmark::calibrate {
namespace {

using tests::shared_compiler;

template <class T>
T value_at(backend& machine, device_pointer from) {
  T value{};
  machine.download(std::as_writable_bytes(std::span(&value, 1)), from);
  return value;
}

TEST(calibrate, every_constant_is_measured_and_names_its_source) {
  tests::clocked_simt machine;
  const auto card = calibrate(machine, shared_compiler(), {.effort = 0.02});
  EXPECT_EQ(card.name, "a synthetic card");
  for (const auto& [key, place, may_be_zero, derived, derivation] : model::constant_fields()) {
    EXPECT_GE(card.constants.*place, may_be_zero ? 0 : 1e-300) << key;
    EXPECT_FALSE(card.sources.at(std::string(key)).empty()) << key;
  }
  const auto read_back = model::card_from_json(nlohmann::json::parse(to_json(card).dump()), "here");
  EXPECT_EQ(read_back.constants.dram_latency_cycles, card.constants.dram_latency_cycles);
  EXPECT_EQ(machine.take_findings().size(), 0u);
}

// Instructions cost next to nothing here, so that each conclusion must be the one cost that it is
// about.
TEST(calibrate, conclusions_are_what_the_times_were_made_of) {
  constexpr double sector_ns = 0.75;
  tests::clocked_simt machine({.sector_ns = sector_ns, .instruction_ns = 1e-9});
  const auto made = calibrate(machine, shared_compiler(), {.effort = 0.02}).constants;
  EXPECT_NEAR(made.launch_floor_ns, 3000 + 1000 + 2 + 0.25, 1e-3);
  EXPECT_NEAR(made.launch_next_ns, 1000 + 2 + 0.25, 1e-3);
  EXPECT_NEAR(made.fill_next_ns, 500, 1e-3);
  EXPECT_NEAR(made.code_fetch_ns_per_kib, 3072 * 0.25 / 48, 1e-3);
  EXPECT_NEAR(made.block_launch_ns, 2, 1e-3);
  EXPECT_NEAR(made.warp_launch_ns, 2.0 / 32, 1e-3);
  EXPECT_NEAR(made.global_atomic_same_address_ns, 4, 1e-3);
  EXPECT_NEAR(made.global_atomic_same_lane_ns, 4.0 / 32, 1e-3);
  EXPECT_NEAR(made.global_atomic_sector_ns, 1, 1e-3);
  EXPECT_NEAR(made.l2_read_bytes_per_s, 32e9 / sector_ns, 1e9);
  // Large transfers are almost all sectors: launch, blocks and the sums are the rest.
  EXPECT_NEAR(made.dram_write_bytes_per_s / (32e9 / sector_ns), 1, 0.05);
  EXPECT_NEAR(made.dram_copy_bytes_per_s / (32e9 / sector_ns), 1, 0.05);
}

// The interpreter's cycles are the instructions of its only warp: a chain costs as many.
TEST(calibrate, cycles_are_divided_by_what_the_chain_did) {
  tests::clocked_simt machine;
  const auto made = calibrate(machine, shared_compiler(), {.effort = 0.1}).constants;
  EXPECT_GE(made.l1_latency_cycles, 1);
  EXPECT_LT(made.l1_latency_cycles, 2.5);
  EXPECT_GE(made.float32_latency_cycles, 1);
  EXPECT_LT(made.float32_latency_cycles, 1.5);
  EXPECT_GE(made.integer_latency_cycles, 1);
  EXPECT_LT(made.integer_latency_cycles, 1.5);
  EXPECT_GE(made.conversion_latency_cycles, 1);
  EXPECT_LT(made.conversion_latency_cycles, 1.5);
}

TEST(calibrate, a_machine_without_a_clock_is_refused) {
  simt_backend machine({.memory_bytes = std::uint64_t{96} << 20});
  EXPECT_THROW(calibrate(machine, shared_compiler(), {.effort = 0.02}), device_error);
}

class chains : public testing::Test {
 protected:
  void run(const std::string& file, const std::string& name, std::uint32_t threads,
           std::span<const scalar_argument> given) {
    lab_.launch(file, name, 1, threads, given);
    machine_.synchronize();
  }
  void run(const template_instance& kernel, std::uint32_t threads,
           std::span<const scalar_argument> given) {
    lab_.launch(kernel, 1, threads, given);
    machine_.synchronize();
  }
  tests::clocked_simt machine_;
  kernel_timer lab_{machine_, shared_compiler()};
  device_pointer out_ = machine_.allocate(16 + 1024 * 8);
};

TEST_F(chains, a_global_chain_ends_after_its_steps) {
  const auto ring = machine_.allocate(64 * 8);
  std::vector<std::uint64_t> links(64);
  for (std::size_t i = 0; i < 64; ++i) links[i] = ring + (i + 1) % 64 * 8;
  machine_.upload(ring, std::as_bytes(std::span(links)));
  const auto starts = machine_.allocate(2 * 8);
  const std::vector<std::uint64_t> places = {ring, ring + 32 * 8};
  machine_.upload(starts, std::as_bytes(std::span(places)));
  run("latency.cuh", "chase_global", 1, arguments(starts, 64, 100, out_, out_ + 8));
  EXPECT_EQ(value_at<std::uint64_t>(machine_, out_ + 8), ring + 100 % 64 * 8);
  run("latency.cuh", "chase_global", 2, arguments(starts, 3, 10, out_, out_ + 8));
  EXPECT_EQ(value_at<std::uint64_t>(machine_, out_ + 8), ring + 13 * 8);
}

TEST_F(chains, shared_atomic_and_barrier_chains_end_after_their_steps) {
  run("latency.cuh", "chase_shared", 32, arguments(300, out_, out_ + 8));
  EXPECT_EQ(value_at<unsigned>(machine_, out_ + 8), 300 % 256 * 4);
  run("latency.cuh", "chase_barrier", 1024, arguments(48, out_, out_ + 8));
  EXPECT_EQ(value_at<unsigned>(machine_, out_ + 8), 48u);
  const auto cell = machine_.allocate(4);
  run("latency.cuh", "chase_atomic", 1, arguments(cell, 5, out_, out_ + 8));
  unsigned sum = 0, value = 1;
  for (int i = 0; i < 5; ++i) {
    const unsigned before = sum;
    sum += value;
    value = before | 1u;
  }
  EXPECT_EQ(value_at<unsigned>(machine_, cell), sum);
  run("latency.cuh", "chase_fence", 1, arguments(cell, 6, out_, out_ + 8));
  EXPECT_EQ(value_at<unsigned>(machine_, cell), 5u);
  EXPECT_EQ(value_at<unsigned>(machine_, out_ + 8), 6u);
}

TEST_F(chains, polls_store_each_blocks_word_and_leave_the_sums_as_they_were) {
  constexpr std::uint32_t blocks = 3;
  const auto words = machine_.allocate(8 * (blocks + 32)), sums = machine_.allocate(16);
  machine_.fill(words, scalar_argument::of(std::uint32_t{0}), 2 * (blocks + 32));
  machine_.fill(sums, scalar_argument::of(std::uint32_t{0}), 4);
  lab_.launch("latency.cuh", "poll_words", blocks, 32,
              arguments(words, 7, 3u, sums, out_, out_ + 8));
  machine_.synchronize();
  constexpr std::array<std::uint64_t, blocks> last_stores{4, 3, 6};
  for (std::uint64_t block = 0; block < blocks; ++block)
    EXPECT_EQ(value_at<std::uint64_t>(machine_, words + 8 * (block + 32)), last_stores[block]);
  EXPECT_EQ(value_at<std::uint64_t>(machine_, sums), 0u);
  EXPECT_EQ(value_at<unsigned>(machine_, sums + 8), 0u);
}

TEST_F(chains, guarded_chains_and_loops_make_every_step) {
  run("control.cuh", "chase_guard", 32, arguments(100, 1u, out_, out_ + 8));
  EXPECT_EQ(value_at<unsigned>(machine_, out_ + 8), 200u);
  run("control.cuh", "chase_jump", 32, arguments(100u * 3, 3u, out_, out_ + 8));
  EXPECT_EQ(value_at<unsigned>(machine_, out_ + 8), 100u);
}

TEST_F(chains, arithmetic_chains_compute_every_step) {
  const int steps = 37;
  const unsigned other = 12345;
  run(templates::arithmetic{.Step = "calibrate::integer_step", .chains = 1}, 32,
      arguments(steps, other, out_, out_ + 16));
  unsigned expected = 5;
  for (int i = 0; i < steps; ++i) expected = (expected ^ other) + other;
  EXPECT_EQ(value_at<unsigned>(machine_, out_ + 16 + 5 * 4), expected);
  run(templates::arithmetic{.Step = "calibrate::logic_step", .chains = 1}, 32,
      arguments(steps, other, out_, out_ + 16));
  expected = 5;
  for (int i = 0; i < steps; ++i) expected = std::min(expected, other) ^ other;
  EXPECT_EQ(value_at<unsigned>(machine_, out_ + 16 + 5 * 4), expected);
  run(templates::arithmetic{.Step = "calibrate::shuffle_step", .chains = 1}, 32,
      arguments(steps, other, out_, out_ + 16));
  EXPECT_EQ(value_at<unsigned>(machine_, out_ + 16 + 5 * 4), 4u);
}

TEST_F(chains, throughput_kernels_make_every_access) {
  machine_.interpreter().take_counters();
  run("on_chip.cuh", "load_shared", 1024, arguments(10, 32u, out_, out_ + 16));
  EXPECT_EQ(value_at<unsigned>(machine_, out_ + 16), 10u * (0 + 1 + 2 + 3 + 4 + 5 + 6 + 7));
  auto counted = machine_.interpreter().take_counters().named();
  // One thread reads the clock's two arrays of 32 in the end.
  EXPECT_EQ(counted.at("shared_load_requests"), 32u * 8 * 10 + 64);
  EXPECT_EQ(counted.at("shared_load_wavefronts"), 32u * 8 * 10 + 64);

  const auto data = machine_.allocate(1024 * 16);
  machine_.fill(data, scalar_argument::of(1u), 4096);
  for (const auto& [stride, sectors] : {std::pair{1u, 16u}, std::pair{8u, 32u}}) {
    run("on_chip.cuh", "load_l1", 1024, arguments(data, 1024u, stride, 10, out_, out_ + 16));
    counted = machine_.interpreter().take_counters().named();
    // 32 warps warm the cache with a coalesced load each.
    EXPECT_EQ(counted.at("global_load_sectors"), 32u * 16 + 32u * 10 * sectors);
    EXPECT_EQ(value_at<unsigned>(machine_, out_ + 16), 1u + 10 * 4);
  }
}

TEST_F(chains, traffic_kernels_touch_what_they_say) {
  const auto to = machine_.allocate(1 << 20);
  machine_.fill(to, scalar_argument::of(0u), 1024);
  run(templates::add{.T = "unsigned", .one_cell = false}, 1024, arguments(to, 3u, 5));
  EXPECT_EQ(value_at<unsigned>(machine_, to + 4 * 1023), 15u);
  run("traffic.cuh", "add_by_warp", 1024, arguments(to, 1u, 2));
  EXPECT_EQ(value_at<unsigned>(machine_, to), 15u + 32 * 2);
}

}  // namespace
}  // namespace warpmark::calibrate
