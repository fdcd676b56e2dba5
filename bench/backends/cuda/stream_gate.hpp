#pragma once

#include <cstdint>

#include "bench/backends/cuda/device_session.hpp"

namespace warpmark::cuda {

/// Blocks the stream until the host has enqueued a complete batch, so that the host's enqueue time
/// is not part of the measurement. Without driver support the gate stays open.
class stream_gate {
 public:
  explicit stream_gate(device_session& session);
  ~stream_gate();  ///< Opens the gate.
  stream_gate(const stream_gate&) = delete;
  stream_gate& operator=(const stream_gate&) = delete;

  /// Makes the stream wait from here on; false without driver support.
  bool close();
  void open() noexcept;

 private:
  device_session& session_;
  std::uint32_t* flag_ = nullptr;  ///< In mapped host memory; null if unsupported.
  device_pointer flag_on_device_ = 0;
  std::uint32_t ticket_ = 0;  ///< The flag's value that ends the latest wait.
};

}  // namespace warpmark::cuda
