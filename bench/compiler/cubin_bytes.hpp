#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>

namespace warpmark::compiler {

/// The T at an offset of a cubin. Throws std::runtime_error if it is cut off.
template <class T>
T read_at(std::span<const char> file, std::size_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T))
    throw std::runtime_error("the cubin is truncated");
  T value;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

/// The names in an ELF file's table of strings.
class name_table {
 public:
  name_table() = default;
  explicit name_table(std::span<const char> bytes) : bytes_(bytes) {}

  /// The name at an offset. Throws std::runtime_error outside of the table. All names together may
  /// be 64 times as long as the table (linkers share the ends of names), so that a damaged file
  /// whose names overlap costs little.
  std::string_view at(std::size_t offset) {
    if (offset >= bytes_.size()) throw std::runtime_error("the cubin has an invalid section name");
    const char* begin = bytes_.data() + offset;
    const std::size_t size = strnlen(begin, bytes_.size() - offset);
    read_ += size;
    if (read_ > 64 * std::uint64_t{bytes_.size()} + max_name_bytes)
      throw std::runtime_error("the cubin has names that overlap");
    return {begin, size};
  }

 private:
  static constexpr std::uint64_t max_name_bytes = 1 << 20;
  std::span<const char> bytes_;
  std::uint64_t read_ = 0;
};

}  // namespace warpmark::compiler
