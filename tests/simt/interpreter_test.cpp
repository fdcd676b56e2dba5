#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

const std::string block_sum = R"(
mov.u32 %r2, %ctaid.x;
st.shared.u32 [%rd7], %r2;
bar.sync 0;
mov.u32 %r3, 1;
LOOP:
mul.lo.u32 %r4, %r3, 2;
rem.u32 %r5, %r1, %r4;
setp.ne.u32 %p1, %r5, 0;
@%p1 bra NEXT;
mul.wide.u32 %rd8, %r3, 4;
add.s64 %rd8, %rd7, %rd8;
ld.shared.u32 %r6, [%rd7];
ld.shared.u32 %r7, [%rd8];
add.u32 %r6, %r6, %r7;
st.shared.u32 [%rd7], %r6;
NEXT:
bar.sync 0;
mov.u32 %r3, %r4;
setp.lt.u32 %p2, %r3, 256;
@%p2 bra LOOP;
setp.ne.u32 %p1, %r1, 0;
mul.wide.u32 %rd8, %r2, 4;
add.s64 %rd8, %rd1, %rd8;
ld.shared.u32 %r6, [bytes];
@!%p1 st.global.u32 [%rd8], %r6;
)";

// The profiler counts 95 load and 55 store wavefronts for this tree; the last, uniform load of
// this text adds one a warp.
TEST(interpreter, counts_a_tree_like_the_profiler) {
  const auto seen = run_body(block_sum, {.threads = 256});
  EXPECT_EQ(seen["shared_store_wavefronts"], 55u);
  EXPECT_EQ(seen["shared_load_wavefronts"], 94u + 8u);
  EXPECT_EQ(seen["block_barriers"], 9u);
}

TEST(interpreter, results_do_not_depend_on_host_threads) {
  const auto one = run_body(block_sum, {.blocks = 300, .threads = 256, .host_threads = 1});
  EXPECT_EQ(one.out[299], 299u * 256u);
  for (const unsigned threads : {2u, 3u, 7u}) {
    const auto many = run_body(block_sum, {.blocks = 300, .threads = 256, .host_threads = threads});
    EXPECT_EQ(many.out, one.out);
    EXPECT_EQ(many.counters, one.counters);
  }
}

// A warp's loop of `ctaid` rounds, three instructions each, in the second warp only.
TEST(interpreter, finds_the_longest_warp) {
  const std::string body = R"(
mov.u32 %r2, %ctaid.x;
setp.lt.u32 %p1, %r1, 32;
@%p1 bra DONE;
LOOP:
sub.u32 %r2, %r2, 1;
setp.gt.s32 %p2, %r2, 0;
@%p2 bra LOOP;
DONE:
)";
  const auto one = run_body(body, {.threads = 32});
  EXPECT_EQ(one["longest_warp_instructions"], one["warp_instructions"]);
  for (const unsigned host_threads : {1u, 3u}) {
    const auto many = run_body(body, {.blocks = 50, .threads = 64, .host_threads = host_threads});
    EXPECT_EQ(many["longest_warp_instructions"], one["warp_instructions"] + 3 * 49);
  }
}

TEST(interpreter, checks_its_calls) {
  interpreter machine;
  const auto buffer = machine.allocate(10);
  EXPECT_EQ(buffer % 256, 0u);
  std::vector<std::byte> bytes(11);
  EXPECT_THROW(machine.upload(buffer, bytes), device_error);
  EXPECT_THROW(machine.allocate(std::size_t{1} << 50), device_memory_error);
  const std::uint32_t pattern = 0x01020304;
  machine.fill(buffer, std::as_bytes(std::span(&pattern, 1)), 2);
  machine.download(std::span(bytes).first(8), buffer);
  EXPECT_EQ(bytes[7], std::byte{1});
  const std::string ptx = kernel_around("");
  const auto handle = machine.load(ptx, "k", {.registers = 32});
  EXPECT_EQ(machine.load(ptx, "k", {.registers = 32}), handle);
  EXPECT_EQ(machine.resident_blocks(handle, 256, 0), 8);
  EXPECT_EQ(machine.resident_blocks(handle, 256, 100 * 1024), 2);
  EXPECT_THROW(machine.launch(handle, {.block = {2048}}, {}), device_error);
  EXPECT_THROW(machine.launch(handle, {.block = {32}}, {}), device_error);
}

}  // namespace
}  // namespace warpmark::simt
