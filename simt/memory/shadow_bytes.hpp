#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace warpmark::simt {

/// One bit per byte of a memory range: whether it was ever written. Host threads may mark bytes
/// concurrently. Untouched pages of marks cost nothing.
class shadow_bytes {
 public:
  /// Starts with none of `size` bytes marked. Throws std::bad_alloc.
  explicit shadow_bytes(std::uint64_t size);

  void mark(std::uint64_t offset, std::uint64_t length);
  /// Whether all bytes of the range are marked.
  bool all(std::uint64_t offset, std::uint64_t length) const {
    if ((offset | length) % word_bits != 0) return all_bits(offset, length);
    const std::uint64_t end = (offset + length) / word_bits;
    for (std::uint64_t at = offset / word_bits; at < end; ++at)
      if (!has_bits(at, ~std::uint64_t{0})) return false;
    return true;
  }
  void clear(std::uint64_t offset, std::uint64_t length);
  /// Takes the marks of another range of `size` bytes. Not while others mark bytes.
  void assign(const shadow_bytes& from, std::uint64_t size);

  /// The same for one aligned unit of at most 32 bytes.
  void mark_unit(std::uint64_t offset, unsigned size) {
    mark_bits(offset / word_bits, unit_bits(offset, size));
  }
  bool unit(std::uint64_t offset, unsigned size) const {
    return has_bits(offset / word_bits, unit_bits(offset, size));
  }

 private:
  static constexpr std::uint64_t word_bits = 64;
  bool all_bits(std::uint64_t offset, std::uint64_t length) const;
  static std::uint64_t unit_bits(std::uint64_t offset, unsigned size) {
    return ((std::uint64_t{1} << size) - 1) << (offset % word_bits);
  }
  bool has_bits(std::uint64_t at, std::uint64_t bits) const {
    return (std::atomic_ref(words_[at]).load(std::memory_order_relaxed) & bits) == bits;
  }
  void mark_bits(std::uint64_t at, std::uint64_t bits) {
    // Most words are marked already: only those that change are written.
    if (!has_bits(at, bits)) std::atomic_ref(words_[at]).fetch_or(bits, std::memory_order_relaxed);
  }
  struct freer {
    void operator()(std::uint64_t* pointer) const { std::free(pointer); }
  };
  std::unique_ptr<std::uint64_t[], freer> words_;
};

}  // namespace warpmark::simt
