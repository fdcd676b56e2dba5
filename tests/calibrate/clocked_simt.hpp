#pragma once

#include <map>
#include <string>
#include <utility>

#include "bench/backends/simt_backend.hpp"

namespace warpmark::tests {

/// What the clock of clocked_simt charges, in nanoseconds.
struct synthetic_costs {
  double execution_ns = 3000;
  double launch_ns = 1000;
  double cold_instruction_ns = 0.25;  ///< Of each warp instruction after a flush.
  double fill_ns = 500;
  double block_ns = 2;
  double sector_ns = 0.01;
  double atomic_request_ns = 4;
  double instruction_ns = 0.5;
};

/// The interpreter with a clock that is computed from its counters, so that what experiments
/// conclude from times can be compared with what the times were made of.
class clocked_simt : public simt_backend {
 public:
  explicit clocked_simt(synthetic_costs costs = {})
      : simt_backend({.memory_bytes = std::uint64_t{96} << 20}), costs_(costs), card_() {
    card_ = simt_backend::device();
    card_.name = "a synthetic card";
    card_.l2_bytes = 1 << 20;
    // Traffic grows with the card, and is most of an interpreted calibration.
    card_.limits.multiprocessors = 8;
    card_.memory_bytes = 32 << 20;
  }

  std::string name() const override { return "clocked_simt"; }
  const card& device() const override { return card_; }

  void fill(device_pointer to, const scalar_argument& pattern, std::size_t count) override {
    ++fills_;
    simt_backend::fill(to, pattern, count);
  }

  void copy(device_pointer to, device_pointer from, std::size_t size_bytes) override {
    copied_sectors_ += 2 * size_bytes / 32;
    simt_backend::copy(to, from, size_bytes);
  }

  device_capabilities capabilities() const override { return {.reports_stray_accesses = true}; }

  void enqueue(module_handle kernel, const launch_shape& shape,
               std::span<const std::span<const std::byte>> arguments) override {
    ++launches_;
    simt_backend::enqueue(kernel, shape, arguments);
  }

  void synchronize() override {
    simt_backend::synchronize();
    launched_before_synchronize_ = std::exchange(launches_, 0) > 0;
  }

  void begin_execution() override {
    is_prepared_ = launched_before_synchronize_;
    fills_ = 0;
    copied_sectors_ = 0;
    simt_backend::begin_execution();
  }

  observation counted_execution() override {
    observation seen = simt_backend::counted_execution();
    const auto count = [&](const char* name) {
      return static_cast<double>(seen.counters.at(name));
    };
    seen.samples_ns = {costs_.execution_ns + costs_.fill_ns * fills_ +
                       costs_.launch_ns * count("launches") + costs_.block_ns * count("blocks") +
                       costs_.sector_ns *
                           (static_cast<double>(copied_sectors_) + count("global_load_sectors") +
                            count("global_store_sectors")) +
                       costs_.atomic_request_ns * count("global_atomic_requests") +
                       (costs_.instruction_ns + (is_prepared_ ? costs_.cold_instruction_ns : 0)) *
                           count("warp_instructions")};
    return seen;
  }

 private:
  std::size_t copied_sectors_ = 0;
  synthetic_costs costs_;
  card card_;
  int fills_ = 0;
  int launches_ = 0;  // Since the last synchronize().
  bool launched_before_synchronize_ = false;
  bool is_prepared_ = false;  // By a kernel, as a flush of the caches is.
};

}  // namespace warpmark::tests
