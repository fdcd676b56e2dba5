#include "bench/core/verified_output_cache.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "bench/backends/simt_backend.hpp"
#include "tests/calibrate/test_compiler.hpp"

namespace warpmark {
namespace {

class proven : public testing::Test {
 protected:
  // An output of some bytes on the device, of which one may differ from the usual.
  memory_range output(std::size_t size_bytes, std::size_t other = SIZE_MAX) {
    std::vector<std::byte> bytes(size_bytes);
    for (std::size_t i = 0; i < size_bytes; ++i) bytes[i] = static_cast<std::byte>(i % 251);
    if (other < size_bytes) bytes[other] ^= std::byte{1};
    const memory_range there{machine_->allocate(size_bytes), size_bytes};
    machine_->upload(there.address, bytes);
    return there;
  }

  bool knows(memory_range there, const guarantees& guaranteed = {}) {
    const bool known = proven_.find("output", there, guaranteed).has_value();
    EXPECT_TRUE(machine_->take_findings().empty());
    return known;
  }

  void keep(memory_range there, const guarantees& guaranteed = {}) {
    proven_.keep("output", there, guaranteed, {.ok = true, .error = 0.5});
  }

  std::unique_ptr<backend> machine_ = make_simt_backend({});
  verified_output_cache proven_{*machine_, tests::shared_compiler()};
  static constexpr std::size_t size = verified_output_cache::worth_keeping;
};

TEST_F(proven, equal_bytes_have_the_verdict_of_what_was_kept) {
  keep(output(size));
  const auto known = proven_.find("output", output(size), {});
  ASSERT_TRUE(known);
  EXPECT_TRUE(known->ok);
  EXPECT_EQ(known->error, 0.5);
  EXPECT_FALSE(proven_.find("output_payload", output(size), {}));
}

TEST_F(proven, one_other_byte_is_no_proof_wherever_it_lies) {
  for (const std::size_t rest : {0u, 1u, 15u}) {
    const std::size_t bytes = size + rest;
    proven_.forget();
    keep(output(bytes));
    EXPECT_TRUE(knows(output(bytes)));
    for (const std::size_t other : {std::size_t{0}, bytes / 2, size - 1, bytes - 1})
      EXPECT_FALSE(knows(output(bytes, other))) << other << " of " << bytes;
  }
}

TEST_F(proven, other_sizes_are_other_outputs) {
  keep(output(size + 16));
  EXPECT_FALSE(knows(output(size)));
  EXPECT_FALSE(knows(output(size + 32)));
}

TEST_F(proven, what_is_kept_is_a_copy) {
  const auto there = output(size);
  keep(there);
  machine_->fill(there.address, scalar_argument::of(std::uint32_t{7}), 1);
  EXPECT_FALSE(knows(there));
  EXPECT_TRUE(knows(output(size)));
}

TEST_F(proven, a_stricter_guarantee_is_not_covered) {
  keep(output(size), {.rounding_depth = 10});
  EXPECT_TRUE(knows(output(size), {.rounding_depth = 10}));
  EXPECT_TRUE(knows(output(size), {.rounding_depth = 11}));
  EXPECT_FALSE(knows(output(size), {.rounding_depth = 9}));
  EXPECT_FALSE(knows(output(size), {.rounding_depth = 10, .stable = true}));
  EXPECT_FALSE(knows(output(size), {.rounding_depth = 10, .selected_in_order = true}));
}

TEST_F(proven, what_is_of_use_outlives_what_differs_each_time) {
  keep(output(size));
  for (std::size_t other = 1; other < 4; ++other) {
    keep(output(size, other));
    EXPECT_TRUE(knows(output(size, other)));
    EXPECT_FALSE(knows(output(size, other - 1)));
    EXPECT_TRUE(knows(output(size)));
  }
}

TEST_F(proven, small_outputs_are_not_kept) {
  keep(output(64));
  EXPECT_TRUE(proven_.empty());
}

}  // namespace
}  // namespace warpmark
