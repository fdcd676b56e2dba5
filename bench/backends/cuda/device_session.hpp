#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/backends/card.hpp"
#include "bench/backends/cuda/driver_api.hpp"

namespace warpmark::cuda {

/// A card's primary context, current on this thread, and the stream of all work: one at a time.
class device_session {
 public:
  /// Throws device_error if there is no driver, no such card, or no context can be created.
  /// `stream_flags`: of cuStreamCreate.
  explicit device_session(int ordinal, unsigned stream_flags = stream_non_blocking);
  ~device_session();
  device_session(const device_session&) = delete;
  device_session& operator=(const device_session&) = delete;

  const driver_api& driver() const { return driver_; }
  device_id device() const { return device_; }
  context_handle context() const { return context_; }
  stream_handle stream() const { return streams_[current_]; }

  /// Makes the stream of this number the one of all work to come, after a wait for the present one.
  /// Creates it if it is new. Throws device_error.
  void use_stream(std::size_t number);

  /// Waits for the stream. Throws device_error; it names the last launched kernel, since a fault
  /// inside a kernel is only reported here.
  void synchronize();

  /// Counts stream operations of the measured work.
  void count_operations(std::size_t more) { operations_ += more; }
  std::size_t operations() const { return operations_; }

  /// Counts all known kernel launches. Launch slots are those of the context: its streams share
  /// them.
  void count_kernels(std::size_t more) { kernels_ += more; }
  void set_kernels(std::size_t all) { kernels_ = all; }
  std::size_t kernels() const { return kernels_; }

  /// Whether what is enqueued is captured into a graph instead of being executed.
  void set_capturing(bool now) { capturing_ = now; }
  bool capturing() const { return capturing_; }

  void set_last_kernel(const std::string& name) { last_kernel_ = name; }

 private:
  driver_api driver_;
  device_id device_ = 0;
  context_handle context_ = nullptr;
  unsigned stream_flags_;
  std::vector<stream_handle> streams_;  ///< At least one.
  std::size_t current_ = 0;
  std::size_t kernels_ = 0;
  std::size_t operations_ = 0;
  bool capturing_ = false;
  std::string last_kernel_;
};

}  // namespace warpmark::cuda
