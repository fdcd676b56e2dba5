#include "simt/memory/access_footprint.hpp"
#include "simt/memory/memory_snapshot.hpp"
#include "tests/simt/simt_fixture.hpp"

// Blocks run on several host threads while races between blocks are watched.

namespace warpmark::simt {
namespace {

// %rd8 is &out[i] and %rd9 is &out[i + 1280 mod 2048] of the thread's global index i.
const std::string addresses = R"(
mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r3, %r2, 32, %r1;
mul.wide.u32 %rd8, %r3, 4;
add.s64 %rd8, %rd1, %rd8;
add.u32 %r4, %r3, 1280;
and.b32 %r4, %r4, 2047;
mul.wide.u32 %rd9, %r4, 4;
add.s64 %rd9, %rd1, %rd9;
)";

void expect_the_same(const std::string& body) {
  const std::string all = addresses + body;
  const auto one = run_body(all, {.blocks = 64});
  const auto four = run_body(all, {.blocks = 64, .host_threads = 4});
  EXPECT_EQ(one.out, four.out);
  EXPECT_EQ(one.counters, four.counters);
  ASSERT_EQ(one.findings.size(), four.findings.size());
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    EXPECT_EQ(one.findings[i].kind, four.findings[i].kind);
    EXPECT_EQ(one.findings[i].line, four.findings[i].line);
    EXPECT_EQ(one.findings[i].block.x, four.findings[i].block.x);
    ASSERT_EQ(one.findings[i].other.has_value(), four.findings[i].other.has_value());
    if (one.findings[i].other) {
      EXPECT_EQ(one.findings[i].other->block.x, four.findings[i].other->block.x);
    }
  }
}

TEST(parallel_blocks, independent_ones_have_the_results_of_one_thread) {
  expect_the_same("st.global.u32 [%rd8], %r3;");
  expect_the_same("red.global.add.u32 [%rd1+8188], 1;");
}

// The blocks of one thread do not conflict with each other.
TEST(parallel_blocks, conflicts_of_two_threads_are_found) {
  const std::string body =
      "\nld.global.u32 %r5, [%rd9];\nadd.u32 %r5, %r5, %r3;\n"
      "st.global.u32 [%rd8], %r5;";
  EXPECT_TRUE(run_body(addresses + body, {.blocks = 64, .host_threads = 4}).has("global_race"));
  for (int i = 0; i < 10; ++i) expect_the_same(body);
}

TEST(parallel_blocks, stores_of_one_value_are_no_findings) {
  expect_the_same("st.global.u32 [%rd1], 5;");
}

TEST(parallel_blocks, what_a_failed_launch_did_is_undone) {
  const std::string body =
      addresses +
      "ld.global.u32 %r5, [%rd8];\nadd.u32 %r5, %r5, 1;\nst.global.u32 [%rd8], %r5;\n"
      "setp.eq.u32 %p1, %r2, 40;\n@%p1 trap;";
  interpreter machine({.host_threads = 4});
  const auto handle = machine.load(kernel_around(body), "k");
  const auto out = machine.allocate(64 * 128);
  const std::vector<std::uint32_t> zeros(64 * 32);
  machine.upload(out, std::as_bytes(std::span(zeros)));
  machine.launch_with(handle, {.grid = {64}, .block = {32}}, out, out);
  EXPECT_THROW(machine.synchronize(), device_error);
  std::vector<std::uint32_t> after(64 * 32);
  machine.download(std::as_writable_bytes(std::span(after)), out);
  for (std::size_t i = 0; i < after.size(); ++i) ASSERT_EQ(after[i], i < 41 * 32 ? 1u : 0u) << i;
}

