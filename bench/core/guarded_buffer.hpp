#pragma once

#include <cstddef>
#include <string>

#include "bench/backends/backend.hpp"

namespace warpmark {

/// Device memory with canary words before and after, so that a kernel that strays on a card is
/// found out. On a machine that reports stray accesses itself, the memory is exactly as large as
/// asked.
class guarded_buffer {
 public:
  /// The buffer begins `lead_bytes` (a multiple of 256) behind where it would else begin. Throws
  /// device_error if there is no room.
  guarded_buffer(backend& machine, std::size_t size_bytes, std::size_t lead_bytes = 0);
  ~guarded_buffer();
  guarded_buffer(guarded_buffer&& other) noexcept;
  guarded_buffer& operator=(guarded_buffer&&) = delete;
  guarded_buffer(const guarded_buffer&) = delete;

  device_pointer address() const { return base_ + lead_bytes_ + guard_bytes_; }
  std::size_t size_bytes() const { return size_bytes_; }

  /// Fills the usable bytes with 0xCD, so that what no kernel wrote shows. A machine that looks for
  /// uninitialised reads takes them for such.
  void poison();

  /// Fills the usable bytes with zeros.
  void clear();

  /// Rewrites the canaries.
  void arm();

  /// "" if the canaries are whole, else where they are not.
  std::string damage() const;

 private:
  void arm(device_pointer at);

  backend* machine_;
  std::size_t size_bytes_;
  std::size_t lead_bytes_;
  std::size_t guard_bytes_;
  device_pointer base_;
};

}  // namespace warpmark
