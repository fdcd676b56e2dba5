#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(comparison, knows_nan_and_predicates) {
  const std::string nan = "mov.f32 %f2, 0f7FC00000; ";
  EXPECT_EQ(word(nan + "setp.ne.f32 %p1, %f2, %f2; selp.u32 %r10, 1, 0, %p1;"), 0u);
  EXPECT_EQ(word(nan + "setp.neu.f32 %p1, %f2, %f2; selp.u32 %r10, 1, 0, %p1;"), 1u);
  EXPECT_EQ(word(nan + "setp.nan.f32 %p1, %f2, %f2; selp.u32 %r10, 1, 0, %p1;"), 1u);
  EXPECT_EQ(word("setp.lt.s32 %p1|%p2, %r1, 5; and.pred %p3, %p1, !%p2; selp.u32 %r10, 7, 8, %p3;"),
            7u);
  EXPECT_EQ(word("setp.eq.u32 %p1, 1, 2; setp.lt.or.s32 %p2, %r1, 5, !%p1; "
                 "selp.u32 %r10, 7, 8, %p2;"),
            7u);
  EXPECT_EQ(word("mov.u32 %r2, -1; setp.lt.u32 %p1, %r2, 1; selp.u32 %r10, 1, 0, %p1;"), 0u);
  EXPECT_EQ(word("set.lt.u32.s32 %r10, -1, 1;"), ~0u);
}

TEST(comparison, leaves_both_predicates_of_inactive_lanes_alone) {
  // Of a relation and of one that is the complement of another.
  for (const char* never : {"eq.u32 %p1|%p2, 1, 2; ", "ne.u32 %p1|%p2, 1, 1; "}) {
    const std::string not_in_lane_0 =
        std::string("setp.ne.u32 %p4, %r1, 0; setp.eq.u32 %p1|%p2, 1, 1; @%p4 setp.") + never;
    EXPECT_EQ(word(not_in_lane_0 + "selp.u32 %r10, 1, 0, %p1;"), 1u) << never;
    EXPECT_EQ(word(not_in_lane_0 + "selp.u32 %r10, 1, 0, %p2;"), 0u) << never;
  }
}

TEST(comparison, compares_pairs_of_halves) {
  // 1 and 2 against 2 and NaN.
  const std::string pairs = "mov.u32 %r2, 0x40003c00; mov.u32 %r3, 0x7e004000; ";
  EXPECT_EQ(word(pairs + "setp.lt.f16x2 %p1|%p2, %r2, %r3; selp.u32 %r4, 1, 0, %p1; "
                         "selp.u32 %r5, 2, 0, %p2; or.b32 %r10, %r4, %r5;"),
            1u);
  EXPECT_EQ(word(pairs + "setp.neu.f16x2 %p1|%p2, %r2, %r3; selp.u32 %r4, 1, 0, %p1; "
                         "selp.u32 %r5, 2, 0, %p2; or.b32 %r10, %r4, %r5;"),
            3u);
  EXPECT_EQ(word(pairs + "set.gtu.f16x2.f16x2 %r10, %r2, %r3;"), 0x3c000000u);
}

TEST(comparison, sets_values_with_a_predicate) {
  EXPECT_EQ(word("setp.eq.u32 %p1, 1, 2; set.lt.and.u32.s32 %r10, %r1, 5, !%p1;"), ~0u);
  EXPECT_EQ(word("setp.eq.u32 %p1, 1, 2; set.lt.and.f32.s32 %r10, %r1, 5, %p1;"), 0u);
}

}  // namespace
}  // namespace warpmark::simt
