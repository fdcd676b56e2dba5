// Which bytes a launch touches, counted once each.

#include "simt/memory/touched_bytes.hpp"

#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

class touched_memory : public testing::Test {
 protected:
  const allocation& all() { return memory_.live().front(); }
  global_memory memory_{1 << 24};
  std::uint64_t base_ = memory_.allocate(1 << 20);
  touched_bytes touched_{memory_};
};

TEST_F(touched_memory, counts_each_byte_once) {
  EXPECT_EQ(touched_.touch(all(), 8, 4, true, false).loaded, 4u);
  EXPECT_EQ(touched_.touch(all(), 8, 8, true, false).loaded, 4u);
  EXPECT_EQ(touched_.touch(all(), 0, 32, true, false).loaded, 24u);
  EXPECT_EQ(touched_.touch(all(), 0, 32, true, false).loaded, 0u);
}

TEST_F(touched_memory, tells_loads_from_stores_and_their_union) {
  EXPECT_EQ(touched_.touch(all(), 0, 16, true, false).touched, 16u);
  const first_touches stored = touched_.touch(all(), 8, 16, false, true);
  EXPECT_EQ(stored.loaded, 0u);
  EXPECT_EQ(stored.stored, 16u);
  EXPECT_EQ(stored.touched, 8u);
  EXPECT_EQ(stored.sectors, 0u);
}

TEST_F(touched_memory, crosses_sectors_and_chunks) {
  const first_touches first = touched_.touch(all(), 65536 - 40, 100, true, true);
  EXPECT_EQ(first.loaded, 100u);
  EXPECT_EQ(first.stored, 100u);
  EXPECT_EQ(first.touched, 100u);
  EXPECT_EQ(first.sectors, 4u);
}

TEST(unique_bytes, of_a_launch_do_not_depend_on_its_threads) {
  // Two blocks read the same 32 words and write words of their own twice.
  const std::string body =
      "ld.global.u32 %r10, [%rd5];\n"
      "mov.u32 %r11, %ctaid.x;\n"
      "mul.wide.u32 %rd11, %r11, 256;\n"
      "add.s64 %rd12, %rd4, %rd11;\n"
      "st.global.u32 [%rd12], %r10;\n"
      "st.global.u32 [%rd12], %r10;\n";
  for (const unsigned threads : {1u, 2u}) {
    const outcome seen = run_body(body, {.blocks = 2, .host_threads = threads});
    EXPECT_EQ(seen["global_load_unique_bytes"], 128u);
    EXPECT_EQ(seen["global_store_unique_bytes"], 256u);
    EXPECT_EQ(seen["global_unique_bytes"], 384u);
    EXPECT_EQ(seen["global_unique_sectors"], 12u);
  }
}

TEST(line_counters, add_up_to_the_launch) {
  interpreter machine({.host_threads = 2, .per_line = true});
  const auto handle = machine.load(
      kernel_around(".loc 1 7 0\nld.global.u32 %r10, [%rd5];\n"
                    ".loc 1 8 0\nst.global.u32 [%rd4], %r10;\nst.global.u32 [%rd4], %r10;\n"),
      "k");
  const auto to = machine.allocate(4096), from = machine.allocate(4096);
  machine.launch_with(handle, {.grid = {3}, .block = {32}}, to, from);
  machine.synchronize();
  const auto all = machine.take_counters().named();
  const auto lines = machine.take_lines();
  std::uint64_t instructions = 0, stores = 0;
  for (const line_counters& line : lines) {
    instructions += line.counters.named().at("warp_instructions");
    stores += line.counters[counter::global_store_requests];
    EXPECT_EQ(line.counters[counter::global_load_requests], line.line == 7 ? 3u : 0u);
    if (line.line == 8) {
      EXPECT_EQ(line.file, "kernel.cu");
      EXPECT_EQ(line.counters[counter::global_store_requests], 6u);
    }
  }
  EXPECT_EQ(instructions, all.at("warp_instructions"));
  EXPECT_EQ(stores, all.at("global_store_requests"));
  EXPECT_TRUE(machine.take_lines().empty());
}

}  // namespace
}  // namespace warpmark::simt
