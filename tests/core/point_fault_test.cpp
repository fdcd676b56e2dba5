#include "bench/core/point_fault.hpp"

#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

#include "base/device_error.hpp"

namespace warpmark {
namespace {

template <class Error>
point_end end_by(const Error& error) {
  try {
    throw error;
  } catch (...) {
    return end_by_current_exception();
  }
}

TEST(point_fault, a_point_that_does_not_fit_is_skipped) {
  for (const point_end& end :
       {end_by(device_memory_error("no memory")), end_by(unsupported_kernel("no clusters")),
        end_by(std::bad_alloc())}) {
    EXPECT_EQ(end.status, point_status::skipped) << end.reason;
    EXPECT_EQ(end.origin, fault_origin::point) << end.reason;
  }
}

TEST(point_fault, only_faults_of_an_execution_may_leave_the_device_unusable) {
  const auto stopped = end_by(execution_limit_error("too long"));
  EXPECT_EQ(stopped.status, point_status::timed_out);
  EXPECT_EQ(stopped.origin, fault_origin::execution);
  const auto failed = end_by(device_error("misaligned address"));
  EXPECT_EQ(failed.status, point_status::crashed);
  EXPECT_EQ(failed.origin, fault_origin::execution);
  EXPECT_EQ(failed.reason, "misaligned address");
  EXPECT_EQ(end_by(point_fault(point_status::wrong, "output")).origin, fault_origin::point);
}

TEST(point_fault, a_failed_compilation_has_its_log) {
  const auto end = end_by(compiler::compile_error("k.cu:1: error", "all of it"));
  EXPECT_EQ(end.status, point_status::failed);
  EXPECT_EQ(end.origin, fault_origin::compiler);
  EXPECT_EQ(end.reason, "does not compile: k.cu:1: error");
  EXPECT_EQ(end.log, "all of it");
  const auto stopped =
      end_by(compiler::compile_error("slow", "", compiler::compile_failure::timed_out));
  EXPECT_EQ(stopped.status, point_status::timed_out);
  EXPECT_EQ(stopped.reason, "slow");
}

TEST(point_fault, further_findings_are_counted) {
  const finding found{.kind = "shared_race", .message = "m", .file = "k.cuh", .line = 3};
  EXPECT_EQ(finding_text({found}), "shared_race: m (k.cuh:3)");
  EXPECT_EQ(finding_text({found, found}), "shared_race: m (k.cuh:3) and 1 more finding");
  EXPECT_EQ(finding_text({found, found, found}), "shared_race: m (k.cuh:3) and 2 more findings");
}

TEST(point_fault, other_exceptions_pass_through) {
  EXPECT_THROW(end_by(std::logic_error("a mistake of the program")), std::logic_error);
}

}  // namespace
}  // namespace warpmark
