#include <gtest/gtest.h>

#include "tests/gate/formats/sample_result.hpp"

namespace warpmark::gate {
namespace {

TEST(annotations, name_file_and_line) {
  const auto text = output_of("--annotations", sample_result());
  EXPECT_NE(text.find("::error file=kernels/sort/bitonic%2C twice.cuh,line=7,"
                      "title=REGRESSION%3A The compiled code became worse::sort.cu: bitonic"),
            text.npos);
  // The place of a change is used if the finding has none.
  EXPECT_NE(text.find("::error file=kernels/scan/hillis_steele.cuh,line=41,"), text.npos);
  EXPECT_EQ(occurrences(text, "::error "), 6u);
  EXPECT_EQ(occurrences(text, "::warning "), 1u);
  EXPECT_EQ(text.find("ACCEPTED"), text.npos);
}

TEST(annotations, are_ten_of_a_kind_at_most) {
  const auto text = output_of("--annotations", large_result(3000));
  EXPECT_EQ(occurrences(text, "::error "), 10u);
  EXPECT_EQ(occurrences(text, "::warning "), 10u);
  EXPECT_NE(text.find("2996 more errors and 2991 more warnings are not annotated"), text.npos);
}

TEST(annotations, a_gate_without_verdict_says_so_first) {
  auto result = large_result(30);
  result.ending = {4, "the planted slow-down was missed"};
  const auto text = output_of("--annotations", result);
  EXPECT_TRUE(text.starts_with("::error title=warpmark gate::the planted slow-down was missed\n"));
  EXPECT_EQ(occurrences(text, "::error "), 10u);
}

}  // namespace
}  // namespace warpmark::gate
