#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace warpmark::simt {

/// Limits the host memory that an interpreter takes for allocations, blocks and checks.
class memory_budget {
 public:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  explicit memory_budget(std::uint64_t limit_bytes = unlimited, std::string advice = {})
      : limit_(limit_bytes), advice_(std::move(advice)) {}

  /// Throws device_memory_error if the limit would be exceeded.
  void charge(std::uint64_t bytes);
  void refund(std::uint64_t bytes) noexcept { used_ -= bytes; }
  std::uint64_t used() const { return used_; }

 private:
  std::atomic<std::uint64_t> used_ = 0;
  std::uint64_t limit_;
  std::string advice_;  // Ends the message.
};

/// While it exists, charge_launch() on this thread charges the budget. What a launch was charged is
/// refunded when it has ended: see launch_charges.
class charged_thread {
 public:
  explicit charged_thread(memory_budget* budget);
  ~charged_thread();
  charged_thread(const charged_thread&) = delete;
  charged_thread& operator=(const charged_thread&) = delete;

 private:
  memory_budget* before_;
};

/// Charges memory that is released with the launch that this thread executes.
void charge_launch(std::uint64_t bytes);

/// Refunds at the end of a launch what its threads were charged. There is one at a time.
class launch_charges {
 public:
  explicit launch_charges(memory_budget& budget) : budget_(budget), before_(budget.used()) {}
  ~launch_charges() { budget_.refund(budget_.used() - before_); }
  launch_charges(const launch_charges&) = delete;
  launch_charges& operator=(const launch_charges&) = delete;

 private:
  memory_budget& budget_;
  std::uint64_t before_;
};

}  // namespace warpmark::simt
