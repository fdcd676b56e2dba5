#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

// Every warp's first lane takes a lock, adds to a plain counter, and lets go.
TEST(progress, an_ending_loop_over_volatile_memory_is_no_deadlock) {
  const auto seen = run_body(
      "mov.u32 %r10, 0;\nagain:\nld.volatile.global.u32 %r11, [%rd5];\nadd.u32 %r10, %r10, 1;\n"
      "setp.lt.u32 %p1, %r10, 20000;\n@%p1 bra again;\nst.global.u32 [%rd4], %r10;");
  EXPECT_EQ(seen.out[0], 20000u);
}

TEST(progress, warps_and_blocks_may_spin_on_a_lock) {
  const auto seen = run_body(R"(
and.b32 %r2, %r1, 31;
setp.ne.u32 %p1, %r2, 0;
@%p1 bra END;
SPIN:
atom.global.cas.b32 %r3, [%rd1], 0, 1;
setp.ne.u32 %p2, %r3, 0;
@%p2 bra SPIN;
ld.volatile.global.u32 %r4, [%rd1+4];
add.u32 %r4, %r4, 1;
st.volatile.global.u32 [%rd1+4], %r4;
membar.gl;
atom.global.exch.b32 %r3, [%rd1], 0;
END:
)",
                             {.blocks = 8, .threads = 128});
  EXPECT_EQ(seen.out[1], 32u);
}

TEST(progress, lanes_of_one_warp_may_spin_on_a_lock) {
  const auto seen = run_body(R"(
SPIN:
atom.global.cas.b32 %r3, [%rd1], 0, 1;
setp.ne.u32 %p2, %r3, 0;
@%p2 bra SPIN;
ld.volatile.global.u32 %r4, [%rd1+4];
add.u32 %r4, %r4, 1;
st.volatile.global.u32 [%rd1+4], %r4;
atom.global.exch.b32 %r3, [%rd1], 0;
)");
  EXPECT_EQ(seen.out[1], 32u);
}

TEST(progress, early_blocks_may_wait_for_late_ones) {
  const auto seen = run_body(R"(
mov.u32 %r2, %ctaid.x;
mov.u32 %r3, %nctaid.x;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra MEET;
red.global.add.u32 [%rd1], 1;
SPIN:
ld.acquire.gpu.global.u32 %r4, [%rd1];
setp.lt.u32 %p2, %r4, %r3;
@%p2 bra SPIN;
MEET:
bar.sync 0;
red.global.add.u32 [%rd1+4], 1;
)",
                             {.blocks = 100, .threads = 32});
  EXPECT_EQ(seen.out[0], 100u);
  EXPECT_EQ(seen.out[1], 3200u);
}

TEST(progress, a_flag_that_nobody_sets_is_a_deadlock) {
  EXPECT_THROW(run_body("SPIN: ld.volatile.global.u32 %r4, [%rd1];\nsetp.eq.u32 %p2, %r4, 0;\n"
                        "@%p2 bra SPIN;"),
               deadlock_error);
}

TEST(progress, a_barrier_that_a_warp_never_reaches_is_a_deadlock) {
  try {
    run_body(
        "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra ONE;\nbar.sync 0;\nbra.uni END;\nONE:\n"
        "bar.sync 1;\nEND:",
        {.threads = 64});
    FAIL();
  } catch (const deadlock_error& error) {
    EXPECT_NE(std::string(error.what()).find("warp 1"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("waits at a barrier"), std::string::npos);
  }
}

TEST(progress, endless_loops_meet_the_step_limit) {
  EXPECT_THROW(run_body("LOOP: add.u32 %r2, %r2, 1;\nbra LOOP;"), step_limit_error);
}

// One thread per block of a machine whose launches are limited; what() of the error, or "".
struct limited_launches {
  interpreter machine{{.host_threads = 1}};
  interpreter::kernel_handle handle;
  device_pointer memory = machine.allocate(4096);

  explicit limited_launches(const std::string& body)
      : handle(machine.load(kernel_around(body), "k")) {}

  std::string launch() {
    machine.launch_with(handle, {.grid = {1}, .block = {32}}, memory, memory);
    try {
      machine.synchronize();
    } catch (const step_limit_error& error) {
      return error.what();
    }
    return "";
  }
};

TEST(progress, a_stopped_loop_is_a_finding_at_its_line) {
  limited_launches loop(".loc 1 12 0\nLOOP: add.u32 %r2, %r2, 1;\nbra LOOP;");
  loop.machine.limit_execution({.warp_instructions = 1000});
  EXPECT_EQ(loop.launch(),
            "simt: kernel k was stopped: it issued more than 1000 warp instructions; it was in "
            "the loop at kernel.cu:12, block 0, warp 0");
  const auto findings = loop.machine.take_findings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "execution_limit");
  EXPECT_EQ(findings[0].line, 12);
}

TEST(progress, a_limit_is_of_all_launches_together) {
  limited_launches hundred(
      "mov.u32 %r2, 0;\nLOOP: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 100;\n@%p1 bra LOOP;");
  hundred.machine.limit_execution({});
  EXPECT_EQ(hundred.launch(), "");
  const auto once = hundred.machine.executed().warp_instructions;
  EXPECT_GT(once, 300u);
  hundred.machine.limit_execution({.warp_instructions = 2 * once});
  EXPECT_EQ(hundred.launch() + hundred.launch(), "");
  EXPECT_EQ(hundred.machine.executed().warp_instructions, 2 * once);
  EXPECT_NE(hundred.launch(), "");
}

TEST(progress, a_limit_of_time_ends_a_loop) {
  limited_launches loop("LOOP: add.u32 %r2, %r2, 1;\nbra LOOP;");
  loop.machine.limit_execution({.seconds = 0.01});
  EXPECT_NE(loop.launch().find("it took more than 0.01 s"), std::string::npos);
}

TEST(progress, a_trap_is_an_error) {
  EXPECT_THROW(run_body("setp.eq.u32 %p1, %r1, 3;\n@%p1 trap;"), device_error);
}

}  // namespace
}  // namespace warpmark::simt
