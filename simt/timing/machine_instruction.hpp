#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warpmark::simt {

inline constexpr std::size_t instruction_bytes = 16;

/// Opcodes without the bits that say where operands are.
enum class operation : std::uint32_t {
  ld = 0x180,
  ldg = 0x181,
  ldl = 0x183,
  lds = 0x184,
  stl = 0x187,
  bar = 0x11d,
  bsync = 0x141,
  call_absolute = 0x143,
  call_relative = 0x144,
  bssy = 0x145,
  bra = 0x147,
  brx = 0x149,
  exit = 0x14d,
  ret = 0x150,
};

/// An instruction of machine code for compute capability 7.0 or newer (read_load_schedule).
class machine_instruction {
 public:
  explicit machine_instruction(const char* bytes) {
    std::memcpy(&low_, bytes, sizeof(low_));
    std::memcpy(&high_, bytes + sizeof(low_), sizeof(high_));
  }
  operation what() const { return static_cast<operation>(low_ & 0x1ff); }
  /// The counter that it decrements when its result is there; 7: none.
  unsigned counter() const { return static_cast<unsigned>(high_ >> 46) & 7; }
  /// The counters that must be zero before it issues.
  unsigned waits_for() const { return static_cast<unsigned>(high_ >> 52) & 0x3f; }
  /// Of a load or store: registers per lane.
  unsigned words() const {
    const unsigned width = static_cast<unsigned>(high_ >> 9) & 7;
    return width == 6 ? 4 : width == 5 ? 2 : 1;
  }
  /// Whether it executes whatever its predicate, and the second one of a jump, are.
  bool is_unconditional() const {
    return (low_ >> 12 & 0xf) == always && (high_ >> 23 & 0xf) == always;
  }
  /// Of a jump: the index of the instruction that it goes to, if `at` is its own.
  std::size_t target(std::size_t at, int architecture) const {
    return static_cast<std::size_t>(static_cast<std::int64_t>(at + 1) +
                                    displacement(architecture) /
                                        static_cast<std::int64_t>(instruction_bytes));
  }

 private:
  static constexpr unsigned always = 7;  // PT
  // From here on the displacement of a jump has eight more bits at its low end.
  static constexpr int wide_jumps_architecture = 90;

  // In bytes, from the end of the instruction.
  std::int64_t displacement(int architecture) const {
    // 48 bits, from bit 34 on.
    const std::uint64_t bits = (low_ >> 34 | high_ << 30) << 16;
    const std::int64_t words = static_cast<std::int64_t>(bits) >> 16;
    if (architecture < wide_jumps_architecture) return words * 4;
    return (words * 256 + static_cast<std::int64_t>(low_ >> 16 & 0xff)) * 4;
  }

  std::uint64_t low_ = 0, high_ = 0;
};

}  // namespace warpmark::simt
