#include "simt/memory/partial_stores.hpp"

#include <bit>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "simt/memory/address_costs.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t half_bytes = 16, first_half = 0, second_half = half_bytes;
constexpr std::uint64_t sectors = 1 << 16, kept = 4096;

// Blocks of a launch that store to one allocation, one after another.
class stores_of_parts : public ::testing::Test {
 protected:
  stores_of_parts() : base_(memory_.allocate(sectors * sector_bytes)), touched_(memory_) {
    warm_.clear(1 << 20);
    rules_ = {.kept_bytes = kept, .blocks_at_once = 4, .in_l2 = &warm_};
  }

  void run_block(std::uint64_t block, auto&& body) {
    block_partial_stores one(rules_);
    one.start(block, 1);
    body(one);
    one.finish(log_);
    ++blocks_;
  }
  void store(block_partial_stores& by, std::uint64_t sector, std::uint64_t half,
             std::uint32_t warp = 0) {
    by.store_bytes(warp, memory_.live().front(), sector * sector_bytes + half, half_bytes,
                   touched_);
  }
  // Four blocks that run at once, of which the first one stores a part of each sector, and the
  // others as many bytes in whole sectors.
  void run_wave(std::uint64_t wave, std::uint64_t half) {
    run_block(4 * wave, [&](block_partial_stores& by) {
      for (std::uint64_t s = 0; s < sectors; ++s) store(by, s, half);
    });
    for (std::uint64_t block = 4 * wave + 1; block < 4 * wave + 4; ++block)
      run_block(block, [&](block_partial_stores& by) {
        by.store_bytes(0, memory_.live().front(), 0, half_bytes * sectors, touched_);
      });
  }
  double incomplete() const {
    return static_cast<double>(log_.count_incomplete(rules_, blocks_).alone) / sectors;
  }

  global_memory memory_{1 << 24};
  std::uint64_t base_;
  touched_bytes touched_;
  first_touches first_;
  warm_memory warm_;
  partial_store_rules rules_;
  partial_store_log log_;
  std::uint64_t blocks_ = 0;
};

TEST_F(stores_of_parts, that_are_completed_next_cost_little) {
  rules_.kept_bytes = 1 << 16;
  run_block(0, [&](block_partial_stores& by) {
    for (std::uint64_t s = 0; s < sectors; ++s) {
      store(by, s, first_half);
      store(by, s, second_half);
    }
  });
  EXPECT_LT(incomplete(), 0.01);
}

TEST_F(stores_of_parts, that_nothing_completes_cost_one_each) {
  run_wave(0, first_half);
  EXPECT_NEAR(incomplete(), 1, 0.05);
}

TEST_F(stores_of_parts, that_another_wave_completes_cost_two) {
  run_wave(0, first_half);
  run_wave(1, second_half);
  EXPECT_NEAR(incomplete(), 2, 0.1);
}

TEST_F(stores_of_parts, that_a_neighbour_completes_meanwhile_cost_nothing) {
  for (const auto& [block, half] : {std::pair{0, first_half}, {1, second_half}})
    run_block(static_cast<std::uint64_t>(block), [&](block_partial_stores& by) {
      for (std::uint64_t s = 0; s < sectors; ++s) store(by, s, half);
    });
  EXPECT_EQ(incomplete(), 0);
}

TEST_F(stores_of_parts, cost_by_how_long_they_wait) {
  // A quarter of what L2 keeps: 4 blocks store 256 bytes each meanwhile.
  run_block(0, [&](block_partial_stores& by) {
    for (std::uint64_t s = 0; s < sectors; ++s) {
      store(by, s, first_half);
      if (s >= 8) store(by, s - 8, second_half);
    }
  });
  EXPECT_NEAR(incomplete(), 2 * 0.25, 0.05);
}

TEST_F(stores_of_parts, of_warps_that_run_at_once_do_not_wait) {
  block_partial_stores block(rules_);
  block.start(0, 2);
  for (const std::uint32_t warp : {0u, 1u})
    for (std::uint64_t s = 0; s < sectors; ++s)
      store(block, s, warp == 0 ? first_half : second_half, warp);
  block.finish(log_);
  EXPECT_EQ(log_.count_incomplete(rules_, 1).alone, 0U);
}

TEST_F(stores_of_parts, cost_nothing_if_all_stores_fit) {
  run_block(0, [&](block_partial_stores& by) {
    for (std::uint64_t s = 0; s < kept / 16; ++s) store(by, s, first_half);
  });
  EXPECT_EQ(incomplete(), 0);
}

TEST_F(stores_of_parts, cost_nothing_where_the_sector_was_loaded_or_is_in_l2) {
  warm_.note_fill({base_, sectors / 2 * sector_bytes});
  const allocation& in = memory_.live().front();
  for (std::uint64_t s = sectors / 2; s < sectors; ++s)
    touched_.touch_sector(in, s, ~0u, true, false, first_);
  run_wave(0, first_half);
  EXPECT_NEAR(incomplete(), 0.25, 0.05);  // L2 holds but a quarter of them.
}

TEST_F(stores_of_parts, do_not_depend_on_which_thread_ran_a_block) {
  partial_store_log halves[2];
  for (std::uint64_t block = 0; block < 64; ++block) {
    block_partial_stores one(rules_);
    one.start(block, 1);
    for (std::uint64_t s = 0; s < sectors / 64 + 1; ++s)
      store(one, block * (sectors / 64 - 1) + s, block % 3 == 0 ? first_half : second_half);
    one.finish(halves[block % 2]);
    blocks_ = block + 1;
  }
  partial_store_log one_way = halves[0], other_way = halves[1];
  one_way.merge(halves[1]);
  other_way.merge(halves[0]);
  const std::uint64_t counted = one_way.count_incomplete(rules_, blocks_).alone;
  EXPECT_EQ(counted, other_way.count_incomplete(rules_, blocks_).alone);
  EXPECT_GT(counted, 0U);
}

// Modelled time of memory if each thread stores so many halves of a sector of its own, after it has
// loaded from it if `loads`.
double dram_ns(int parts, bool loads = false, int sectors_apart = 1) {
  constexpr std::uint32_t blocks = 4096, threads = 256;
  std::string body = R"(mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r10, %r2, 256, %r1;
mul.wide.u32 %rd10, %r10, )" +
                     std::to_string(sector_bytes * sectors_apart) +
                     ";\nadd.s64 %rd11, %rd1, %rd10;\n";
  if (loads) body += "ld.global.u32 %r1, [%rd11];\n";
  for (int part = 0; part < parts; ++part)
    body += "st.global.v4.u32 [%rd11+" + std::to_string(16 * part) + "], {%r1, %r1, %r1, %r1};\n";
  interpreter machine({.host_threads = 2});
  const auto kernel = machine.load(kernel_around(body), "k");
  const std::vector<std::byte> zeros(std::size_t{blocks} * threads * sector_bytes * sectors_apart);
  const auto to = machine.allocate(zeros.size());
  machine.upload(to, zeros);
  machine.begin_execution();
  machine.launch_with(kernel, {.grid = {blocks}, .block = {threads}}, to, to);
  machine.synchronize();
  return machine.modelled_time().value().terms_ns.at("dram");
}

TEST(a_launch, takes_longer_if_its_blocks_store_half_sectors_unless_they_loaded_them) {
  const double apart = dram_ns(1, false, 2), together = dram_ns(1);
  EXPECT_GT(apart, 2 * together);
  EXPECT_NEAR(dram_ns(1, true), dram_ns(2, true), 0.01 * together);
}

}  // namespace
}  // namespace warpmark::simt
