#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "bench/backends/cuda/device_session.hpp"

namespace warpmark::cuda {

/// Controls the launch slot of a kernel. On an H200 launches use eight slots in turn, and a second
/// kernel in some of them starts up to 0.9 us later than in others (docs/measuring.md). Samples
/// with varying slots would come from two states. Samples with constant slots would depend on the
/// number of kernels that the process launched before.
class launch_slots {
 public:
  static constexpr std::size_t round = 8;

  explicit launch_slots(device_session& session) : session_(session) {}
  ~launch_slots();
  launch_slots(const launch_slots&) = delete;
  launch_slots& operator=(const launch_slots&) = delete;

  /// Loads the empty kernel and launches it once. Call before the stream is held, since loading
  /// waits for it. False if the driver fails, or cannot capture.
  bool open();

  /// Launches empty kernels until the next launch uses `slot`. Call after open().
  void advance_to(std::size_t slot);

  /// The number of kernels that `enqueue` launches, also through other libraries, counted by stream
  /// capture. Nothing is executed. Empty if it cannot be captured.
  std::optional<std::size_t> count_kernels(const std::function<void()>& enqueue);

 private:
  void launch_empty();

  device_session& session_;
  module_record_handle module_ = nullptr;
  function_handle empty_ = nullptr;
  bool refused_ = false;
};

}  // namespace warpmark::cuda
