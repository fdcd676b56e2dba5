#include "simt/ptx/loops.hpp"

#include "simt/execution/kernel_loops.hpp"
#include "simt/ptx/parser.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

constexpr flow_node plain() { return {{}, true}; }
flow_node jump(std::uint32_t to) { return {{to}, false}; }
flow_node branch(std::uint32_t to) { return {{to}, true}; }
constexpr flow_node end() { return {{}, false}; }

TEST(loops, straight_code_has_none) {
  const loop_nest nest({plain(), branch(3), plain(), end()});
  EXPECT_EQ(nest.size(), 0u);
  EXPECT_EQ(nest.innermost(2), no_loop);
  EXPECT_EQ(nest.common(0, 2), no_loop);
}

TEST(loops, a_branch_to_itself_is_one) {
  const loop_nest nest({plain(), branch(1), end()});
  EXPECT_EQ(nest.size(), 1u);
  EXPECT_EQ(nest.members(nest.innermost(1)), std::vector<std::uint32_t>{1});
  EXPECT_EQ(nest.innermost(0), no_loop);
}

TEST(loops, are_nested) {
  // 1..5 around 2..3; 6 is a loop of its own.
  const loop_nest nest(
      {plain(), plain(), plain(), branch(2), plain(), branch(1), branch(6), end()});
  EXPECT_EQ(nest.size(), 3u);
  const std::int32_t inner = nest.innermost(3), outer = nest.innermost(4);
  EXPECT_EQ(nest.parent(inner), outer);
  EXPECT_EQ(nest.parent(outer), no_loop);
  EXPECT_EQ(nest.members(outer), (std::vector<std::uint32_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(nest.members(inner), (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(nest.common(2, 5), outer);
  EXPECT_EQ(nest.common(3, 2), inner);
  EXPECT_EQ(nest.common(3, 6), no_loop);
  EXPECT_FALSE(nest.contains(inner, 4));
}

TEST(loops, may_be_entered_at_two_places) {
  const loop_nest nest({branch(2), plain(), branch(1), end()});
  EXPECT_EQ(nest.size(), 1u);
  EXPECT_EQ(nest.members(0), (std::vector<std::uint32_t>{1, 2}));
}

TEST(loops, that_are_never_left_or_entered_are_found) {
  const loop_nest nest({jump(0), jump(2), jump(1)});
  EXPECT_EQ(nest.size(), 2u);
}

// A kernel with loops, and its instructions by the lines of its source.
struct looping_kernel {
  std::shared_ptr<const kernel_program> program;
  kernel_loops loops;

  explicit looping_kernel(const std::string& body, const std::string& before = "")
      : program(decode_kernel(parse_ptx(kernel_around(body, before)), "k", {})), loops(*program) {}

  std::uint32_t at(int line) const {
    for (std::uint32_t i = 0; i < program->code.size(); ++i)
      if (program->places[i].source.line == line) return i;
    throw std::runtime_error("no such line");
  }
  std::uint32_t branch_at(int line) const {
    for (std::uint32_t i = 0; i < program->code.size(); ++i)
      if (program->places[i].source.line == line && program->code[i].control == flow::branch)
        return i;
    throw std::runtime_error("no branch at that line");
  }
  std::int32_t loop_at(int line) const { return loops.nest().innermost(at(line)); }
};

const char* const two_loops = R"(
.loc 1 10 1
mov.u32 %r2, 0;
OUTER:
.loc 1 12 1
mov.u32 %r3, 0;
INNER:
.loc 1 14 1
add.u32 %r3, %r3, 1;
.loc 1 13 1
setp.lt.u32 %p1, %r3, 100;
@%p1 bra INNER;
.loc 1 16 1
add.u32 %r2, %r2, 1;
.loc 1 11 1
setp.ne.u32 %p2, %r2, 0;
@%p2 bra OUTER;
)";

TEST(loops, have_the_lines_of_their_code) {
  const looping_kernel kernel(two_loops);
  EXPECT_EQ(kernel.loops.text(kernel.loop_at(14)), "the loop at kernel.cu:13-14");
  EXPECT_EQ(kernel.loops.text(kernel.loop_at(16)), "the loop at kernel.cu:11-16");
}

TEST(loops, the_outermost_that_repeated_is_the_one) {
  const looping_kernel kernel(two_loops);
  branch_trace trace;
  EXPECT_EQ(kernel.loops.repeated(kernel.at(14), trace), no_loop);
  trace.note(kernel.branch_at(13));
  EXPECT_EQ(kernel.loops.repeated(kernel.at(14), trace), kernel.loop_at(14));
  // Out of the loop that repeated.
  EXPECT_EQ(kernel.loops.repeated(kernel.at(16), trace), no_loop);
  trace.note(kernel.branch_at(11));
  EXPECT_EQ(kernel.loops.repeated(kernel.at(14), trace), kernel.loop_at(16));
  EXPECT_EQ(trace.entries().size(), 2u);
}

TEST(loops, a_warp_that_came_from_another_loop_has_got_further) {
  const looping_kernel kernel(
      ".loc 1 5 1\nFIRST: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 100;\n@%p1 bra FIRST;\n"
      ".loc 1 6 1\nSECOND: add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 100;\n@%p1 bra SECOND;");
  branch_trace trace;
  trace.note(kernel.branch_at(5));
  trace.note(kernel.branch_at(6));
  EXPECT_EQ(kernel.loops.repeated(kernel.at(6), trace), no_loop);
}

TEST(loops, know_their_exits) {
  const looping_kernel kernel(two_loops);
  EXPECT_TRUE(kernel.loops.has_exit(kernel.loop_at(14)));
  EXPECT_TRUE(kernel.loops.has_exit(kernel.loop_at(16)));
  ASSERT_EQ(kernel.loops.exit_comparisons(kernel.loop_at(16)).size(), 1u);
  const auto& compared =
      kernel.program->comparisons[kernel.loops.exit_comparisons(kernel.loop_at(16))[0]];
  EXPECT_TRUE(compared.equality);
  const looping_kernel endless(".loc 1 3 1\nL: add.u32 %r2, %r2, 1;\nbra L;");
  EXPECT_FALSE(endless.loops.has_exit(endless.loop_at(3)));
  const looping_kernel leaves(".loc 1 3 1\nL: setp.eq.u32 %p1, %r2, 1;\n@%p1 exit;\nbra L;");
  EXPECT_TRUE(leaves.loops.has_exit(leaves.loop_at(3)));
}

TEST(loops, code_that_was_inlined_into_a_loop_has_other_lines) {
  const looping_kernel kernel(
      ".loc 1 20 1\nL:\n.loc 1 3 1, function_name $names, inlined_at 1 21 1\nadd.u32 %r2, %r2, 1;\n"
      ".loc 1 21 1\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra L;");
  EXPECT_EQ(kernel.loops.text(kernel.loop_at(3)), "the loop at kernel.cu:21");
}

TEST(loops, in_inlined_code_name_its_function) {
  const looping_kernel kernel(
      ".loc 1 20 1\nL:\n.loc 1 3 1, function_name $names+1, inlined_at 1 20 1\n"
      "add.u32 %r2, %r2, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra L;",
      ".section .debug_str\n{\n$names:\n.b8 65,95,90,52,115,112,105,110,105,0\n}\n");
  EXPECT_EQ(kernel.loops.text(kernel.loop_at(3)), "the loop at kernel.cu:3 in spin(int)");
}

TEST(loops, functions_called_from_a_loop_are_in_it) {
  const looping_kernel kernel(
      ".loc 1 30 1\nL:\n{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r2;\n"
      "call.uni (b), f, (a);\nld.param.b32 %r2, [b]; }\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra L;",
      R"(.func (.param .b32 b) f(.param .b32 a)
{ .reg .b32 %r<4>; .reg .pred %p<2>;
.loc 1 40 1
ld.param.b32 %r1, [a];
setp.eq.u32 %p1, %r1, 0;
@%p1 ret;
{ .param .b32 c; .param .b32 d; st.param.b32 [c], %r1;
call.uni (d), f, (c);
ld.param.b32 %r2, [d]; }
st.param.b32 [b], %r2;
ret;
}
)");
  EXPECT_TRUE(kernel.loops.nest().contains(kernel.loop_at(30), kernel.at(40)));
}

}  // namespace
}  // namespace warpmark::simt
