#include "simt/memory/shadow_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace warpmark::simt {
namespace {

// Visits (word, mask) for each word that the range touches, until `visit` returns false.
template <std::uint64_t word_bits, class Visit>
bool each_word(std::uint64_t offset, std::uint64_t length, Visit&& visit) {
  const std::uint64_t end = offset + length;
  while (offset < end) {
    const std::uint64_t first = offset % word_bits;
    const std::uint64_t count = std::min(word_bits - first, end - offset);
    const std::uint64_t ones = count == word_bits ? ~std::uint64_t{0} : (1ull << count) - 1;
    if (!visit(offset / word_bits, ones << first)) return false;
    offset += count;
  }
  return true;
}

}  // namespace

shadow_bytes::shadow_bytes(std::uint64_t size)
    : words_(
          static_cast<std::uint64_t*>(std::calloc(size / word_bits + 1, sizeof(std::uint64_t)))) {
  if (!words_) throw std::bad_alloc();
}

void shadow_bytes::mark(std::uint64_t offset, std::uint64_t length) {
  each_word<word_bits>(offset, length, [&](std::uint64_t at, std::uint64_t mask) {
    mark_bits(at, mask);
    return true;
  });
}

bool shadow_bytes::all_bits(std::uint64_t offset, std::uint64_t length) const {
  return each_word<word_bits>(
      offset, length, [&](std::uint64_t at, std::uint64_t mask) { return has_bits(at, mask); });
}

void shadow_bytes::assign(const shadow_bytes& from, std::uint64_t size) {
  std::memcpy(words_.get(), from.words_.get(), (size / word_bits + 1) * sizeof(std::uint64_t));
}

void shadow_bytes::clear(std::uint64_t offset, std::uint64_t length) {
  each_word<word_bits>(offset, length, [&](std::uint64_t at, std::uint64_t mask) {
    std::atomic_ref(words_[at]).fetch_and(~mask, std::memory_order_relaxed);
    return true;
  });
}

}  // namespace warpmark::simt
