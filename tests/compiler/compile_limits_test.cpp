// Compilations in processes of their own, which can be stopped.

#include <future>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark::compiler {
namespace {

constexpr double patient_s = 1000;  // Only stops a hang.

compiler_options apart(compile_limits limits = {.seconds = patient_s}) {
  return {.headers = {{"one.cuh", "#define ONE 1\n"}},
          .use_cache = false,
          .threads = 2,
          .program = COMPILE_WORKER,
          .limits = limits};
}

compile_request request(const std::string& text, const std::string& expression = "k") {
  return {.name = "k.cu", .source = text, .expression = expression};
}

const compile_request sound =
    request("#include \"one.cuh\"\n__global__ void k(int* p) { *p = ONE; }\n");

// 2^29 instances.
const compile_request bomb = request(
    "template <int depth, int path> struct node { static constexpr int value =\n"
    "  node<depth - 1, 2 * path>::value + node<depth - 1, 2 * path + 1>::value; };\n"
    "template <int path> struct node<0, path> { static constexpr int value = path & 1; };\n"
    "__global__ void k(int* p) { *p = node<29, 0>::value; }\n");

compile_failure failure_of(kernel_compiler& compile, const compile_request& compile_request,
                           std::string& message) {
  try {
    compile.compile(compile_request);
  } catch (const compile_error& error) {
    message = error.what();
    return error.failure;
  }
  ADD_FAILURE() << "compiled";
  return compile_failure::rejected;
}

TEST(compile_process, makes_the_same_kernel) {
  auto here = apart();
  here.program.clear();
  kernel_compiler in_process(here), out_of_process(apart());
  const auto one = in_process.compile(sound), other = out_of_process.compile(sound);
  EXPECT_EQ(one->cubin, other->cubin);
  EXPECT_EQ(one->ptx, other->ptx);
  EXPECT_EQ(one->lowered_name, other->lowered_name);
  EXPECT_EQ(one->resources.registers, other->resources.registers);
  EXPECT_FALSE(other->from_cache);
}

TEST(compile_process, tells_errors_of_the_source_as_they_are) {
  kernel_compiler compile(apart());
  std::string message;
  EXPECT_EQ(failure_of(compile, request("__global__ void k() { missing(); }"), message),
            compile_failure::rejected);
  EXPECT_TRUE(message.starts_with("k.cu(1): error")) << message;
}

TEST(compile_process, is_stopped_at_the_limit_of_time_and_others_go_on) {
  kernel_compiler compile(apart({.seconds = 1}));
  const auto pending = compile.submit(bomb);
  EXPECT_NE(compile.submit(sound, compile_urgency::now, [] { return patient_s; }).get(), nullptr);
  std::string message;
  EXPECT_EQ(failure_of(compile, bomb, message), compile_failure::timed_out);
  EXPECT_EQ(message, "k.cu: 'k': the compilation took longer than 1 s (--compile-limit)");
  EXPECT_EQ(compile.statistics().failed, 1u);
}

TEST(compile_process, takes_a_limit_of_its_own) {
  kernel_compiler compile(apart());
  int asked = 0;
  const auto pending =
      compile.submit(bomb, compile_urgency::now, [&] { return ++asked < 10 ? patient_s : 0; });
  EXPECT_THROW(pending.get(), compile_error);
  EXPECT_EQ(asked, 10);
}

TEST(compile_process, is_stopped_at_the_limit_of_memory) {
  kernel_compiler compile(apart({.seconds = patient_s, .memory_bytes = std::size_t{300} << 20}));
  std::string message;
  EXPECT_EQ(failure_of(compile, bomb, message), compile_failure::out_of_memory);
  EXPECT_EQ(message, "k.cu: 'k': the compilation took more memory than 300 MiB (--compile-memory)");
}

TEST(compile_process, that_crashes_costs_its_kernel_alone) {
  kernel_compiler compile(apart());
  std::string message;
  const std::string deep(100000, '-');
  EXPECT_EQ(
      failure_of(compile, request("__global__ void k(int* p) { *p = " + deep + "1; }"), message),
      compile_failure::crashed);
  EXPECT_NE(message.find("killed by signal"), std::string::npos) << message;
  EXPECT_NE(compile.compile(sound), nullptr);
}

TEST(compile_process, that_cannot_be_started_is_told_of) {
  auto nowhere = apart();
  nowhere.program = "/nonexistent/warpmark";
  kernel_compiler compile(nowhere);
  std::string message;
  EXPECT_EQ(failure_of(compile, sound, message), compile_failure::crashed);
  EXPECT_NE(message.find("ended with exit code 127"), std::string::npos) << message;
}

TEST(compile_process, leaves_what_has_not_begun_at_the_end) {
  std::vector<std::shared_future<kernel_handle>> waiting;
  {
    auto alone = apart();
    alone.threads = 1;
    kernel_compiler compile(alone);
    compile.submit(bomb);
    for (int i = 0; i < 50; ++i)
      waiting.push_back(
          compile.submit(request(fmt::format("__global__ void k(int* p) {{ *p = {}; }}", i))));
  }
  for (const auto& one : waiting) EXPECT_THROW(one.get(), std::future_error);
}

TEST(compile_process, is_not_waited_for_at_the_end) {
  std::shared_future<kernel_handle> pending;
  {
    kernel_compiler compile(apart());
    pending = compile.submit(bomb);
    // Until it has begun: one that has not is dropped.
    compile.compile(sound);
  }
  EXPECT_THROW(pending.get(), compile_error);
}

}  // namespace
}  // namespace warpmark::compiler
