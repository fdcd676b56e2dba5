#pragma once

#include <cstddef>
#include <string>

#include "bench/backends/backend.hpp"

namespace warpmark {

/// Device memory with canary words before and after it, which detect out-of-bounds writes on a GPU.
/// On a backend that reports out-of-bounds accesses itself, the memory has exactly the requested
/// size.
class guarded_buffer {
 public:
  static constexpr std::byte poison_byte{0xCD};

  /// `lead_bytes` (a multiple of 256) shifts the begin of the buffer. Throws device_error if the
  /// device is out of memory.
  guarded_buffer(backend& machine, std::size_t size_bytes, std::size_t lead_bytes = 0);
  ~guarded_buffer();
  guarded_buffer(guarded_buffer&& other) noexcept;
  guarded_buffer& operator=(guarded_buffer&&) = delete;
  guarded_buffer(const guarded_buffer&) = delete;

  device_pointer address() const { return base_ + lead_bytes_ + guard_bytes_; }
  std::size_t size_bytes() const { return size_bytes_; }

  /// Fills the usable bytes with 0xCD to reveal unwritten outputs. A backend that checks for
  /// uninitialised reads marks them as uninitialised.
  void poison();

  /// Fills the usable bytes with zeros.
  void clear();

  /// Rewrites the canaries.
  void write_guards();

  /// "" if the canaries are intact, else the place of the damage.
  std::string damage() const;

 private:
  void write_guards(device_pointer at);

  backend* machine_;
  std::size_t size_bytes_;
  std::size_t lead_bytes_;
  std::size_t guard_bytes_;
  device_pointer base_;
};

}  // namespace warpmark
