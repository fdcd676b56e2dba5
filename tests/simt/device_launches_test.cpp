#include <numeric>

#include <fmt/format.h>

#include "simt/execution/device_launch_queue.hpp"
#include "tests/simt/simt_fixture.hpp"

// Launches from the device (CUDA dynamic parallelism): order, parameters, counters and limits.

namespace warpmark::simt {
namespace {

constexpr const char* runtime_declarations = R"(
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 f,
  .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 p, .param .b64 s);
.extern .func (.param .b32 r) cudaGetLastError();
.extern .func (.param .b32 r) cudaDeviceGetAttribute(.param .b64 v, .param .b32 a, .param .b32 d);
)";

/// A kernel of the module, around whose body %rd1 is `data` and %r1 `value`; %r2 is tid.x.
std::string entry(const std::string& name, const std::string& body) {
  return ".visible .entry " + name + R"((.param .u64 data, .param .u32 value)
{
.reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<32>;
ld.param.u64 %rd1, [data];
ld.param.u32 %r1, [value];
mov.u32 %r2, %tid.x;
)" + body +
         "\nret;\n}\n";
}

/// Launches `grid` blocks of `threads` threads with the value in a register. %r10 is the result.
std::string launch(const std::string& child, unsigned grid, unsigned threads,
                   const std::string& value, unsigned stream = 0) {
  return fmt::format(R"({{
.reg .pred %none; .reg .b64 %buffer, %child;
mov.u64 %child, {};
.param .b64 f; st.param.b64 [f], %child;
.param .align 4 .b8 g[12]; st.param.b32 [g], {}; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;
.param .align 4 .b8 b[12]; st.param.b32 [b], {}; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;
.param .b32 s; st.param.b32 [s], 0;
.param .b64 r;
call.uni (r), __cudaCDP2GetParameterBufferV2, (f, g, b, s);
ld.param.b64 %buffer, [r];
mov.u32 %r10, 1000;
setp.eq.s64 %none, %buffer, 0;
@%none bra past;
st.u64 [%buffer], %rd1;
st.u32 [%buffer+8], {};
.param .b64 p; st.param.b64 [p], %buffer;
.param .b64 t; st.param.b64 [t], {};
.param .b32 e;
call.uni (e), __cudaCDP2LaunchDeviceV2, (p, t);
ld.param.b32 %r10, [e];
past:
}}
)",
                     child, grid, threads, value, stream);
}

const std::string first_thread_only = "setp.ne.u32 %p1, %r2, 0;\n@%p1 ret;\n";
// Appends the value to a list, whose length is data[0].
const std::string note =
    "atom.global.add.u32 %r3, [%rd1], 1;\nadd.u32 %r3, %r3, 1;\n"
    "mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
    "st.global.u32 [%rd2], %r1;\n";

struct launched {
  std::vector<std::uint32_t> data;
  std::map<std::string, std::uint64_t> counters;
  std::vector<finding> findings;
};

launched run(const std::string& kernels, const launch_shape& shape, std::uint32_t value = 0,
             interpreter_options options = {}) {
  options.host_threads = 3;
  interpreter machine(options);
  const std::string ptx = ".version 9.0\n.target sm_90\n.address_size 64\n" +
                          std::string(runtime_declarations) + kernels;
  launched result;
  result.data.resize(4096);
  const auto data = machine.allocate(result.data.size() * 4);
  machine.upload(data, std::as_bytes(std::span(result.data)));
  machine.launch_with(machine.load(ptx, "parent"), shape, data, value);
  machine.synchronize();
  machine.download(std::as_writable_bytes(std::span(result.data)), data);
  result.counters = machine.take_counters().named();
  result.findings = machine.take_findings();
  return result;
}

std::vector<std::uint32_t> noted(const launched& from) {
  return {from.data.begin() + 1, from.data.begin() + 1 + from.data[0]};
}

using noted_values = std::vector<std::uint32_t>;

TEST(device_launches, children_get_their_parameters_and_count) {
  const auto seen = run(entry("child", first_thread_only + note) +
                            entry("parent", first_thread_only + launch("child", 2, 64, "7")),
                        {.grid = {1}, .block = {32}});
  EXPECT_EQ(noted(seen), (noted_values{7, 7}));
  EXPECT_EQ(seen.counters.at("launches"), 2u);
  EXPECT_EQ(seen.counters.at("blocks"), 3u);
  EXPECT_EQ(seen.counters.at("warps"), 1 + 2 * 2u);
  EXPECT_TRUE(seen.findings.empty());
}

