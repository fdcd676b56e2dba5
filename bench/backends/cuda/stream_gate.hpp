#pragma once

#include <cstdint>

#include "bench/backends/cuda/device_session.hpp"

namespace warpmark::cuda {

/// Holds the stream back until the host has enqueued a whole batch, so that the time a host takes
/// to enqueue does not show between the events. Where the driver cannot do it, the gate stays open.
class stream_gate {
 public:
  explicit stream_gate(device_session& session);
  ~stream_gate();  ///< Opens it.
  stream_gate(const stream_gate&) = delete;
  stream_gate& operator=(const stream_gate&) = delete;

  /// Makes the stream wait from here on. Whether it does: false if the driver cannot.
  bool close();
  void open() noexcept;

 private:
  device_session& session_;
  std::uint32_t* flag_ = nullptr;  ///< In host memory that the card sees; null if unsupported.
  device_pointer flag_on_device_ = 0;
  std::uint32_t ticket_ = 0;  ///< What the flag must reach for the latest wait to end.
};

}  // namespace warpmark::cuda
