#include <fmt/format.h>

#include "tests/simt/simt_fixture.hpp"

// Cluster launch control: blocks that take over the work of blocks that have not started.

namespace warpmark::simt {
namespace {

// out[i] is 1 plus the index of the block that does the work of block i.
constexpr const char* stealing = R"(
.version 9.0
.target sm_100
.address_size 64
.visible .entry k(.param .u64 out)
{
.reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<8>; .reg .b128 %rq<2>;
.shared .align 16 .b8 response[16];
.shared .align 8 .b64 barrier;
ld.param.u64 %rd1, [out];
mov.u32 %r1, %ctaid.x;
add.u32 %r2, %r1, 1;
mov.u32 %r3, 0;
mbarrier.init.shared.b64 [barrier], 1;
work:
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd2, %rd1, %rd2;
st.global.u32 [%rd2], %r2;
clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [response], [barrier];
mbarrier.arrive.expect_tx.shared.b64 _, [barrier], 16;
poll:
mbarrier.try_wait.parity.shared.b64 %p1, [barrier], %r3;
@!%p1 bra poll;
xor.b32 %r3, %r3, 1;
ld.shared.b128 %rq1, [response];
clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %rq1;
@%p2 clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r1, %rq1;
@%p2 clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r4, %r5, _, _}, %rq1;
@%p2 bra work;
ret;
}
)";

struct stolen {
  std::vector<std::uint32_t> out;
  std::map<std::string, std::uint64_t> counters;
};

stolen run_stealing(std::uint32_t blocks) {
  interpreter_options options;
  options.limits.multiprocessors = 1;
  options.limits.max_blocks_per_multiprocessor = 4;
  options.host_threads = 3;
  interpreter machine(options);
  stolen result;
  result.out.resize(blocks);
  const auto out = machine.allocate(4 * blocks);
  machine.upload(out, std::as_bytes(std::span(result.out)));
  machine.launch_with(machine.load(stealing, "k"), {.grid = {blocks}, .block = {1}}, out);
  machine.synchronize();
  machine.download(std::as_writable_bytes(std::span(result.out)), out);
  result.counters = machine.take_counters().named();
  return result;
}

TEST(launch_control, blocks_of_the_first_wave_are_not_canceled) {
  const stolen seen = run_stealing(4);
  EXPECT_EQ(seen.out, (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(seen.counters.at("blocks"), 4u);
}

TEST(launch_control, running_block_takes_the_work_of_those_that_have_not_started) {
  const stolen seen = run_stealing(9);
  EXPECT_EQ(seen.out, (std::vector<std::uint32_t>{1, 2, 3, 4, 1, 1, 1, 1, 1}));
  EXPECT_EQ(seen.counters.at("blocks"), 4u);
}

TEST(launch_control, addresses_are_checked) {
  std::string ptx = stealing;
  ptx.replace(ptx.find("[response], [barrier]"), 21, "[response+8], [barrier]");
  interpreter machine;
  const auto out = machine.allocate(64);
  machine.launch_with(machine.load(ptx, "k"), {.grid = {1}, .block = {1}}, out);
  EXPECT_THROW(machine.synchronize(), device_error);
}

}  // namespace
}  // namespace warpmark::simt
