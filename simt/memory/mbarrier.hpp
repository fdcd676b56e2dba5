#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warpmark::simt {

/// The 64 bits of an mbarrier object in shared memory. The layout is not that of a GPU: programs
/// access the object only through instructions.
struct mbarrier {
  std::uint32_t expected = 0;  ///< Arrivals per phase; 20 bits.
  std::uint32_t pending = 0;   ///< Arrivals that this phase waits for; 20 bits.
  std::int64_t bytes = 0;      ///< Bytes that this phase waits for; 22 bits with sign.
  bool odd = false;            ///< Parity of the phase.

  static constexpr std::uint32_t most = (1u << 20) - 1;

  static mbarrier unpack(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits & most),
            static_cast<std::uint32_t>((bits >> 20) & most),
            static_cast<std::int64_t>((bits >> 40) & 0x3fffff) - (1 << 21), (bits >> 63) != 0};
  }
  std::uint64_t pack() const {
    return expected | (std::uint64_t{pending} << 20) |
           ((static_cast<std::uint64_t>(bytes + (1 << 21)) & 0x3fffff) << 40) |
           (std::uint64_t{odd} << 63);
  }
  static mbarrier load(const std::byte* from) {
    std::uint64_t bits;
    std::memcpy(&bits, from, 8);
    return unpack(bits);
  }
  void store(std::byte* to) const {
    const std::uint64_t bits = pack();
    std::memcpy(to, &bits, 8);
  }

  void end_phase_if_complete() {
    if (pending != 0 || bytes != 0) return;
    odd = !odd;
    pending = expected;
  }
};

}  // namespace warpmark::simt
