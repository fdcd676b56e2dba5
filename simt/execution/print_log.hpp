#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpmark::simt {

/// What the kernels of one host thread printed.
class print_log {
 public:
  /// Appends to the output of a block, whose first megabyte is kept.
  void add(std::uint64_t block, const std::string& text);

  struct entry {
    std::uint64_t block;  ///< Linear index.
    std::string text;
  };
  const std::vector<entry>& entries() const { return entries_; }

 private:
  std::vector<entry> entries_;
};

/// The output of all blocks up to `last` in the order of their indices, each block's in the order
/// of time.
std::string merge_prints(const std::vector<const print_log*>& logs, std::uint64_t last);

}  // namespace warpmark::simt
