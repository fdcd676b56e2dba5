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

std::string why_not(const std::string& name) {
  try {
    return "found " + find_entry(ptx, name);
  } catch (const compile_error& error) {
    return error.what();
  }
}

TEST(ptx_kernel, lists_entries_and_no_functions) {
  EXPECT_EQ(entries_of(ptx), (std::vector<std::string>{"_Z5scaleILi256EfEvPT0_PKS0_i",
                                                       "_Z5scaleILi128EfEvPT0_PKS0_i", "plain"}));
}

TEST(ptx_kernel, names_are_readable) {
  EXPECT_EQ(readable_name("_Z5scaleILi256EfEvPT0_PKS0_i"), "scale<256, float>");
  EXPECT_EQ(readable_name("_ZN2ns3addEPfi"), "ns::add");
  EXPECT_EQ(readable_name("plain"), "plain");
}

TEST(ptx_kernel, an_entry_is_found_by_each_of_its_names) {
  const std::string entry = "_Z5scaleILi256EfEvPT0_PKS0_i";
  EXPECT_EQ(find_entry(ptx, entry), entry);
  EXPECT_EQ(find_entry(ptx, "scale<256, float>"), entry);
  EXPECT_EQ(find_entry(ptx, "scale<256,float>"), entry);
  EXPECT_EQ(find_entry(ptx, "scale<256, float>(float*, float const*, int)"), entry);
  EXPECT_EQ(find_entry(ptx, "scale<2"), entry);
  EXPECT_EQ(find_entry(ptx, "pl"), "plain");
}

TEST(ptx_kernel, an_ambiguous_or_unknown_name_lists_the_entries) {
  EXPECT_EQ(why_not("scale"),
            "'scale' begins the names of 2 kernels; expected one of scale<256, float>, "
            "scale<128, float>");
  EXPECT_EQ(why_not("skale"),
            "no kernel 'skale' in the PTX; expected one of scale<256, float>, scale<128, float>, "
            "plain");
  EXPECT_EQ(why_not(""),
            "the PTX has 3 kernels; expected one of scale<256, float>, scale<128, float>, plain");
  EXPECT_EQ(find_entry(".entry one() { ret; }", ""), "one");
  EXPECT_THROW(find_entry(".func f() { ret; }", ""), compile_error);
}

TEST(ptx_kernel, needs_no_compiler) {
  kernel_compiler compile({.use_cache = false, .threads = 1, .library_path = "/nowhere/nvrtc.so"});
  const compile_request request{.name = "k.ptx",
                                .source = ptx,
                                .expression = "plain",
                                .others = {"&weights", "scale<128, float>"},
                                .is_ptx = true};
  const auto kernel = compile.compile(request);
  EXPECT_EQ(kernel->lowered_name, "plain");
  EXPECT_EQ(kernel->lowered_others.at("&weights"), "weights");
  EXPECT_EQ(kernel->lowered_others.at("scale<128, float>"), "_Z5scaleILi128EfEvPT0_PKS0_i");
  EXPECT_EQ(kernel->ptx, ptx);
  EXPECT_TRUE(kernel->cubin.empty());
  EXPECT_THROW(compile.version(), compiler_unavailable);
  compile_request of_no_variable = request;
  of_no_variable.others = {"&weight"};
  EXPECT_THROW(compile.compile(of_no_variable), compile_error);
}

}  // namespace
}  // namespace warpmark::compiler
