#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simt/execution/kernel_program.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/global_memory.hpp"

namespace warpmark::simt {

/// Bytes at a generic address as one lane sees them; nullptr if it may not access them.
inline std::byte* device_bytes(const lane_context& context, unsigned lane, std::uint64_t address,
                               std::uint64_t size) {
  const std::uint64_t window = address & ~(window_bytes - 1), offset = address - window;
  if (window == local_window)
    return offset + size <= context.local_bytes
               ? context.local + lane * context.local_bytes + offset
               : nullptr;
  if (window == shared_window)
    return offset + size <= context.shared_bytes ? context.shared + offset : nullptr;
  const allocation* found = context.global->find(address, size);
  return found ? found->bytes + (address - found->base) : nullptr;
}

/// The arguments and the result of a call of a runtime function, for one lane.
class builtin_call {
 public:
  builtin_call(lane_context& context, const instruction& in, unsigned lane)
      : site_(context.program->calls[in.target]),
        frame_(context.local + lane * context.local_bytes +
               lanes_at<std::uint64_t>(context, in.op[1])[lane]) {}

  std::uint64_t argument(std::size_t i) const {
    std::uint64_t value = 0;
    if (i < site_.arguments.size())
      std::memcpy(&value, frame_ + site_.arguments[i].offset,
                  std::min<std::size_t>(8, site_.arguments[i].size));
    return value;
  }
  /// A structure that is passed by value; nullptr unless it has so many bytes.
  const std::byte* structure(std::size_t i, std::size_t bytes) const {
    return i < site_.arguments.size() && site_.arguments[i].size == bytes
               ? frame_ + site_.arguments[i].offset
               : nullptr;
  }
  void give(std::uint64_t value) const {
    if (!site_.results.empty())
      std::memcpy(frame_ + site_.results[0].offset, &value,
                  std::min<std::size_t>(8, site_.results[0].size));
  }

 private:
  const call_site& site_;
  std::byte* frame_;
};

}  // namespace warpmark::simt
