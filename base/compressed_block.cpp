#include "base/compressed_block.hpp"

#include <zstd.h>

namespace warpmark::compression {
namespace {

// Reads a block, sequence by sequence: literals, then a match, a copy from the output.
class lz4_reader {
 public:
  explicit lz4_reader(std::span<const char> block) : block_(block) {}

  bool at_end() const { return at_ == block_.size(); }

  // Appends the next sequence. False if the block is damaged or the output would exceed `size`.
  bool read_sequence(std::string& to, std::size_t size) {
    unsigned token = 0;
    if (!read_byte(token)) return false;
    std::size_t literals = token >> 4;
    if (!extend(literals) || literals > block_.size() - at_ || literals > size - to.size())
      return false;
    to.append(block_.data() + at_, literals);
    at_ += literals;
    if (at_end()) return true;  // The last sequence has no match.
    unsigned low = 0, high = 0;
    if (!read_byte(low) || !read_byte(high)) return false;
    const std::size_t offset = low | high << 8;
    std::size_t length = token & 15;
    if (!extend(length) || offset == 0 || offset > to.size()) return false;
    constexpr std::size_t shortest_match = 4;
    length += shortest_match;
    if (length > size - to.size()) return false;
    // A match may overlap what it appends.
    for (; length > 0; --length) to += to[to.size() - offset];
    return true;
  }

 private:
  bool read_byte(unsigned& to) {
    if (at_end()) return false;
    to = static_cast<unsigned char>(block_[at_++]);
    return true;
  }

  // A length of 15 continues in bytes, up to one that is not 255.
  bool extend(std::size_t& length) {
    if (length != 15) return true;
    for (unsigned more = 255; more == 255; length += more)
      if (!read_byte(more)) return false;
    return true;
  }

  std::span<const char> block_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::string> decompress_lz4_block(std::span<const char> block,
                                                std::size_t size_bytes) {
  std::string result;
  lz4_reader reader(block);
  while (!reader.at_end())
    if (!reader.read_sequence(result, size_bytes)) return std::nullopt;
  if (result.size() != size_bytes) return std::nullopt;
  return result;
}

std::optional<std::string> decompress_zstd(std::span<const char> frames, std::size_t size_bytes) {
  std::string result(size_bytes, '\0');
  const std::size_t size =
      ZSTD_decompress(result.data(), result.size(), frames.data(), frames.size());
  if (ZSTD_isError(size) != 0 || size != size_bytes) return std::nullopt;
  return result;
}

}  // namespace warpmark::compression