TEST(device_launches, children_run_after_the_grid_by_block_and_time) {
  const std::string parent = first_thread_only +
                             "mov.u32 %r4, %ctaid.x;\nmul.lo.u32 %r5, %r4, 10;\n" +
                             launch("child", 1, 32, "%r5") + "add.u32 %r5, %r5, 1;\n" +
                             launch("child", 1, 32, "%r5") + "mov.u32 %r1, 99;\n" + note;
  const auto seen = run(entry("child", first_thread_only + note) + entry("parent", parent),
                        {.grid = {3}, .block = {32}});
  EXPECT_EQ(noted(seen), (noted_values{99, 99, 99, 0, 1, 10, 11, 20, 21}));
}

TEST(device_launches, tail_launches_come_last) {
  const std::string parent = first_thread_only + launch("child", 1, 32, "1", 3) +
                             launch("child", 1, 32, "2") + launch("child", 1, 32, "3", 4);
  const auto seen = run(entry("child", first_thread_only + note) + entry("parent", parent),
                        {.grid = {1}, .block = {32}});
  EXPECT_EQ(noted(seen), (noted_values{2, 3, 1}));
}

// A grid ends after its children, so that the next one of the parent comes after them.
TEST(device_launches, grandchildren_run_before_the_next_child) {
  const std::string child = first_thread_only + note + "setp.lt.u32 %p2, %r1, 10;\n@!%p2 ret;\n" +
                            "add.u32 %r5, %r1, 10;\n" + launch("child", 1, 32, "%r5");
  const std::string parent =
      first_thread_only + launch("child", 1, 32, "1") + launch("child", 1, 32, "2");
  const auto seen =
      run(entry("child", child) + entry("parent", parent), {.grid = {1}, .block = {32}});
  EXPECT_EQ(noted(seen), (noted_values{1, 11, 2, 12}));
}

TEST(device_launches, every_lane_may_launch) {
  const auto seen = run(entry("child", note) + entry("parent", launch("child", 1, 1, "%r2")),
                        {.grid = {1}, .block = {64}});
  noted_values expected(64);
  std::iota(expected.begin(), expected.end(), 0u);
  EXPECT_EQ(noted(seen), expected);
  EXPECT_TRUE(seen.findings.empty());
}

TEST(device_launches, more_than_2048_pending_are_refused) {
  const std::string parent = launch("child", 1, 1, "%r2") + "setp.eq.u32 %p2, %r10, 1000;\n" +
                             "@!%p2 ret;\n.param .b32 e;\ncall.uni (e), cudaGetLastError, ();\n"
                             "ld.param.b32 %r11, [e];\nst.global.u32 [%rd1+16000], %r11;";
  const auto seen =
      run(entry("child", note) + entry("parent", parent), {.grid = {3}, .block = {1024}});
  EXPECT_EQ(seen.data[0], 2048u);
  EXPECT_EQ(seen.data[4000], 69u);
}

TEST(device_launches, depth_ends_at_24) {
  const std::string child =
      first_thread_only + note + "add.u32 %r5, %r1, 1;\n" + launch("parent", 1, 32, "%r5");
  const auto seen = run(entry("parent", child), {.grid = {1}, .block = {32}}, 1);
  EXPECT_EQ(seen.data[0], 24u);
}

TEST(device_launches, errors_of_children_are_those_of_the_launch) {
  const std::string parent = first_thread_only + launch("child", 1, 32, "1");
  EXPECT_THROW(run(entry("child", "trap;") + entry("parent", parent), {.grid = {1}, .block = {32}}),
               device_error);
  const auto seen =
      run(entry("child", "st.global.u32 [%rd1+50000], %r1;") + entry("parent", parent),
          {.grid = {1}, .block = {32}});
  ASSERT_EQ(seen.findings.size(), 1u);
  EXPECT_EQ(seen.findings[0].kind, "out_of_bounds");
  EXPECT_EQ(seen.findings[0].kernel, "child");
}

TEST(device_launches, endless_recursion_meets_the_instruction_limit) {
  const std::string child = "loop: bra loop;";
  interpreter_options options;
  options.step_limit = 1000;
  EXPECT_THROW(
      run(entry("child", child) + entry("parent", first_thread_only + launch("child", 1, 32, "1")),
          {.grid = {1}, .block = {32}}, 0, options),
      step_limit_error);
}

}  // namespace
}  // namespace warpmark::simt
