#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simt/memory/shadow_bytes.hpp"

namespace warpmark::simt {

/// One allocation of the fake 64-bit address space.
struct allocation {
  std::uint64_t base = 0;
  std::uint64_t size = 0;  ///< In bytes, exactly as requested.
  std::byte* bytes = nullptr;
  shadow_bytes* written = nullptr;  ///< Which bytes have been written.

  bool holds(std::uint64_t address, std::uint64_t length) const {
    return address >= base && length <= size && address - base <= size - length;
  }
};

/// What messages call the elements from an address on.
struct memory_label {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t element_bytes = 1;  ///< 1: messages count bytes, not elements.
};

/// Global memory with exact bounds: addresses are 256-byte aligned, never reused, and unmapped
/// guard gaps separate them. Untouched pages cost nothing.
class global_memory {
 public:
  explicit global_memory(std::uint64_t capacity_bytes) : capacity_(capacity_bytes) {}

  /// Allocates zeroed memory. Throws device_memory_error beyond the capacity.
  std::uint64_t allocate(std::uint64_t size);
  void release(std::uint64_t base) noexcept;

  /// The allocation that holds all of the range, or nullptr.
  const allocation* find(std::uint64_t address, std::uint64_t length) const;
  /// Host bytes of a range; throws device_error naming `call` if it is not all mapped.
  std::byte* bytes(std::uint64_t address, std::uint64_t length, const char* call) const;
  /// Marks the range, which is inside one allocation, as written; as not written.
  void mark_written(std::uint64_t address, std::uint64_t length) const;
  void forget_written(std::uint64_t address, std::uint64_t length) const;
  /// All allocations by ascending address. Valid until the next allocate() or release().
  const std::vector<allocation>& live() const { return live_; }
  /// Bytes that are allocated.
  std::uint64_t used() const { return used_; }
  /// Names the elements of an allocation for messages, until it is released. No effect if the
  /// address is in no allocation.
  void label(const memory_label& label);
  /// "out[1024], beyond its 1024 elements of 4 bytes", or without a label "at byte 1028 of the
  /// 1024-byte allocation at 0x…": for messages.
  std::string describe(std::uint64_t address) const;

 private:
  struct freer {
    void operator()(std::byte* pointer) const { std::free(pointer); }
  };
  std::vector<allocation> live_;  // Sorted by base.
  struct backing {
    std::unique_ptr<std::byte, freer> bytes;
    std::unique_ptr<shadow_bytes> written;
  };
  std::vector<backing> storage_;                  // Parallel to live_.
  std::map<std::uint64_t, memory_label> labels_;  // By the base of the allocation.
  std::vector<allocation> released_;              // The most recent ones, for messages.
  std::uint64_t next_ = 0x7000'0000'0000;
  std::uint64_t used_ = 0, capacity_;
};

}  // namespace warpmark::simt
