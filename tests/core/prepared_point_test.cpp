#include "bench/core/prepared_point.hpp"

#include <array>
#include <cstring>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "bench/backends/simt_backend.hpp"
#include "tests/calibrate/test_compiler.hpp"

namespace warpmark {
namespace {

using four_values = std::array<std::uint32_t, 4>;

// The input 1 2 3 4, and an output that is right if it is `expected`.
class four_words final : public problem_instance {
 public:
  explicit four_words(const four_values& expected) : expected_(expected) {}
  std::span<const std::byte> input(std::string_view) const override {
    return std::as_bytes(std::span(input_));
  }
  oracle_result check(std::string_view, std::span<const std::byte> output,
                      const guarantees&) const override {
    return {.ok = std::memcmp(output.data(), expected_.data(), output.size()) == 0};
  }

 private:
  four_values input_{1, 2, 3, 4};
  four_values expected_;
};

// Overwrites the first word of its input, which must be restored before each execution.
launch_plan in_place() {
  launch_plan plan;
  plan.buffers = {{"input", buffer_role::input, sizeof(four_values)},
                  {"output", buffer_role::output, sizeof(four_values)}};
  plan.restore = {copy_step{{1}, {0}, sizeof(four_values)}};
  plan.steps = {fill_step{{1}, scalar_argument::of(std::uint32_t{9}), 1}};
  return plan;
}

class prepared : public testing::Test {
 protected:
  std::unique_ptr<backend> machine_ = make_simt_backend({});
  std::string buffer_;
};

TEST_F(prepared, inputs_are_restored_before_each_execution) {
  const four_words instance({9, 2, 3, 4});
  device_inputs inputs(*machine_, instance);
  const launch_plan plan = in_place();
  prepared_point point(*machine_, plan, {}, inputs);
  EXPECT_TRUE(point.must_restore());
  point.poison();
  for (int i = 0; i < 2; ++i) {
    point.restore();
    point.enqueue();
    EXPECT_TRUE(point.verify({}, buffer_).ok);
  }
}

TEST_F(prepared, without_restoring_the_poison_shows) {
  const four_words instance({9, 2, 3, 4});
  device_inputs inputs(*machine_, instance);
  const launch_plan plan = in_place();
  prepared_point point(*machine_, plan, {}, inputs);
  point.poison();
  point.enqueue();
  EXPECT_FALSE(point.verify({}, buffer_).ok);
}

TEST_F(prepared, only_the_placements_that_were_executed_in_are_judged) {
  const four_words instance({9, 2, 3, 4});
  device_inputs inputs(*machine_, instance);
  const launch_plan plan = in_place();
  prepared_point point(*machine_, plan, {}, inputs, 3);
  ASSERT_EQ(point.placements(), 3u);
  point.poison();
  for (const std::size_t which : {0, 2}) {
    point.place(which);
    point.restore();
    point.enqueue();
  }
  EXPECT_TRUE(point.verify({}, buffer_).ok);
  point.place(1);
  point.enqueue();  // Not restored.
  EXPECT_FALSE(point.verify({}, buffer_).ok);
  EXPECT_EQ(buffer_, "output");
}

TEST_F(prepared, placements_lie_apart) {
  const four_words instance({1, 2, 3, 4});
  device_inputs inputs(*machine_, instance);
  std::set<device_pointer> addresses;
  for (std::size_t i = 0; i < 16; ++i) {
    const guarded_buffer& guarded_buffer = inputs.get("input", i);
    addresses.insert(guarded_buffer.address());
    four_values seen{};
    machine_->download(std::as_writable_bytes(std::span(seen)), guarded_buffer.address());
    EXPECT_EQ(seen, (four_values{1, 2, 3, 4})) << i;
    EXPECT_EQ(guarded_buffer.address() % 256, 0u);
  }
  EXPECT_EQ(addresses.size(), 16u);
}

TEST_F(prepared, the_footprint_is_that_of_all_buffers) {
  EXPECT_EQ(footprint_bytes(in_place()), 2 * sizeof(four_values));
}

// An input of a size that is worth comparing on the device.
class large_input final : public problem_instance {
 public:
  std::span<const std::byte> input(std::string_view) const override {
    return std::as_bytes(std::span(words_));
  }
  oracle_result check(std::string_view, std::span<const std::byte>,
                      const guarantees&) const override {
    return {.ok = true};
  }

 private:
  std::vector<std::uint32_t> words_ =
      std::vector<std::uint32_t>(verified_output_cache::worth_keeping / sizeof(std::uint32_t), 5);
};

TEST_F(prepared, an_input_that_was_whole_before_is_still_looked_at) {
  const large_input instance;
  device_inputs inputs(*machine_, instance);
  verified_output_cache proven(*machine_, tests::shared_compiler());
  launch_plan plan;
  plan.buffers = {{"input", buffer_role::input, verified_output_cache::worth_keeping}};
  plan.inputs_are_checked = true;
  prepared_point whole(*machine_, plan, {}, inputs);
  whole.enqueue();
  EXPECT_TRUE(whole.verify({}, buffer_, &proven).ok);
  EXPECT_FALSE(proven.empty());
  EXPECT_TRUE(whole.verify({}, buffer_, &proven).ok);
  plan.steps = {fill_step{{0, 64}, scalar_argument::of(std::uint32_t{6}), 1}};
  prepared_point spoilt(*machine_, plan, {}, inputs);
  spoilt.enqueue();
  const oracle_result found = spoilt.verify({}, buffer_, &proven);
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.first_bad_index, 64u);
  EXPECT_EQ(buffer_, "input");
}

}  // namespace
}  // namespace warpmark