TEST(parallel_blocks, the_same_instruction_meets_the_limit) {
  const std::string body = addresses + "st.global.u32 [%rd8], %r3;";
  for (const unsigned host_threads : {1u, 4u}) {
    interpreter machine({.host_threads = host_threads});
    machine.limit_execution({.warp_instructions = 500});
    const auto handle = machine.load(kernel_around(body), "k");
    const auto out = machine.allocate(64 * 128);
    machine.launch_with(handle, {.grid = {64}, .block = {32}}, out, out);
    EXPECT_THROW(machine.synchronize(), device_error);
    EXPECT_LT(machine.take_counters().named().at("blocks"), 64u);
    EXPECT_LT(machine.executed().warp_instructions, 600u);
  }
}

class footprints : public ::testing::Test {
 protected:
  footprints() : base_(memory_.allocate(100'000)) {}

  access_footprint of(access_kind kind, std::uint64_t first, unsigned size, unsigned stride,
                      std::uint32_t active = 1) const {
    access access{.space = state_space::global, .kind = kind, .size = size, .active = active};
    for (unsigned lane = 0; lane < 32; ++lane) access.address[lane] = base_ + first + lane * stride;
    access_pattern pattern;
    pattern.fit(access);
    access_footprint result(memory_);
    result.add(access, pattern, nullptr);
    return result;
  }
  access_footprint at(access_kind kind, std::uint64_t first) const { return of(kind, first, 4, 4); }

  global_memory memory_{1 << 20};
  std::uint64_t base_;
};

TEST_F(footprints, conflict_where_one_side_writes) {
  constexpr auto load = access_kind::load, store = access_kind::store, atomic = access_kind::atomic;
  for (const auto one : {load, store, atomic})
    for (const auto other : {load, store, atomic}) {
      const bool expected = (one != load || other != load) && (one != atomic || other != atomic);
      EXPECT_EQ(at(one, 40'000).conflicts_with(at(other, 40'000)), expected);
      EXPECT_FALSE(at(one, 40'000).conflicts_with(at(other, 40'004)));
      EXPECT_FALSE(at(one, 40'000).conflicts_with(at(other, 40'000 + 4096)));
    }
}

TEST_F(footprints, hold_all_words_of_all_lanes) {
  const auto strided = of(access_kind::store, 100, 16, 1000, all_lanes);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned byte = 0; byte < 16; byte += 4)
      EXPECT_TRUE(at(access_kind::load, 100 + lane * 1000 + byte).conflicts_with(strided));
  EXPECT_FALSE(at(access_kind::load, 116).conflicts_with(strided));
  const auto run = of(access_kind::store, 4000, 8, 8, all_lanes);
  EXPECT_FALSE(at(access_kind::load, 3996).conflicts_with(run));
  for (unsigned byte = 0; byte < 256; byte += 4)
    EXPECT_TRUE(run.conflicts_with(at(access_kind::load, 4000 + byte)));
  EXPECT_FALSE(at(access_kind::load, 4256).conflicts_with(run));
}

TEST_F(footprints, merge) {
  access_footprint all = at(access_kind::load, 0);
  all.merge(at(access_kind::store, 50'000));
  EXPECT_TRUE(all.conflicts_with(at(access_kind::load, 50'000)));
  EXPECT_TRUE(all.conflicts_with(at(access_kind::store, 0)));
  EXPECT_FALSE(all.conflicts_with(at(access_kind::load, 0)));
}

TEST_F(footprints, snapshots_restore_bytes_and_marks) {
  std::byte* const bytes = memory_.bytes(base_, 8, "test");
  bytes[3] = std::byte{7};
  memory_.mark_written(base_, 4);
  const memory_snapshot before(memory_);
  bytes[3] = std::byte{9};
  memory_.mark_written(base_ + 4, 4);
  before.restore();
  EXPECT_EQ(bytes[3], std::byte{7});
  const shadow_bytes& written = *memory_.live()[0].written;
  EXPECT_TRUE(written.all(0, 4));
  EXPECT_FALSE(written.all(4, 1));
}

}  // namespace
}  // namespace warpmark::simt
