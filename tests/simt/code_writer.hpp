#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "simt/timing/load_schedule.hpp"

namespace warpmark::simt {

inline constexpr std::uint32_t code_load_global = 0x981, code_load_shared = 0x984;
inline constexpr std::uint32_t code_store_shared = 0x388, code_add = 0x210, code_jump = 0x947;
inline constexpr std::uint32_t code_load_local = 0x983, code_store_local = 0x387;
inline constexpr std::uint32_t code_barrier = 0xb1d, code_region = 0x945;
inline constexpr unsigned no_counter = 7, always = 7;

/// Machine code as compute capability 9.0 encodes it.
class code_writer {
 public:
  code_writer& add_instruction(std::uint32_t opcode, unsigned counter = no_counter,
                               unsigned waits_for = 0) {
    return write(opcode, std::uint64_t{counter} << 46 | std::uint64_t{waits_for} << 52);
  }
  /// Saves registers in local memory or loads them again, so many per lane: 1, 2 or 4.
  code_writer& add_spill(std::uint32_t opcode, unsigned words) {
    const std::uint64_t width = words == 4 ? 6 : words == 2 ? 5 : 4;
    return write(opcode, width << 9 | std::uint64_t{no_counter} << 46);
  }
  /// To the instruction `to`, in units of four bytes from the end of the jump; if `predicate`
  /// holds, of which 7 is always true.
  code_writer& add_jump(int to, unsigned predicate = always) {
    const std::int64_t words = (to - static_cast<int>(bytes_.size() / 16) - 1) * 4;
    const auto high = static_cast<std::uint64_t>(words >> 8) & ((std::uint64_t{1} << 48) - 1);
    const std::uint64_t low =
        static_cast<std::uint64_t>(words & 0xff) << 16 | high << 34 | predicate << 12 | code_jump;
    return write(low, high >> 30 | std::uint64_t{no_counter} << 46 | std::uint64_t{always} << 23);
  }
  /// Each instruction is of the line of its number, from 1, or of those given.
  load_schedule read(int architecture = 90, const std::vector<int>& of_lines = {}) const {
    std::vector<ptx_line_row> lines;
    for (std::size_t i = 0; i < bytes_.size() / 16; ++i)
      lines.push_back({16 * i, of_lines.empty() ? static_cast<int>(i + 1) : of_lines.at(i)});
    return read_load_schedule(bytes_, architecture, lines);
  }

 private:
  code_writer& write(std::uint64_t low, std::uint64_t high) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + 16);
    std::memcpy(&bytes_[at], &low, 8);
    std::memcpy(&bytes_[at + 8], &high, 8);
    return *this;
  }
  std::vector<char> bytes_;
};

/// The line of `text` in PTX.
inline int line_of(const std::string& ptx, const std::string& text) {
  const auto before = ptx.substr(0, ptx.find(text));
  return static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
}

}  // namespace warpmark::simt
