#include "simt/execution/device_launch_queue.hpp"

#include <algorithm>
#include <tuple>

namespace warpmark::simt {
namespace {

constexpr std::uint64_t tail_launch_stream = 3;  // cudaStreamTailLaunch

}  // namespace

device_launch_error device_launch_queue::fail(std::uint64_t thread, device_launch_error error) {
  errors_[thread] = error;
  return error;
}

std::uint64_t device_launch_queue::prepare(std::uint64_t thread, std::uint64_t function,
                                           const launch_shape& shape) {
  if (depth_ >= max_depth || given_ >= max_pending) {
    fail(thread, depth_ >= max_depth ? device_launch_error::max_depth_exceeded
                                     : device_launch_error::pending_count_exceeded);
    return 0;
  }
  const std::uint64_t buffer = buffers_ + given_++ * buffer_bytes;
  prepared_[buffer] = {function, shape};
  return buffer;
}

device_launch_error device_launch_queue::launch(std::uint64_t thread, std::uint64_t buffer,
                                                std::uint64_t stream, std::uint64_t block,
                                                std::span<const std::byte> parameters) {
  const auto found = prepared_.find(buffer);
  if (found == prepared_.end()) return fail(thread, device_launch_error::invalid_value);
  launched_.push_back({.function = found->second.function,
                       .shape = found->second.shape,
                       .parameters = {parameters.begin(), parameters.end()},
                       .block = block,
                       .order = launched_.size(),
                       .tail = stream == tail_launch_stream});
  prepared_.erase(found);
  return device_launch_error::none;
}

device_launch_error device_launch_queue::last_error(std::uint64_t thread, bool take) {
  const auto found = errors_.find(thread);
  if (found == errors_.end()) return device_launch_error::none;
  const device_launch_error error = found->second;
  if (take) errors_.erase(found);
  return error;
}

std::vector<device_launch> device_launch_queue::take() {
  std::sort(launched_.begin(), launched_.end(), [](const auto& a, const auto& b) {
    return std::tie(a.tail, a.block, a.order) < std::tie(b.tail, b.block, b.order);
  });
  return std::move(launched_);
}

}  // namespace warpmark::simt
