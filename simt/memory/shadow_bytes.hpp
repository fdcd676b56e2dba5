#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace warpmark::simt {

/// A bit for each byte of some memory: whether it was ever written. Host threads may mark bytes at
/// once. Pages of marks that nobody sets cost nothing.
class shadow_bytes {
 public:
  /// None of `size` bytes is marked. Throws std::bad_alloc.
  explicit shadow_bytes(std::uint64_t size);

  void mark(std::uint64_t offset, std::uint64_t length);
  /// Whether all bytes of the range are marked.
  bool all(std::uint64_t offset, std::uint64_t length) const;
  void clear(std::uint64_t offset, std::uint64_t length);

 private:
  struct freer {
    void operator()(std::uint64_t* pointer) const { std::free(pointer); }
  };
  std::unique_ptr<std::uint64_t[], freer> words_;
};

}  // namespace warpmark::simt
