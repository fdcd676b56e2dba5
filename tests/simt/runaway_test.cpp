#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

// A machine whose clock advances whenever it is read, and the limit of a second.
struct watched_machine {
  double time_s = 0;
  interpreter machine;

  explicit watched_machine(std::uint64_t block_instructions = std::uint64_t{1} << 31)
      : machine({.host_threads = 1,
                 .step_limit = std::uint64_t{1} << 28,
                 .progress = {.seconds = 1,
                              .block_instructions = block_instructions,
                              .now = [this] { return time_s += 0.1; },
                              .advice = "--more allows more"}}) {}

  // The error of a launch of the body, or "".
  std::string run(const std::string& body, std::uint32_t blocks = 1, std::uint32_t threads = 32,
                  std::size_t bytes = 4096) {
    const auto handle = machine.load(kernel_around(body), "k");
    const auto memory = machine.allocate(bytes);
    machine.upload(memory, std::vector<std::byte>(bytes));
    machine.launch_with(handle, {.grid = {blocks}, .block = {threads}}, memory, memory);
    try {
      machine.synchronize();
    } catch (const device_error& error) {
      return error.what();
    }
    return "";
  }
  finding found() {
    for (const finding& item : machine.take_findings())
      if (item.kind == "execution_limit") return item;
    return {};
  }
};

