// Launches of which only some blocks run, for their modelled time.

#include "simt/execution/launch_sample.hpp"

#include <algorithm>
#include <set>

#include "simt/memory/sampled_touches.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

std::set<std::uint64_t> distinct(const std::vector<sampled_block>& blocks) {
  std::set<std::uint64_t> numbers;
  for (const sampled_block& one : blocks) numbers.insert(one.block);
  return numbers;
}

TEST(spread_blocks, are_distinct_blocks_of_the_grid_with_the_middle_one_first) {
  for (const extent3 grid : {extent3{1000}, extent3{7, 11}, extent3{3, 5, 2}, extent3{1, 1, 40}}) {
    const auto blocks = spread_blocks(grid, 16);
    EXPECT_EQ(blocks.front().block, grid.count() / 2);
    EXPECT_EQ(distinct(blocks).size(), blocks.size());
    EXPECT_LT(*distinct(blocks).rbegin(), grid.count());
    EXPECT_GE(blocks.size(), 12u);
    EXPECT_LE(blocks.size(), 16u);
  }
}

// A stride that divides the width would have each of them in the same column.
TEST(spread_blocks, are_in_many_rows_and_columns) {
  std::set<std::uint64_t> rows, columns;
  for (const sampled_block& one : spread_blocks({64, 64}, 16)) {
    rows.insert(one.block / 64);
    columns.insert(one.block % 64);
  }
  EXPECT_GE(rows.size(), 11u);
  EXPECT_GE(columns.size(), 11u);
}

// Two rows, of which the last one has half of the work: two blocks are enough.
TEST(spread_blocks, take_the_largest_parts_first) {
  const auto blocks = spread_blocks({1000, 2}, 16);
  EXPECT_NE(blocks[0].block / 1000, blocks[1].block / 1000);
  const auto weights = weights_of(std::span(blocks).first(2), 2000);
  EXPECT_DOUBLE_EQ(weights[0], 1000);
  EXPECT_DOUBLE_EQ(weights[1], 1000);
}

TEST(weights, of_all_parts_are_their_blocks) {
  const auto blocks = spread_blocks({10, 10}, 16);
  const auto weights = weights_of(blocks, 100);
  double all = 0, corner = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    all += weights[i];
    if (blocks[i].block == 99) corner += weights[i];
  }
  EXPECT_NEAR(all, 100, 1e-9);
  EXPECT_NEAR(corner, 1, 1e-9);
}

// Each block loads its 128 bytes, adds them up in a loop, and stores 128 bytes.
const char* const streaming = R"(
mov.u32 %r2, %ctaid.x;
mul.wide.u32 %rd10, %r2, 128;
add.s64 %rd11, %rd5, %rd10;
add.s64 %rd12, %rd4, %rd10;
ld.global.u32 %r10, [%rd11];
mov.u32 %r11, 0;
LOOP:
add.s32 %r10, %r10, %r1;
add.s32 %r11, %r11, 1;
setp.lt.u32 %p1, %r11, 100;
@%p1 bra LOOP;
)";
const std::string own_cells = std::string(streaming) + "st.global.u32 [%rd12], %r10;";
const std::string one_cell = std::string(streaming) + "red.global.add.u32 [%rd1], %r1;";

struct sampled_outcome {
  model::modelled_time modelled;
  std::vector<std::uint32_t> out;
  std::uint64_t blocks = 0;
  bool was_sampled = false;
};

sampled_outcome run_sampled(const std::string& body, std::uint64_t max_blocks,
                            std::uint64_t full_launches = 0, int launches = 1) {
  constexpr std::uint32_t blocks = 512;
  interpreter machine({.host_threads = 1});
  const auto kernel = machine.load(kernel_around(body), "k");
  const std::size_t bytes = std::size_t{blocks} * 128;
  sampled_outcome result;
  result.out.resize(bytes / 4);
  const auto to = machine.allocate(bytes), from = machine.allocate(bytes);
  machine.upload(from, std::as_bytes(std::span(result.out)));
  machine.upload(to, std::as_bytes(std::span(result.out)));
  machine.sample_blocks({.max_blocks = max_blocks}, full_launches);
  machine.begin_execution();
  for (int i = 0; i < launches; ++i)
    machine.launch_with(kernel, {.grid = {blocks}, .block = {32}}, to, from);
  machine.synchronize();
  machine.download(std::as_writable_bytes(std::span(result.out)), to);
  result.modelled = machine.modelled_time().value();
  result.blocks = machine.take_counters().named().at("blocks");
  result.was_sampled = machine.was_sampled();
  return result;
}

TEST(sampled_launch, has_the_time_of_all_blocks) {
  for (const std::string& body : {own_cells, one_cell}) {
    const auto all = run_sampled(body, 0), some = run_sampled(body, 16);
    EXPECT_FALSE(all.was_sampled);
    EXPECT_TRUE(some.was_sampled);
    EXPECT_EQ(all.blocks, 512u);
    EXPECT_EQ(some.blocks, 16u);
    EXPECT_NEAR(some.modelled.ns, all.modelled.ns, 0.01 * all.modelled.ns);
    for (const auto& [term, ns] : all.modelled.terms_ns)
      EXPECT_NEAR(some.modelled.terms_ns.at(term), ns, 0.02 * ns + 1e-9) << term;
  }
}

TEST(sampled_launch, begins_after_those_that_run_in_full) {
  const auto seen = run_sampled(own_cells, 16, 1, 2);
  EXPECT_TRUE(seen.was_sampled);
  EXPECT_EQ(seen.blocks, 512u + 16u);
  EXPECT_FALSE(run_sampled(own_cells, 16, 2, 2).was_sampled);
}

TEST(sampled_launch, is_not_one_of_few_blocks_or_of_blocks_that_communicate) {
  EXPECT_FALSE(run_sampled(own_cells, 512).was_sampled);
  const std::string old_value =
      std::string(streaming) + "atom.global.add.u32 %r12, [%rd1], 1; st.global.u32 [%rd12], %r12;";
  EXPECT_FALSE(run_sampled(old_value, 16).was_sampled);
}

TEST(cold_sectors_of_all, grow_with_the_blocks_up_to_the_allocation) {
  global_memory memory{1 << 24};
  memory.allocate(1 << 20);  // Each block touches sectors of its own, 1/1024 of it …
  memory.allocate(1 << 10);  // … and all of this.
  touched_bytes touched(memory);
  for (const std::uint64_t block : {0, 5, 9, 700})
    touched.touch(memory.live()[0], block * 1024, 1024, true, block % 2 == 1);
  touched.touch(memory.live()[1], 0, 1024, true, false);
  warm_memory warm;
  warm.clear(1 << 24);
  const auto cold = cold_sectors_of_all(touched, memory, 256, warm);
  EXPECT_EQ(cold.touched, (1u << 20) / 32 + (1u << 10) / 32);
  EXPECT_EQ(cold.loaded, cold.touched);
  const auto again = cold_sectors_of_all(touched, memory, 256, warm);
  EXPECT_EQ(again.touched, 0u);
}

}  // namespace
}  // namespace warpmark::simt
