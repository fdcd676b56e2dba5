#pragma once

#include <cstddef>
#include <optional>

#include "bench/backends/cuda/device_session.hpp"

namespace warpmark::cuda {

/// Where in the card's round of launch slots a kernel falls. On an H200 a launch takes one of eight
/// slots in turn, and a second kernel in some of them starts up to 0.9 us later than in others
/// (docs/measuring.md). So a sample whose kernels fall now here, now there, comes from two states;
/// and one that always falls into the same slots by chance depends on how many kernels the process
/// launched before.
class launch_slots {
 public:
  static constexpr std::size_t round = 8;

  explicit launch_slots(device_session& session) : session_(session) {}
  ~launch_slots();
  launch_slots(const launch_slots&) = delete;
  launch_slots& operator=(const launch_slots&) = delete;

  /// Loads the empty kernel and launches it once. To be called before the stream is held: loading
  /// waits for it. False if the driver refuses, or cannot capture.
  bool open();

  /// Launches empty kernels until the next one is number `slot` of its round. After open().
  void advance_to(std::size_t slot);

  /// How many kernels `enqueue` launches, also through other libraries: counted by capturing it.
  /// Nothing is executed. None if it cannot be captured.
  template <class Enqueue>
  std::optional<std::size_t> count_kernels(Enqueue&& enqueue) {
    if (!begin_capture()) return std::nullopt;
    const std::size_t launched = session_.kernels();
    bool whole = true;
    try {
      enqueue();
    } catch (...) {
      whole = false;  // Where it fails in earnest, it fails when it is executed, too.
    }
    const auto captured = end_capture();
    session_.set_kernels(launched);
    return whole ? captured : std::nullopt;
  }

 private:
  bool can_capture() const;
  bool begin_capture();
  std::optional<std::size_t> end_capture();
  void launch_empty();

  device_session& session_;
  module_record_handle module_ = nullptr;
  function_handle empty_ = nullptr;
  bool refused_ = false;
};

}  // namespace warpmark::cuda