std::string counted_to(const std::string& bound, const std::string& body = "") {
  return ".loc 1 5 1\nmov.u32 %r2, 0;\nL:\n.loc 1 7 1\n" + body +
         "\n.loc 1 6 1\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, " + bound +
         ";\n@%p1 bra L;\n.loc 1 9 1\nst.global.u32 [%rd4], %r2;";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(runaway, a_loop_without_exit_never_ends) {
  watched_machine watched;
  const std::string error = watched.run(".loc 1 4 1\nL: add.u32 %r2, %r2, 1;\nbra L;");
  EXPECT_TRUE(has(error, "kernel k was stopped: the loop at kernel.cu:4 has no exit")) << error;
  EXPECT_TRUE(error.ends_with("; --more allows more")) << error;
  const finding found = watched.found();
  EXPECT_EQ(found.kind, "execution_limit");
  EXPECT_EQ(found.line, 4);
  EXPECT_LT(watched.time_s, 0.8);  // It need not wait for the limit.
}

TEST(runaway, one_block_of_many_is_named) {
  watched_machine watched;
  watched.run(
      "mov.u32 %r3, %ctaid.x;\nsetp.ne.u32 %p1, %r3, 5;\n@%p1 bra END;\n"
      ".loc 1 8 1\nL: st.global.u32 [%rd4], %r3;\nbra L;\nEND:",
      20);
  const finding found = watched.found();
  EXPECT_EQ(found.line, 8);
  EXPECT_EQ(found.block.x, 5u);
}

TEST(runaway, a_counted_loop_may_go_on) {
  watched_machine watched;
  EXPECT_EQ(watched.run(counted_to("1000000")), "");
  EXPECT_GT(watched.time_s, 2.0);
}

TEST(runaway, counted_down_to_zero_and_in_steps_of_floats_too) {
  EXPECT_EQ(watched_machine().run("mov.u32 %r2, 1000000;\nL: add.u32 %r2, %r2, -1;\n"
                                  "setp.ne.s32 %p1, %r2, 0;\n@%p1 bra L;"),
            "");
  EXPECT_EQ(watched_machine().run("mov.f32 %f1, 0f00000000;\nL: add.f32 %f1, %f1, 0f3F800000;\n"
                                  "setp.lt.f32 %p1, %f1, 0f49742400;\n@%p1 bra L;"),
            "");
  EXPECT_EQ(watched_machine().run("mov.u64 %rd8, 0;\nL: add.u64 %rd8, %rd8, 3;\n"
                                  "setp.gt.u64 %p1, 3000000, %rd8;\n@%p1 bra L;"),
            "");
}

TEST(runaway, a_counted_loop_of_too_many_iterations_is_not_awaited) {
  watched_machine watched(std::uint64_t{1} << 26);
  const std::string error = watched.run(counted_to("4000000000"));
  EXPECT_TRUE(has(error,
                  "the loop at kernel.cu:6 will take its block about 1.2e+10 warp "
                  "instructions, more than 6.7e+07"))
      << error;
}

TEST(runaway, all_warps_of_a_block_count) {
  // One warp would take 3e6 instructions.
  const std::string body = counted_to("1000000");
  EXPECT_EQ(watched_machine(4'000'000).run(body), "");
  EXPECT_TRUE(
      has(watched_machine(4'000'000).run(body, 1, 64), "will take its block about 6.0e+06"));
}

TEST(runaway, numbers_that_move_apart_are_no_count) {
  const std::string error = watched_machine().run(
      ".loc 1 4 1\nmov.f32 %f1, 0f00000000;\nL: add.f32 %f1, %f1, 0fBF800000;\n"
      "setp.lt.f32 %p1, %f1, 0f49742400;\n@%p1 bra L;");
  EXPECT_TRUE(has(error, "no end of the loop at kernel.cu:4 is in sight")) << error;
}

TEST(runaway, random_numbers_are_no_count) {
  const std::string error = watched_machine().run(
      "mov.u32 %r2, 1;\n.loc 1 4 1\nL: mad.lo.u32 %r2, %r2, 1664525, 1013904223;\n"
      "setp.ne.u32 %p1, %r2, 77;\n@%p1 bra L;");
  EXPECT_TRUE(has(error, "is in sight")) << error;
}

TEST(runaway, the_outer_loop_is_named_if_the_inner_one_ends) {
  watched_machine watched;
  watched.run(
      "mov.u32 %r3, 0;\nOUT:\n" + counted_to("2000") +
      ".loc 1 10 1\nld.global.u32 %r4, [%rd4+4];\nsetp.ne.u32 %p2, %r4, 0;\n@%p2 bra OUT;\n");
  EXPECT_EQ(watched.found().line, 5);
}

TEST(runaway, memory_that_is_touched_for_the_first_time_is_progress) {
  // The end is not compared: a bit of the address is tested.
  const std::string body =
      "mov.u64 %rd8, %rd1;\nL: ld.global.u32 %r2, [%rd8];\nadd.u64 %rd8, %rd8, 32;\n"
      "sub.u64 %rd9, %rd8, %rd1;\nshr.u64 %rd9, %rd9, 22;\ncvt.u32.u64 %r3, %rd9;\n"
      "setp.eq.u32 %p1, %r3, 0;\n@%p1 bra L;";
  watched_machine watched;
  EXPECT_EQ(watched.run(body, 1, 1, 1 << 22), "");
  // The same memory again and again is none.
  const std::string again = "mov.u32 %r9, 0;\nA:\n" + body +
                            "\nld.global.u32 %r2, [%rd1];\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra A;";
  EXPECT_TRUE(has(watched_machine().run(again, 1, 1, 1 << 22), "is in sight"));
}

TEST(runaway, many_short_blocks_are_progress) {
  EXPECT_EQ(watched_machine().run(counted_to("3000"), 400), "");
}

TEST(runaway, barriers_and_prints_are_no_progress) {
  EXPECT_TRUE(has(watched_machine().run("L: bar.sync 0;\nld.global.u32 %r2, [%rd1];\n"
                                        "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra L;",
                                        1, 64),
                  "is in sight"));
}

TEST(runaway, a_livelock_of_blocks_that_change_memory_is_stopped) {
  watched_machine watched;
  const std::string error = watched.run(
      ".loc 1 6 1\nL: atom.global.add.u32 %r2, [%rd1], 1;\natom.global.exch.b32 %r3, [%rd1], 0;\n"
      "setp.ne.s32 %p1, %r2, -5;\n@%p1 bra L;",
      4);
  EXPECT_TRUE(has(error, "is in sight")) << error;
  EXPECT_EQ(watched.found().line, 6);
}

TEST(runaway, many_blocks_that_poll_are_started_in_growing_numbers) {
  interpreter machine({.host_threads = 1, .check = checks::none()});
  const auto handle = machine.load(
      kernel_around(
          "L: ld.volatile.global.u32 %r4, [%rd1];\nsetp.eq.u32 %p2, %r4, 0;\n@%p2 bra L;"),
      "k");
  const auto memory = machine.allocate(4096);
  machine.limit_execution({.warp_instructions = 6'000'000});
  machine.launch_with(handle, {.grid = {1000}, .block = {32}}, memory, memory);
  EXPECT_THROW(machine.synchronize(), deadlock_error);
}

TEST(runaway, a_limit_of_instructions_names_the_loop) {
  watched_machine watched;
  watched.machine.limit_execution({.warp_instructions = 200'000});
  const std::string error = watched.run("mov.u32 %r3, 0;\nOUT:\n" + counted_to("50") +
                                        ".loc 1 10 1\nadd.u32 %r3, %r3, 1;\n"
                                        "setp.ne.u32 %p2, %r3, 0;\n@%p2 bra OUT;\n");
  EXPECT_TRUE(has(error,
                  "it issued more than 200000 warp instructions; it was in the loop at "
                  "kernel.cu:5-10, block 0, warp 0; --more allows more"))
      << error;
}

}  // namespace
}  // namespace warpmark::simt
