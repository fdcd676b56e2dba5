#pragma once

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
  bool all(std::uint64_t offset, std::uint64_t length) const;
  void clear(std::uint64_t offset, std::uint64_t length);

 private:
  struct freer {
    void operator()(std::uint64_t* pointer) const { std::free(pointer); }
  };
  std::unique_ptr<std::uint64_t[], freer> words_;
};

}  // namespace warpmark::simt
