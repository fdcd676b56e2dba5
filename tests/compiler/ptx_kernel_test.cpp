#include "bench/compiler/ptx_kernel.hpp"

#include <gtest/gtest.h>

#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark::compiler {
namespace {

// As nvcc, Triton and numba write entries: names in the line of .entry or in the next one, other
// directives before it, comments.
constexpr const char* ptx = R"(
.version 8.0
.target sm_80
// .entry in_a_comment
.global .align 4 .f32 weights[4];
.visible .entry _Z5scaleILi256EfEvPT0_PKS0_i(
	.param .u64 a
)
{ ret; }
.weak .entry
  _Z5scaleILi128EfEvPT0_PKS0_i(.param .u64 a) { ret; }
.visible .func helper() { ret; }
.entry plain(.param .u64 a) { ret; }
)";

TEST(ptx_kernel, lists_entries_and_no_functions) {
  EXPECT_EQ(entries_of(ptx), (std::vector<std::string>{"_Z5scaleILi256EfEvPT0_PKS0_i",
                                                       "_Z5scaleILi128EfEvPT0_PKS0_i", "plain"}));
}

TEST(ptx_kernel, needs_no_compiler) {
  kernel_compiler compile({.use_cache = false, .threads = 1, .library_path = "/nowhere/nvrtc.so"});
  const compile_request request{.name = "k.ptx",
                                .source = ptx,
                                .expression = "plain",
                                .others = {"&weights", "scale<128, float>"},
                                .architecture = "compute_90",
                                .is_ptx = true};
  const auto kernel = compile.compile(request);
  EXPECT_EQ(kernel->lowered_name, "plain");
  EXPECT_EQ(kernel->lowered_others.at("&weights"), "weights");
  EXPECT_EQ(kernel->lowered_others.at("scale<128, float>"), "_Z5scaleILi128EfEvPT0_PKS0_i");
  EXPECT_NE(kernel->ptx.find("_Z5scaleILi128EfEvPT0_PKS0_i("), std::string::npos);
  EXPECT_EQ(kernel->ptx.find("_Z5scaleILi256EfEvPT0_PKS0_i("), std::string::npos);
  EXPECT_TRUE(kernel->cubin.empty());
  EXPECT_THROW(compile.version(), compiler_unavailable);
  compile_request of_no_variable = request;
  of_no_variable.others = {"&wait"};
  EXPECT_THROW(compile.compile(of_no_variable), compile_error);
  compile_request for_older = request;
  for_older.architecture = "compute_75";
  EXPECT_THROW(compile.compile(for_older), compile_error);
}

// Programs in place of ptxas: one is too old, the next one knows the PTX.
TEST(ptx_kernel, is_assembled_by_a_ptxas_that_knows_its_version) {
  const compile_request request{.name = "k.ptx",
                                .source = ptx,
                                .expression = "plain",
                                .architecture = "sm_90",
                                .is_ptx = true};
  const tool_limits limits{.seconds = [] { return 60.0; }};
  const auto with_ptxas = [&](const std::string& program) {
    setenv("WARPMARK_PTXAS", program.c_str(), 1);
    auto kernel = kernel_of_ptx(request, limits);
    unsetenv("WARPMARK_PTXAS");
    return kernel;
  };
  EXPECT_EQ(with_ptxas("").unassembled, "no ptxas");
  EXPECT_EQ(with_ptxas("/bin/false").unassembled, "it failed without a message");
  EXPECT_TRUE(with_ptxas("/bin/false").cubin.empty());
  EXPECT_FALSE(with_ptxas("").cubin_hash.empty()) << "modules are told apart by it";
}

}  // namespace
}  // namespace warpmark::compiler
