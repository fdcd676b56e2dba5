// Plans with native steps, verified and timed on the CPU.

#include <gtest/gtest.h>

#include "bench/backends/host/host_backend.hpp"
#include "bench/core/point_measurer.hpp"
#include "variants/registry.hpp"

namespace warpmark::host {
namespace {

// A point of reduce/host_serial over 1000 integers whose plan a test changes.
class native_plan : public testing::Test {
 protected:
  native_plan() {
    problem problem;
    for (const auto& along : built_in_registry().find_family("reduce")->axes)
      problem.set(along.name, along.base);
    problem.set("n", std::int64_t{1000});
    const variant& serial = *built_in_registry().find_variant("reduce/host_serial");
    pending_.point = {&serial, problem, {}};
    pending_.own.plan = serial.plan(problem, {}, machine_->device().limits);
  }

  native_step& step() { return std::get<native_step>(pending_.own.plan.steps.front()); }

  measurement measure() {
    const measuring_options options{.max_samples = 5, .state = cache_state::hot};
    return point_measurer(*machine_, {.options = options}).measure(pending_);
  }

  std::unique_ptr<backend> machine_ = make_host_backend();
  pending_point pending_;
};

TEST_F(native_plan, a_right_result_is_timed) {
  const auto result = measure();
  EXPECT_EQ(name(result.status), "ok") << result.reason;
  EXPECT_TRUE(result.times_ns.has_value());
  EXPECT_EQ(result.backend, "host");
}

TEST_F(native_plan, a_wrong_result_is_found_out_and_has_no_time) {
  step().call = [sound = step().call](const native_context& context) {
    sound(context);
    ++*static_cast<int*>(context.buffers[1].address);
  };
  const auto result = measure();
  EXPECT_EQ(name(result.status), "wrong") << result.reason;
  EXPECT_FALSE(result.times_ns.has_value());
}

TEST_F(native_plan, a_result_that_is_not_written_is_wrong) {
  step().call = [](const native_context&) {};
  EXPECT_EQ(name(measure().status), "wrong");
}

TEST_F(native_plan, a_stray_write_is_found_by_the_canaries) {
  step().call = [sound = step().call](const native_context& context) {
    sound(context);
    static_cast<int*>(context.buffers[1].address)[1] = 0;
  };
  const auto result = measure();
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_NE(result.reason.find("past the end"), std::string::npos) << result.reason;
}

TEST_F(native_plan, a_call_that_fails_is_a_crash_with_its_name) {
  step().call = [](const native_context&) { throw std::runtime_error("out of luck"); };
  const auto result = measure();
  EXPECT_EQ(name(result.status), "crashed");
  EXPECT_EQ(result.reason, "serial fold: out of luck");
}

TEST_F(native_plan, a_buffer_is_as_large_as_the_library_says) {
  pending_.own.plan.buffers.push_back({"temporary", buffer_role::scratch, 0, [] { return 77u; }});
  step().buffers.push_back({2});
  step().buffers.push_back({0, 400});
  step().call = [sound = step().call](const native_context& context) {
    EXPECT_EQ(context.buffers[2].size_bytes, 77u);
    EXPECT_EQ(context.buffers[3].size_bytes, 4000u - 400u) << "from the offset to the end";
    EXPECT_EQ(static_cast<std::byte*>(context.buffers[3].address) - 400,
              static_cast<std::byte*>(context.buffers[0].address));
    sound(context);
  };
  EXPECT_EQ(name(measure().status), "ok");
}

TEST_F(native_plan, a_library_that_cannot_tell_a_size_is_skipped_with_its_reason) {
  pending_.own.plan.buffers.push_back({"temporary", buffer_role::scratch, 0, []() -> std::size_t {
                                         throw std::runtime_error("the driver is too old");
                                       }});
  const auto result = measure();
  EXPECT_EQ(name(result.status), "skipped");
  EXPECT_EQ(result.reason, "the size of buffer 'temporary': the driver is too old");
}

TEST_F(native_plan, copies_and_fills_are_in_the_order_of_the_plan) {
  // The output is right only if the fill comes after the fold, and the copy back after the fill.
  pending_.own.plan.buffers.push_back({"kept", buffer_role::scratch, 4});
  pending_.own.plan.steps.emplace_back(copy_step{{2}, {1}, 4});
  pending_.own.plan.steps.emplace_back(fill_step{{1}, scalar_argument::of(0u), 1});
  pending_.own.plan.steps.emplace_back(copy_step{{1}, {2}, 4});
  EXPECT_EQ(name(measure().status), "ok");
  std::swap(pending_.own.plan.steps[2], pending_.own.plan.steps[3]);
  EXPECT_EQ(name(measure().status), "wrong");
}

TEST_F(native_plan, a_point_that_cannot_run_here_is_skipped_without_a_plan) {
  pending_.own.plan = {};
  pending_.own.unavailable = "runs elsewhere";
  const auto result = measure();
  EXPECT_EQ(name(result.status), "skipped");
  EXPECT_EQ(result.reason, "runs elsewhere");
}

}  // namespace
}  // namespace warpmark::host
