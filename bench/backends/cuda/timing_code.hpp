#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace warpmark::cuda {

/// The machine code at the entries of the driver's functions that times depend on, as it was at the
/// construction. Native code of others shares the process, and could replace it by its own.
class timing_code {
 public:
  /// Opens the driver. Call it before native code of others is loaded. Without a driver it has
  /// nothing to compare.
  timing_code();

  /// The name of a function whose code is another now; empty if there is none.
  std::string changed() const;

 private:
  static constexpr std::size_t compared_bytes = 32;

  struct entry {
    std::string name;
    const std::byte* at;
    std::array<std::byte, compared_bytes> then;
  };

  std::vector<entry> entries_;
};

}  // namespace warpmark::cuda
