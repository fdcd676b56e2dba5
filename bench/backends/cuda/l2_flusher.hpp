#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/backends/cuda/device_session.hpp"

namespace warpmark::cuda {

/// Displaces the contents of L2 by writing a scratch buffer twice its size.
class l2_flusher {
 public:
  /// `l2_bytes` of 0: there is nothing to flush. Memory is taken with the first flush.
  l2_flusher(device_session& session, std::size_t l2_bytes)
      : session_(session), l2_bytes_(l2_bytes) {}
  ~l2_flusher();
  l2_flusher(const l2_flusher&) = delete;
  l2_flusher& operator=(const l2_flusher&) = delete;

  /// Enqueues one flush. Throws device_memory_error if there is no room for even 1 x L2.
  void enqueue();

 private:
  void take_scratch();

  device_session& session_;
  std::size_t l2_bytes_;
  device_pointer scratch_ = 0;
  std::size_t scratch_bytes_ = 0;
  std::uint32_t value_ = 0;
};

}  // namespace warpmark::cuda
