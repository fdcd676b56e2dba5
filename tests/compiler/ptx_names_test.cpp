#include <gtest/gtest.h>

#include "base/demangle.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/ptx/find_name.hpp"
#include "bench/compiler/ptx/symbol_names.hpp"

namespace warpmark::compiler {
namespace {

const std::vector<std::string> kernels = {
    "_ZN2ns5scaleILi256EfEEvPT0_PKS1_i",
    "_ZN2ns5scaleILi128EfEEvPT0_PKS1_i",
    "_ZN2ns3addEPfi",
    "_Z6selectILj8ELb1EEvPi",
    "_ZN7kernels4axpyB2v2B8cw51cXTLEf5ArrayIfLi1E1C7mutable7alignedE",
    "plain",
    "plain_too",
};

std::string found(const std::string& wanted) { return find_name(kernels, wanted, "kernel"); }

std::string name_error(const std::string& wanted) {
  try {
    return "found " + found(wanted);
  } catch (const usage_error& error) {
    return error.what();
  }
}

TEST(ptx_names, are_found_by_every_spelling) {
  for (const char* wanted :
       {"_ZN2ns5scaleILi256EfEEvPT0_PKS1_i", "ns::scale<256, float>", "ns::scale<256,float>",
        "scale<256, float>", "void ns::scale<256, float>(float*, float const*, int)",
        "scale<256, float>(float*, float const*, int)", "ns::scale<2", "scale<25"})
    EXPECT_EQ(found(wanted), kernels[0]) << wanted;
  EXPECT_EQ(found("add"), kernels[2]);
  EXPECT_EQ(found("ns::add(float*, int)"), kernels[2]);
}

TEST(ptx_names, a_name_itself_goes_before_its_beginning) {
  EXPECT_EQ(found("plain"), "plain");
  EXPECT_EQ(found("plain_"), "plain_too");
}

TEST(ptx_names, literals_may_be_written_as_in_the_source) {
  for (const char* wanted : {"select<8, true>", "select<8u, 1>", "select<8,true>"})
    EXPECT_EQ(found(wanted), kernels[3]) << wanted;
}

TEST(ptx_names, tags_of_numba_are_left_out) {
  for (const char* wanted : {"axpy", "kernels::axpy", "axp"}) EXPECT_EQ(found(wanted), kernels[4]);
  EXPECT_EQ(readable_name(kernels[4]).find("kernels::axpy(float, "), 0u);
}

TEST(ptx_names, ambiguous_and_unknown_ones_list_what_there_is) {
  EXPECT_EQ(name_error("scale"),
            "'scale' means 2 kernels of the PTX; expected one of ns::scale<256, float>(float*, "
            "float const*, int), ns::scale<128, float>(float*, float const*, int)");
  EXPECT_EQ(
      name_error("plian").find("no kernel 'plian' in the PTX (did you mean 'plain'?); it has "),
      0u);
  EXPECT_EQ(name_error("").find("the PTX has 7 kernels, and none is named; expected one of "), 0u);
  EXPECT_EQ(find_name({"one"}, "", "kernel"), "one");
  EXPECT_THROW(find_name({}, "", "kernel"), usage_error);
}

TEST(ptx_names, one_that_would_grow_without_bound_is_not_written_out) {
  // p<A, A>, p<S, S> of that, and so on: 2^40 letters.
  std::string bomb = "_Z3fooI1pI1AS_E";
  const char* digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (int i = 0; i < 40; ++i) {
    const std::string last = std::string("S") + digits[i % 36] + "_";
    bomb += "1pI" + last + last + "E";
  }
  EXPECT_LT(demangled(bomb + "EvPi").size(), 100u);
}

}  // namespace
}  // namespace warpmark::compiler
