#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/launch_shape.hpp"

namespace warpmark::simt {

/// A grid that a kernel launched (CUDA dynamic parallelism).
struct device_launch {
  std::uint64_t function = 0;  ///< The kernel's address as a value.
  launch_shape shape;
  std::vector<std::byte> parameters;  ///< The parameter buffer, which may be longer than needed.
  std::uint64_t block = 0;            ///< Linear index of the launching block.
  std::uint64_t order = 0;            ///< Sequence number within the grid.
  bool tail = false;                  ///< Into cudaStreamTailLaunch: after all other children.
};

/// The error codes of the device runtime that occur, as cudaError_t.
enum class device_launch_error : std::uint32_t {
  none = 0,
  invalid_value = 1,
  max_depth_exceeded = 65,
  pending_count_exceeded = 69,
};

/// The launches of one grid: parameter buffers that its threads fill, and what they launched.
class device_launch_queue {
 public:
  static constexpr std::size_t buffer_bytes = 4096;   ///< Of each parameter buffer.
  static constexpr std::uint64_t max_pending = 2048;  ///< Default of the device runtime.
  static constexpr unsigned max_depth = 24;           ///< Nested grids, the host's included.

  /// `buffers`: device memory for `max_pending` buffers. `depth`: 1 for a grid that the host
  /// launched.
  device_launch_queue(std::uint64_t buffers, unsigned depth) : buffers_(buffers), depth_(depth) {}

  /// A parameter buffer for a launch, or 0, and then last_error() has the reason.
  std::uint64_t prepare(std::uint64_t thread, std::uint64_t function, const launch_shape& shape);
  /// Launches what a buffer was prepared for, with these parameters.
  device_launch_error launch(std::uint64_t thread, std::uint64_t buffer, std::uint64_t stream,
                             std::uint64_t block, std::span<const std::byte> parameters);
  /// The last error of a thread; `take` resets it.
  device_launch_error last_error(std::uint64_t thread, bool take);
  /// A handle for a stream or an event of the kernel's own.
  std::uint64_t new_handle() { return next_handle_++; }

  unsigned depth() const { return depth_; }
  /// In the order in which they run: by block and then by time, tail launches last.
  std::vector<device_launch> take();

 private:
  struct prepared {
    std::uint64_t function = 0;
    launch_shape shape;
  };
  device_launch_error fail(std::uint64_t thread, device_launch_error error);

  std::uint64_t buffers_;
  unsigned depth_;
  std::map<std::uint64_t, prepared> prepared_;  // By buffer.
  // No buffer is given out twice: threads would seem to race for it.
  std::uint64_t given_ = 0;
  std::vector<device_launch> launched_;
  std::map<std::uint64_t, device_launch_error> errors_;  // By thread.
  std::uint64_t next_handle_ = 0x3000'0000'0001;
};

}  // namespace warpmark::simt
