#include "base/declared_registers.hpp"

#include <gtest/gtest.h>

namespace warpmark {
namespace {

TEST(declared_registers, are_those_of_the_last_option) {
  EXPECT_EQ(declared_registers({"-lineinfo", "--maxrregcount=96"}), 96);
  EXPECT_EQ(declared_registers({"-maxrregcount", "128"}), 128);
  EXPECT_EQ(declared_registers({"-DMAXRREGCOUNT=128"}), 0);
  EXPECT_EQ(declared_registers({"-maxrregcount=many"}), -1);
  EXPECT_EQ(declared_registers({}), 0);
  EXPECT_EQ(declared_registers({"-maxrregcount", "128", "-lineinfo"}), 128);
  EXPECT_EQ(declared_registers({"-maxrregcount=32", "--maxrregcount=64"}), 64) << "the last";
  EXPECT_EQ(declared_registers({"-maxrregcount=12x"}), -1);
  EXPECT_EQ(declared_registers({"-maxrregcount"}), -1) << "nothing follows";
}

}  // namespace
}  // namespace warpmark
